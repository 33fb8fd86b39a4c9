/**
 * Makes homes with any number of albums. The program imports some of them. The others are copies of these with other
 * names, numbers and titles, written directly to its records: a thousand imports would take ten minutes.
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkedText, readCheckedText } from '../../dist/workers/library/records/checked-text.js';
import { fingerprintOf } from '../../dist/workers/library/fingerprint.js';
import { mp3, png } from '../chaos/sounds.mjs';
import { startDaemon, unitEnvironment } from '../chaos/daemon.mjs';

const made = 8;
const tracks = 20;
const frames = 8;
const words = ['Käfer', 'Straße', 'Mond', 'Wal', 'Fuchs', 'Dorf', 'Bär'];
const titleOf = (n) => `${words[n % words.length]} Nr. ${n}`;

async function makeFolders(folder) {
  for (let n = 0; n < made; n++) {
    const own = join(folder, titleOf(n));
    mkdirSync(own, { recursive: true });
    for (let track = 1; track <= tracks; track++) {
      const title = `Lied ${track} von ${n}`;
      const sound = mp3({ frames, offset: n * tracks + track, title, album: titleOf(n), track });
      writeFileSync(join(own, `${String(track).padStart(2, '0')}.mp3`), sound);
    }
    // One album has no cover: the page draws one.
    if (n > 0) writeFileSync(join(own, 'cover.png'), await png(300, [n * 31, (n * 91) % 256, (n * 151) % 256]));
  }
}

const start = (home, flags) =>
  startDaemon(
    home,
    { 'log-level': 'info', 'inbox-settle-seconds': 0.2, ...flags },
    { ...process.env, ...unitEnvironment() },
  );

/** Waits until all albums have their files for the pen. */
async function allReady(daemon, count) {
  for (;;) {
    const { body } = await daemon.ask('/library');
    const ready = body.albums?.filter(({ gme_state: state }) => state === 'ready').length ?? 0;
    if (ready === count) return;
    if (daemon.isDead()) throw new Error(daemon.output());
    await sleep(count > 100 ? 1000 : 100);
  }
}

/** Makes the n-th album from an imported one, with its own files. */
function another(library, like, n, firstId) {
  const folder = `${titleOf(n)} [${n}]`;
  const [from, to] = [join(library, 'albums', like.folder), join(library, 'albums', folder)];
  mkdirSync(to);
  for (const { name } of readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (name !== 'album.json') linkSync(join(from, name), join(to, name));
  const album = {
    ...like,
    folder,
    oid: n + 1,
    album_title: titleOf(n),
    album_artist: n % 3 === 0 ? 'Chor der Nachbarn' : '',
    added_at: like.added_at - n * 60_000,
    tracks: like.tracks.map((track, at) => ({
      ...track,
      id: firstId + at,
      track_title: `Lied ${at + 1} von ${n}`,
    })),
  };
  const [file] = like.files;
  const filename = `${album.oid}_${titleOf(n).replace(/\P{L}+/gu, '-')}${n}.gme`;
  copyFileSync(join(library, 'gme', file.filename), join(library, 'gme', filename));
  const { mtimeMs } = statSync(join(library, 'gme', filename));
  const fingerprint = fingerprintOf(album, { language: 'GERMAN', format: 'mp3' });
  return { ...album, files: [{ ...file, filename, fingerprint, mtime_ms: mtimeMs }] };
}

function multiply(library, count) {
  const path = join(library, 'library.json');
  const data = /** @type {any} */ (readCheckedText(readFileSync(path, 'utf8')).value);
  const like = data.albums;
  // Their files are then built again.
  like.forEach((album, n) => (album.oid = n + 1));
  for (let n = made; n < count; n++) {
    data.albums = [...data.albums, another(library, like[n % made], n, data.next_track_id)];
    data.next_track_id += tracks;
  }
  writeFileSync(path, checkedText(data));
  rmSync(`${path}.bak`, { force: true });
}

/**
 * @param {string} home
 * @param {number} count number of albums, 8 or more
 * @param {Record<string, unknown>} flags
 * @returns the running daemon, once all albums exist with their files for the pen
 */
export async function startWith(home, count, flags = {}) {
  await makeFolders(join(home, 'inbox', 'Sammlung'));
  const first = start(home, flags);
  await allReady(first, made);
  await first.end('SIGTERM');
  multiply(join(home, 'library'), count);
  const daemon = start(home, flags);
  await allReady(daemon, count);
  return daemon;
}
