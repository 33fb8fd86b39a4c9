/**
 * A full run with an album and papers, on one version of Node.js. The built-in ffmpeg converts an album with a large
 * cover and a FLAC for a simulated pen. Its sheet is printed. Papers as JSON and XML are embedded and found. Every
 * command runs once.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Jimp } from 'jimp';
import { embeddingServer } from '../chaos/reading.mjs';
import { factsOf, startDaemon, unitEnvironment } from '../chaos/daemon.mjs';
import { mp3 } from '../chaos/sounds.mjs';
import { besideDaemon, run, runAll, withoutDaemon } from './commands.mjs';
import { work } from './work.mjs';

const encoder = fileURLToPath(new URL('../../test/fixtures/encode.js', import.meta.url));
/** Timeout of a single step, in milliseconds. */
const patience = 600_000;

/** @typedef {Record<string, string | number>} Row */

/**
 * Returns the result of `look` as soon as it is truthy.
 * @template Found
 * @param {string} what
 * @param {() => Promise<Found>} look
 * @returns {Promise<NonNullable<Found>>}
 */
async function until(what, look) {
  for (const begun = performance.now(); performance.now() - begun < patience; await sleep(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what} did not happen within ${patience / 1000} s.`);
}

/** A picture that JPEG cannot compress well: 3,000 × 3,000 pixels, which decoders may reject or be slow at. */
async function coverJpeg() {
  const image = new Jimp({ width: 3000, height: 3000, color: 0x3366ccff });
  image.scan((x, y, at) => image.bitmap.data.writeUInt32BE(((x * y * 2654435761) | 0xff) >>> 0, at));
  return image.getBuffer('image/jpeg', { quality: 60 });
}

const sine = (seconds) => ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`];

/** @param {string} path @param {number} seconds */
function encodeFlac(path, seconds) {
  const { status, stderr } = spawnSync(process.execPath, [
    encoder,
    path,
    ...sine(seconds),
    '-c:a',
    'flac',
    '-f',
    'flac',
  ]);
  if (status !== 0) throw new Error(String(stderr));
}

/** Makes the files for all versions, once. */
export async function makeFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-nodes-'));
  const album = join(folder, 'Nachtlieder');
  mkdirSync(album);
  writeFileSync(join(album, 'cover.jpg'), await coverJpeg());
  writeFileSync(join(album, '01 Abend.mp3'), mp3({ frames: 400, offset: 0, title: 'Abend', track: 1 }));
  encodeFlac(join(album, '02 Mond.flac'), 5);
  const second = join(folder, 'Morgen');
  mkdirSync(second);
  encodeFlac(join(second, '01 Tau.flac'), 5);
  const third = join(folder, 'Mittag');
  mkdirSync(third);
  encodeFlac(join(third, '01 Sonne.flac'), 6);
  const papers = Array.from({ length: 30 }, (_, n) => ({
    ...{ title: `Paper ${n} about parsing`, abstract: `We parse sentences in study ${n}.`, authors: ['Ada Lovelace'] },
    ...{ year: 2001, conference: 'ACL', original_id: n },
  }));
  writeFileSync(join(folder, 'list.json'), JSON.stringify(papers));
  const entry = (n) =>
    `<inproceedings key="conf/acl/${n}"><author>Jos\u00e9 Mar\u00eda</author>` +
    `<title>Paper ${n + 100} about music</title>` +
    '<year>2002</year><booktitle>ACL</booktitle></inproceedings>';
  const entries = Array.from({ length: 20 }, (_, n) => entry(n)).join('\n');
  writeFileSync(join(folder, 'dblp.xml'), `<?xml version="1.0" encoding="UTF-8"?>\n<dblp>\n${entries}\n</dblp>\n`);
  return { folder, album, second, third, json: join(folder, 'list.json'), xml: join(folder, 'dblp.xml') };
}

/** Makes a folder for PATH with Node.js but no ffmpeg, so that the built-in one converts. */
function pathWithout(folder, node) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  copyFileSync(node, join(bin, 'node'));
  return bin;
}

class Way {
  /** @param {string} node @param {Awaited<ReturnType<typeof makeFiles>>} files @param {number} minutes of work */
  constructor(node, files, minutes) {
    this.node = node;
    this.files = files;
    this.minutes = minutes;
    this.folder = mkdtempSync(join(tmpdir(), 'tonstift-way-'));
    this.home = join(this.folder, 'home');
    this.inbox = join(this.folder, 'inbox');
    this.pen = join(this.folder, 'pen');
    mkdirSync(this.inbox);
    /** @type {Row} */
    this.row = {};
  }

  start(path) {
    this.environment = { ...process.env, ...unitEnvironment(), PATH: path, TONSTIFT_HOME: this.home };
    const flags = {
      ...{ 'inbox-path': this.inbox, 'pen-paths': this.pen, 'inbox-settle-seconds': 1, 'requests-per-minute': 0 },
      ...{ 'llm-backend-url': `http://127.0.0.1:${this.port}`, 'embedding-model': 'bench', 'log-level': 'info' },
    };
    return startDaemon(this.home, flags, this.environment, this.node);
  }

  albumsOf = async (daemon) => (await daemon.ask('/library')).body.albums ?? [];

  /** Returns the seconds from dropping a folder until its GME is ready. */
  async drop(daemon, source, title) {
    const begun = performance.now();
    const target = join(this.inbox, title);
    mkdirSync(target);
    for (const name of readdirSync(source)) copyFileSync(join(source, name), join(target, name));
    const album = await until(`"${title}" with its file for the pen`, async () => {
      if (daemon.isDead()) throw new Error(`The daemon ended: ${daemon.output().slice(-2000)}`);
      const all = await this.albumsOf(daemon);
      const one = all.find(({ album_title: name }) => name === title);
      if (one?.gme_state === 'failed') throw new Error(`The build failed: ${JSON.stringify(one.gme_error)}`);
      return one?.gme_state === 'ready' && one;
    });
    return { album, seconds: (performance.now() - begun) / 1000 };
  }

  async papers(daemon) {
    const begun = performance.now();
    for (const [name, path] of [
      ['list.json', this.files.json],
      ['dblp.xml', this.files.xml],
    ])
      copyFileSync(String(path), join(this.inbox, String(name)));
    await until('50 embedded papers', async () => (await daemon.ask('/papers')).body.status?.embedded >= 50);
    this.row['papers JSON and XML, s'] = ((performance.now() - begun) / 1000).toFixed(1);
    const searched = performance.now();
    const { body } = await daemon.ask('/papers?q=Jos%C3%A9+music');
    this.row['search, ms'] = (performance.now() - searched).toFixed(0);
    if (!body.papers?.some(({ title }) => /about music/.test(title))) throw new Error('The XML papers are not found.');
    return body.papers[0].uid;
  }

  async sheet(daemon) {
    const answer = await fetch(`${await daemon.url}/pdf`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200 || bytes.subarray(0, 5).toString() !== '%PDF-')
      throw new Error(`No sheet: ${answer.status}`);
    const page = await fetch(`${await daemon.url}/download_oid_images?format=png`);
    if (page.status !== 200) throw new Error(`No test sheet: ${page.status}`);
    writeFileSync(join(this.folder, 'scan.png'), Buffer.from(await page.arrayBuffer()));
  }

  memory = (daemon) => factsOf(daemon.child.pid).resident;

  async atRest(daemon, name, seconds) {
    await sleep(seconds * 1000);
    this.row[name] = this.memory(daemon).toFixed(0);
  }

  async go() {
    const server = await embeddingServer();
    this.port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    const bin = pathWithout(this.folder, this.node);
    await run(this.node, ['pen', 'simulate', this.pen], { environment: { ...process.env, TONSTIFT_HOME: this.home } });
    let daemon = this.start(bin);
    try {
      const begun = performance.now();
      await until('an answer', async () => (await daemon.ask('/healthz')).status === 200);
      this.row['first answer, ms'] = (performance.now() - begun).toFixed(0);
      await until('readiness', async () => (await daemon.ask('/readyz')).status === 200);
      await this.atRest(daemon, 'at rest, MB', 10);
      const built = await this.drop(daemon, this.files.album, 'Nachtlieder');
      this.row['album with cover and FLAC, built-in ffmpeg, s'] = built.seconds.toFixed(1);
      await until('the album on the pen', async () => existsSync(join(this.pen, built.album.gme_file)));
      await this.sheet(daemon);
      const paperUid = await this.papers(daemon);
      const place = {
        ...this.files,
        album: this.files.third,
        home: this.home,
        folder: this.folder,
        scan: join(this.folder, 'scan.png'),
      };
      const known = { ...place, papers: this.files.json, uid: String(built.album.oid), paperUid };
      const beside = await runAll(this.node, this.environment ?? {}, besideDaemon(known));
      if (this.minutes > 0) {
        this.row['most at work, MB'] = (await work(daemon, this, this.minutes)).toFixed(0);
        await this.atRest(daemon, 'at rest after work, MB', 60);
      }
      daemon = await this.ownFfmpeg(daemon);
      await daemon.end('SIGTERM');
      const without = await runAll(this.node, this.environment ?? {}, withoutDaemon(known));
      this.row['commands with a fault'] = beside.length + without.length;
      for (const line of [...beside, ...without]) console.log(`  ${line}`);
      return this.row;
    } catch (error) {
      console.log(daemon.output().slice(-3000));
      throw error;
    } finally {
      await daemon.end();
      server.close();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /** Does the same with the ffmpeg of the machine, if it has one. */
  async ownFfmpeg(daemon) {
    if (spawnSync('ffmpeg', ['-version']).status !== 0) {
      this.row["the machine's ffmpeg, s"] = 'none here';
      return daemon;
    }
    await daemon.end('SIGTERM');
    const next = this.start(process.env.PATH);
    await until('readiness', async () => (await next.ask('/readyz')).status === 200);
    const { seconds } = await this.drop(next, this.files.second, 'Morgen');
    this.row["the machine's ffmpeg, s"] = seconds.toFixed(1);
    return next;
  }
}

/**
 * @param {string} node path of the program
 * @param {Awaited<ReturnType<typeof makeFiles>>} files
 * @param {number} minutes of steady work in between; 0 for none
 * @returns {Promise<Row>} figures by name. Throws if a step fails.
 */
export const goLongWay = (node, files, minutes) => new Way(node, files, minutes).go();
