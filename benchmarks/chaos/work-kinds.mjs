/** The kinds of work that are killed, each with what must hold afterwards. Each returns its faults. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mp3, zip } from './sounds.mjs';
import { theirLibrary } from './their-library.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {(site: Site) => Promise<string[]>} Work */

const papersAtOnce = 600;
const abstract = 'Dots are printed on paper and read by a pen. '.repeat(20);

/** A file of papers of a new conference. */
async function papersFile(site) {
  const conference = `Meadow ${++site.number}`;
  const papers = Array.from({ length: papersAtOnce }, (_, n) => {
    const uid = `${conference} ${n}`;
    return { uid, title: `About ${n}`, abstract, authors: [`Author ${n}`], year: 2020, conference };
  });
  const json = Buffer.from(JSON.stringify(papers));
  const kind = site.random.pick(['json', 'json.gz', 'zip']);
  const bytes = { json: () => json, 'json.gz': () => gzipSync(json), zip: () => zip({ 'papers.json': json }) }[kind];
  return { conference, name: `${conference}.${kind}`, bytes: await bytes() };
}

/** Writes the file into the inbox at once. */
function drop(site, { name, bytes }) {
  renameSync(site.write(`.${name}`, bytes), join(site.home, 'inbox', name));
}

const promise = (site, { conference }) => site.promised.set(conference, papersAtOnce);

/** All of a file is in the database, or none of it was acknowledged. */
async function sends(site, { name, bytes }) {
  const body = new FormData();
  body.append('files', new Blob([new Uint8Array(bytes)]), name);
  const way = site.random.chance(0.5) ? `/papers?filename=${encodeURIComponent(name)}` : '/papers';
  const headers = { 'content-type': 'application/json' };
  return site.daemon.ask(way, way === '/papers' ? { method: 'POST', body } : { method: 'POST', body: bytes, headers });
}

/** A server with one file. */
async function serverOf(bytes) {
  const server = createServer((_, response) => response.end(bytes));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const albumsToRestore = 4;

/** A backup of some albums, made once for a site. */
async function backupOf(site) {
  if (site.backup !== undefined) return site.backup;
  await site.start();
  for (let n = 1; n <= albumsToRestore; n++) await addAlbum(site, `Album ${n}`, 4);
  const answer = await fetch(`${await site.daemon.url}/backup/download`);
  return (site.backup = Buffer.from(await answer.arrayBuffer()));
}

async function addAlbum(site, title, tracks) {
  const body = new FormData();
  for (let n = 1; n <= tracks; n++) {
    const sound = mp3({
      frames: 400,
      offset: 13 * ++site.number,
      title: `Song ${site.number}`,
      album: title,
      track: n,
    });
    body.append('files', new Blob([new Uint8Array(sound)]), `${n}.mp3`);
  }
  const { status, body: answer } = await site.daemon.ask('/', { method: 'POST', body });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(answer)}`);
}

/** @returns {Promise<any[]>} */
const albumsOf = async (site) => (await site.daemon.ask('/library')).body.albums;

/** Deletes all albums for good. */
async function emptied(site) {
  const post = (path, fields) => site.daemon.ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  for (const { oid } of await albumsOf(site)) await post('/library', { action: 'delete', uid: String(oid) });
  for (const { folder } of (await site.daemon.ask('/deleted')).body.deleted)
    await post('/deleted', { action: 'discard', folder });
}

function restore(site, bytes) {
  const body = new FormData();
  body.append('backup', new Blob([new Uint8Array(bytes)]), 'backup.zip');
  return site.daemon.ask('/backup', { method: 'POST', body });
}

const wrongAlbums = (albums, tracks) =>
  albums.filter(({ num_tracks: number }) => number !== tracks).map(({ oid }) => `album ${oid} is not whole`);

/** @type {Record<string, Work>} */
export const works = {
  /** The reading process is killed while a file of the inbox is imported: the file is read again. */
  async reader(site) {
    await site.start();
    const file = await papersFile(site);
    promise(site, file);
    drop(site, file);
    await site.killChild('reading-process', site.random.between(0, 400));
    const waits = await site.settled(async () =>
      (await site.papersOf(file.conference)) === papersAtOnce ? [] : [`${file.name} is not imported`],
    );
    const late = site.daemon
      .output()
      .split('\n')
      .filter((line) => line.includes(`Cannot import ${file.name}`));
    return [...waits, ...late];
  },
  /** The daemon is killed while it imports a file of the inbox. */
  async inbox(site) {
    await site.start();
    const file = await papersFile(site);
    promise(site, file);
    drop(site, file);
    await site.killDaemon(site.random.between(50, 1200));
    return [];
  },
  /** The daemon is killed during a request; what it has acknowledged is there, and the same request succeeds later. */
  async request(site) {
    await site.start();
    const file = await papersFile(site);
    const [{ status }] = await Promise.all([sends(site, file), site.killDaemon(site.random.between(5, 700))]);
    await site.start();
    const lost = status === 200 ? (await site.papersOf(file.conference)) !== papersAtOnce : false;
    const again = await sends(site, file);
    promise(site, file);
    return [
      ...(lost ? [`${file.name} was acknowledged and is not all there`] : []),
      ...(again.status === 200 ? [] : [`again: ${again.status}`]),
    ];
  },
  /** The command or the daemon is killed during an import from an address, with and without a daemon. */
  async address(site) {
    const file = await papersFile(site);
    const server = await serverOf(file.bytes);
    const words = ['papers', 'import', `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/${file.name}`];
    try {
      if (site.random.chance(0.5)) {
        await site.stop();
        await site.run(words, site.random.between(300, 1500));
      } else {
        await site.start();
        const [code] = await Promise.all([site.run(words), site.killDaemon(site.random.between(300, 1500))]);
        if (code === 0 && !(await startedWith(site, file)))
          return [`${file.name} was acknowledged and is not all there`];
      }
      await site.start();
      const code = await site.run(words);
      promise(site, file);
      return code === 0 ? [] : [`again: exit ${code}`];
    } finally {
      server.close();
    }
  },
  /** The daemon is killed while it embeds; no embedded paper is lost, and the rest is embedded later. */
  async embed(site) {
    await site.start();
    const file = await papersFile(site);
    await sends(site, file);
    promise(site, file);
    await site.daemon.ask('/papers/embed', { method: 'POST' });
    const embedded = async () => (await site.daemon.ask('/papers')).body.status;
    const before = await embedded();
    await site.killDaemon(site.random.between(0, 2500));
    await site.start();
    const after = await embedded();
    await site.daemon.ask('/papers/embed', { method: 'POST' });
    const waiting = await site.settled(async () => {
      const { waiting: number, failed } = await embedded();
      return number + failed === 0 ? [] : [`${number} papers wait, ${failed} failed`];
    });
    return [
      ...(after.embedded < before.embedded ? [`${before.embedded - after.embedded} embedded are lost`] : []),
      ...waiting,
    ];
  },
  /** The daemon, or the process that reads the list, is killed while a backup is restored. */
  async restore(site) {
    const backup = await backupOf(site);
    await site.start();
    await emptied(site);
    const killsChild = site.random.chance(0.3);
    const kill = killsChild
      ? site.killChild('manifest-process', site.random.between(0, 100)).catch(() => undefined)
      : site.killDaemon(site.random.between(20, 900));
    await Promise.all([restore(site, backup), kill]);
    await site.start();
    const half = wrongAlbums(await albumsOf(site), 4);
    const { status } = await restore(site, backup);
    const all = await albumsOf(site);
    return [
      ...half,
      ...wrongAlbums(all, 4),
      ...(status === 200 && all.length === albumsToRestore ? [] : [`again: ${status}, ${all.length} albums`]),
    ];
  },
  /** The daemon is killed while it reads the structures of a GME file. */
  async gme(site) {
    await site.start();
    if ((await albumsOf(site)).length === 0) await addAlbum(site, `Album ${++site.number}`, 8);
    const [{ oid }] = await albumsOf(site);
    const ready = await site.settled(async () =>
      (await albumsOf(site))[0].gme_state === 'ready' ? [] : ['the file for the pen is not ready'],
    );
    const gme = Buffer.from(await (await fetch(`${await site.daemon.url}/download_gme/${oid}`)).arrayBuffer());
    const open = () => {
      const body = new FormData();
      body.append('gme', new Blob([new Uint8Array(gme)]), 'a.gme');
      return site.daemon.ask('/try', { method: 'POST', body });
    };
    await Promise.all([open(), open(), site.killDaemon(site.random.between(0, 150))]);
    await site.start();
    const { status } = await open();
    return [...ready, ...(status === 201 ? [] : [`again: ${status}`])];
  },
  /** The takeover of a library of ttmp32gme is killed; the next one goes on. */
  async takeover(site) {
    await site.start();
    await emptied(site);
    await site.stop();
    const albums = 4;
    const root = await theirLibrary(join(site.root, `theirs ${++site.number}`), { albums, tracks: 3, site });
    await site.run(['import-ttmp32gme', root, 'now'], site.random.between(300, 1800));
    const code = await site.run(['import-ttmp32gme', root, 'now']);
    await site.start();
    const all = await albumsOf(site);
    return [
      ...wrongAlbums(all, 3),
      ...(code === 0 && all.length === albums ? [] : [`again: exit ${code}, ${all.length} albums`]),
    ];
  },
};

/** Starts again, and says whether all papers of a file are there. */
async function startedWith(site, file) {
  await site.start();
  return (await site.papersOf(file.conference)) === papersAtOnce;
}
