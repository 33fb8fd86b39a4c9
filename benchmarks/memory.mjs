/**
 * What the daemon keeps of its memory: the real program imports, builds, makes covers, prints and searches for some
 * minutes, and rests for some more. Its memory, open files and threads are read from /proc every five seconds.
 * Runs on `dist`.
 *
 *   node benchmarks/memory.mjs [--minutes 10] [--idle 2] [--program dist/daemon/main.js] [--own-ffmpeg] [--bare]
 *
 * Sound is converted by the built-in ffmpeg, which takes more memory of the process than one that is installed;
 * `--own-ffmpeg` uses that of the machine. `--bare` starts the daemon without the environment of the systemd unit.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

/** Megabytes that may be resident at the end of the work, and at the end of the rest. */
const mostAtWork = 300;
const mostAtRest = 150;
const sampleMs = 5000;
/** Rows of the table. */
const rowMs = 30_000;
/** Albums that are kept; the oldest goes when there are more. */
const mostAlbums = 12;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    idle: { type: 'string', default: '2' },
    program: { type: 'string', default: fileURLToPath(new URL('../dist/daemon/main.js', import.meta.url)) },
    bare: { type: 'boolean', default: false },
    'own-ffmpeg': { type: 'boolean', default: false },
  },
});
const workMs = Number(options.minutes) * 60_000;
const idleMs = Number(options.idle) * 60_000;

/** Half a minute of a tone with noise, 44.1 kHz, stereo; no two are the same. */
function wav() {
  const [rate, seconds] = [44_100, 30];
  const bytes = Buffer.alloc(44 + rate * seconds * 4);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  const pitch = 200 + Math.random() * 600;
  for (let at = 44, n = 0; at < bytes.length; at += 4, n++) {
    const value = Math.round(8000 * Math.sin((n * pitch * 2 * Math.PI) / rate) + 500 * Math.random());
    bytes.writeInt16LE(value, at);
    bytes.writeInt16LE(-value, at + 2);
  }
  return bytes;
}

function png(side) {
  const chunk = (type, content) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pattern = randomBytes(3 * 64);
  const pixels = Buffer.alloc((side * 3 + 1) * side, pattern);
  for (let row = 0; row < side; row++) pixels[row * (side * 3 + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A server of embeddings whose vectors mean nothing. */
async function embeddingServer() {
  const vector = () => Array.from({ length: 512 }, () => Math.random() - 0.5);
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        const { input = [] } = body === '' ? {} : JSON.parse(body);
        const data = [input].flat().map((_, index) => ({ index, embedding: vector(), object: 'embedding' }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data, model: 'bench' }));
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** What the unit of systemd sets, as a Node needs it that cannot set it for itself. */
function unitEnvironment() {
  const unit = readFileSync(new URL('../service-units/systemd/tonstift.service', import.meta.url), 'utf8');
  return Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

async function startDaemon(folder, api) {
  const pen = join(folder, 'pen');
  mkdirSync(pen);
  writeFileSync(join(pen, '.tiptoi'), '');
  const flags = {
    home: join(folder, 'home'),
    port: 0,
    'inbox-settle-seconds': 0.5,
    'pen-detect': false,
    'pen-paths': pen,
    'llm-backend-url': `http://127.0.0.1:${api.address().port}`,
    'requests-per-minute': 0,
  };
  const given = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const path = options['own-ffmpeg'] ? process.env['PATH'] : '/nowhere';
  const child = spawn(process.execPath, [options.program, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...(options.bare ? {} : unitEnvironment()), ...process.env, PATH: path },
  });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      output += piece;
      const found = /Open (http:\S+?)\/?\s/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the daemon ended with ${code}:\n${output}`)));
  });
  return { child, url, inbox: join(folder, 'home', 'inbox') };
}

function facts(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const count = (what) => readdirSync(`/proc/${pid}/${what}`).length;
  return { resident: megabytes('VmRSS'), anonymous: megabytes('RssAnon'), files: count('fd'), threads: count('task') };
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** The kinds of work; each is repeated until the time is over. Counts what was done. */
function workOn({ url, inbox }, folder, done) {
  const sounds = Array.from({ length: 6 }, (_, n) => {
    const path = join(folder, `${n}.wav`);
    writeFileSync(path, wav());
    return path;
  });
  const cover = png(1600);
  let oids = [];
  let number = 0;

  async function ask(path, init) {
    const response = await fetch(url + path, init);
    const body = await response.arrayBuffer();
    done(`${path.split('?')[0].replace(/\d+/g, 'n')} ${response.status}`);
    return body;
  }
  const act = (fields) => ask('/library', { method: 'POST', body: new URLSearchParams(fields) });

  return {
    async imports() {
      const name = `Album ${++number}`;
      const from = join(folder, name);
      mkdirSync(from);
      for (let n = 0; n < 3; n++) {
        const path = join(from, `${n}.wav`);
        copyFileSync(pick(sounds), path);
        writeFileSync(path, Buffer.concat([readFileSync(path), randomBytes(64)]));
      }
      writeFileSync(join(from, 'cover.png'), cover);
      const { cp, rm } = await import('node:fs/promises');
      await cp(from, join(inbox, name), { recursive: true });
      await rm(from, { recursive: true });
      for (let n = 0; n < 100 && existsSync(join(inbox, name, '0.wav')); n++) await sleep(200);
      const { albums } = JSON.parse(
        Buffer.from(await ask('/library', { headers: { accept: 'application/json' } })).toString(),
      );
      oids = albums.map(({ oid }) => oid);
      if (oids.length > mostAlbums) await act({ action: 'delete', uid: String(oids.at(-1)) });
      await sleep(2000);
    },
    async edits() {
      const uid = pick(oids);
      if (uid !== undefined) await act({ action: 'update', uid: String(uid), album_title: `Title ${Math.random()}` });
      if (uid !== undefined) await act({ action: 'create_gme', uid: String(uid) });
      await sleep(500);
    },
    async covers() {
      const uid = pick(oids);
      await sleep(3000);
      if (uid === undefined) return;
      const body = new FormData();
      body.set('action', 'add_cover');
      body.set('uid', String(uid));
      body.set('cover', new Blob([cover]), 'cover.png');
      await ask('/library', { method: 'POST', body });
    },
    async prints() {
      await ask(`/pdf?preset=${pick(['list', 'tiles', 'cd'])}`);
      await ask('/print');
      if (Math.random() < 0.1) await ask('/download_oid_images');
      await sleep(2000);
    },
    async papers() {
      const papers = Array.from({ length: 100 }, () => ({
        title: `About ${randomBytes(8).toString('hex')}`,
        authors: ['A. Author'],
        abstract: randomBytes(600).toString('hex'),
        session: 'One',
        year: 2024,
        conference: 'Bench',
      }));
      const headers = { 'content-type': 'application/json' };
      await ask('/papers', { method: 'POST', headers, body: JSON.stringify(papers) });
      await ask('/papers/embed', { method: 'POST' });
      for (let n = 0; n < 20; n++) {
        await ask(`/papers?q=${randomBytes(4).toString('hex')}`, { headers: { accept: 'application/json' } });
        await sleep(500);
      }
    },
    async reads() {
      await ask('/library');
      const uid = pick(oids);
      if (uid !== undefined) await ask(`/download_gme/${uid}`);
      if (uid !== undefined) await ask(`/images/${uid}/cover.jpg`);
      await sleep(500);
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
const api = await embeddingServer();
/** @type {Awaited<ReturnType<typeof startDaemon>> | undefined} */
let daemon;
try {
  daemon = await startDaemon(folder, api);
  const { child } = daemon;
  const counts = new Map();
  const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const works = workOn(daemon, folder, count);
  const samples = [];
  const start = performance.now();
  const now = () => performance.now() - start;
  const sampling = setInterval(() => samples.push({ at: now(), ...facts(child.pid) }), sampleMs);

  await Promise.all(
    Object.entries(works).map(async ([name, work]) => {
      while (now() < workMs)
        await work().catch(async (error) => {
          count(`${name}: ${error.cause?.message ?? error.message}`);
          await sleep(1000);
        });
    }),
  );
  const workEnd = now();
  await sleep(idleMs);
  samples.push({ at: now(), ...facts(child.pid) });
  clearInterval(sampling);

  const most = (list, name) => Math.max(...list.map((sample) => sample[name])).toFixed(0);
  console.log('     time     RSS  anonymous  files  threads   (the most of each half minute; megabytes)');
  for (let from = 0; from < now(); from += rowMs) {
    const row = samples.filter(({ at }) => at >= from && at < from + rowMs);
    if (row.length === 0) continue;
    const [resident, anonymous, files, threads] = ['resident', 'anonymous', 'files', 'threads'].map((name) =>
      most(row, name),
    );
    const cells = [`${(from / 60_000).toFixed(1)} min`, resident, anonymous, files, threads];
    const widths = [9, 8, 11, 7, 9];
    const line = cells.map((cell, n) => cell.padStart(widths[n])).join('');
    console.log(`${line}   ${from >= workEnd ? 'at rest' : ''}`);
  }
  console.log([...counts].map(([what, n]) => `${n} × ${what}`).join('; '));
  const atWork = samples.filter(({ at }) => at > workEnd * 0.8 && at <= workEnd).map(({ resident }) => resident);
  const median = atWork.sort((a, b) => a - b)[atWork.length >> 1] ?? 0;
  const rest = samples.at(-1)?.resident ?? 0;
  console.log(`at the end of the work: ${median.toFixed(0)} MB resident (median); at most ${mostAtWork}`);
  console.log(`after ${options.idle} min at rest: ${rest.toFixed(0)} MB resident; at most ${mostAtRest}`);
  if (median > mostAtWork || rest > mostAtRest) process.exitCode = 1;
} finally {
  if (daemon !== undefined && daemon.child.exitCode === null) {
    daemon.child.kill();
    await once(daemon.child, 'exit');
  }
  api.close();
  rmSync(folder, { recursive: true, force: true });
}
