/** Compares the actual state with the promised one. Each fault is a sentence, grouped by kind. */
import { readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { targetOf } from '../../dist/daemon/pens/wanted.js';
import { createSpeaker } from '../../dist/workers/audio/speaker.js';
import { createTranscoder } from '../../dist/workers/audio/ffmpeg/transcode.js';
import { probe } from '../../dist/workers/audio/probe.js';
import { silentLog } from '../../dist/workers/base/ports.js';
import { gmeAlbum } from '../../dist/workers/build/build-album.js';
import { mediaOf } from '../../dist/workers/build/media.js';
import { writeGme } from '../../dist/workers/build/write-gme.js';
import { checksumOf, readGme } from '../../dist/workers/gme/read.js';
import { fingerprintOf } from '../../dist/workers/library/fingerprint.js';
import { Library } from '../../dist/workers/library/library.js';
import { entriesOf, filesIn, namesIn } from './digests.mjs';

/** @typedef {import('./world.mjs').World} World */
/** @typedef {'lost' | 'edits' | 'wrong' | 'orphans' | 'pens' | 'unsettled' | 'answers'} Kind */

/** @type {readonly Kind[]} */
export const kinds = ['lost', 'edits', 'wrong', 'orphans', 'pens', 'unsettled', 'answers'];
const own = { language: 'GERMAN', format: /** @type {const} */ ('mp3') };

/**
 * Checks that hold at any moment, also right after a kill: no file is lost, none on a pen is truncated.
 * @param {World} world
 */
export function atAnyMoment(world) {
  const places = [...world.places].map((path) => world.real(path));
  const there = world.digests.below([
    world.inbox,
    ...places.flatMap((path) => ['albums', 'staging', 'trash'].map((name) => join(path, name))),
  ]);
  return { lost: lostOf(world, there), pens: world.pens.flatMap(tornOn) };
}

const lostOf = ({ promises }, there) =>
  promises.given
    .filter(({ digest, zip, whole, mayGo }) => whole && !mayGo && !there.has(digest) && !there.has(zip))
    .map(({ name, unit, digest }) => `${name} of ${unit} (${digest.slice(0, 12)})`);

/** Checks after everything has settled. @param {World} world @returns {Promise<Record<Kind, string[]>>} */
export async function atRest(world) {
  const { library, promises, digests } = world;
  const records = world.records;
  const there = digests.below([world.inbox, join(library, 'albums'), ...wantedTrash(world)]);
  const coverOf = (record) =>
    record.cover === null ? null : digests.of(join(library, 'albums', record.folder, record.cover));
  return {
    lost: lostOf(world, there),
    edits: [...promises.broken(records, coverOf), ...placeFaults(world)],
    wrong: await wrongOf(world, records),
    orphans: orphansOf(world, records),
    pens: world.pens.flatMap((pen) => penFaults(world, pen, records)),
    unsettled: unsettledOf(world, records),
    answers: world.seen,
  };
}

/** Files that were added to an album while it was deleted are allowed in the trash. @param {World} world */
const wantedTrash = ({ library, trash, promises }) =>
  trash
    .filter(({ album }) => album.tracks.some(({ id }) => promises.toGo.has(id)))
    .map(({ album }) => join(library, 'trash', album.folder));

/** Resolves the outcome of requests that had no answer. @param {World} world */
export function settle(world) {
  const { promises, digests, library } = world;
  const records = world.records;
  promises.settle(records, (record) =>
    record.cover === null ? null : digests.of(join(library, 'albums', record.folder, record.cover)),
  );
  const there = digests.below([world.inbox, join(library, 'albums')]);
  const stays = ({ digest, zip }) => there.has(digest) || there.has(zip);
  // A deletion that did not happen no longer counts.
  promises.given = promises.given.filter((file) => !file.mayGo || stays(file));
  for (const file of promises.given) file.mayGo = false;
  world.movedTo = JSON.parse(readFileSync(join(world.home, 'config.json'), 'utf8')).library_path;
  for (const path of world.places)
    if (path !== world.movedTo && entriesOf(world.real(path)).length === 0) world.places.delete(path);
}

function placeFaults({ movedTo, home }) {
  const { library_path: path } = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
  return movedTo === null || movedTo === path ? [] : [`the library should be in ${movedTo}, the settings have ${path}`];
}

/** Finds files for the pen that do not match their album. */
async function wrongOf(world, records) {
  const { library: root, digests } = world;
  const wrong = [];
  for (const album of records) {
    if (!album.files.some(({ fingerprint }) => fingerprint === fingerprintOf(album, own)))
      wrong.push(`album ${album.oid} "${album.album_title}" has no current file`);
    for (const file of album.files) {
      const path = join(root, 'gme', file.filename);
      const digest = digests.of(path);
      if (digest !== file.sha256) wrong.push(`${file.filename} of album ${album.oid} is not the recorded one`);
      else if (!(await isBuiltSo(world, album, file)))
        wrong.push(`${file.filename} does not match the record of album ${album.oid}`);
    }
  }
  return wrong;
}

/** Files that a second build reproduced: fingerprint and digest. */
const compared = new Set();

async function isBuiltSo(world, album, { fingerprint, sha256 }) {
  const key = `${fingerprint} ${sha256}`;
  if (compared.has(key)) return true;
  const target = [own, ...world.pens.map(({ kind }) => targetOf(kind, own, true))].find(
    (one) => fingerprintOf(album, one) === fingerprint,
  );
  if (target === undefined) return false;
  const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log: silentLog });
  const again = join(world.folder, 'again.gme');
  try {
    const library = await Library.peek(world.library, silentLog);
    const speaker = createSpeaker(() => '');
    const media = await mediaOf(album, target.format, { library, transcoder, speaker, cores: 1 });
    await wholeSounds(album, media);
    if ((await writeGme(again, gmeAlbum(album, target), media)).sha256 !== sha256) return false;
    compared.add(key);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(again, { force: true });
    await transcoder.stop();
  }
}

/** Checks that a converted track has the length of its source. */
async function wholeSounds(album, media) {
  for (const [n, { path }] of media.entries()) {
    const { durationMs } = await probe(path);
    const { duration, filename } = album.tracks[n];
    if (Math.abs(durationMs - duration) > 150) throw new Error(`${filename} has ${durationMs} ms, not ${duration}`);
  }
}

/** @param {World} world */
function orphansOf(world, records) {
  const { library: root } = world;
  const folders = new Map(records.map((album) => [album.folder, album]));
  const built = new Set(records.flatMap(({ files }) => files.map(({ filename }) => filename)));
  const hashes = new Set(records.flatMap(({ tracks }) => tracks.map(({ sha256 }) => sha256)));
  const thrown = new Set(world.trash.map(({ album }) => album.folder));
  const usual = [
    'library.id',
    'library.json',
    'library.json.bak',
    'library.lock',
    'albums',
    'gme',
    'transcoded',
    'staging',
    'trash',
    'backups',
  ];
  return [
    ...namesIn(root).filter((name) => !usual.includes(name)),
    ...namesIn(join(root, 'gme'))
      .filter((name) => !built.has(name))
      .map((name) => `gme/${name}`),
    ...namesIn(join(root, 'trash'))
      .filter((name) => !thrown.has(name))
      .map((name) => `trash/${name}`),
    ...[...thrown].filter((name) => !namesIn(join(root, 'trash')).includes(name)).map((name) => `no trash/${name}`),
    ...namesIn(join(root, 'transcoded'))
      .filter((name) => !hashes.has(name.slice(0, 64)))
      .map((name) => `transcoded/${name}`),
    ...namesIn(join(root, 'staging'))
      .filter((name) => name !== 'uploads')
      .map((name) => `staging/${name}`),
    ...namesIn(join(root, 'staging/uploads')).map((name) => `staging/uploads/${name}`),
    ...namesIn(join(root, 'albums'))
      .filter((name) => !folders.has(name))
      .map((name) => `albums/${name}`),
    ...[...folders].flatMap(([name, album]) =>
      strangersIn(join(root, 'albums', name), album).map((one) => `albums/${name}/${one}`),
    ),
    ...filesIn(world.home)
      .filter((path) => /\.tmp$|\.after-/.test(path))
      .map((path) => `home/${path}`),
  ];
}

function strangersIn(folder, { tracks, cover }) {
  const known = new Set([...tracks.map(({ filename }) => filename), cover, 'album.json']);
  return filesIn(folder).filter((path) => !known.has(path) && !path.startsWith('extras/'));
}

function tornOn(pen) {
  return namesIn(pen.files)
    .filter((name) => name.endsWith('.gme') && name !== pen.foreign && !isWhole(join(pen.files, name)))
    .map((name) => `${name} on ${pen.point} is torn`);
}

function isWhole(path) {
  const bytes = readFileSync(path);
  const source = { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
  try {
    return readGme(source).checksum.stored === checksumOf(source);
  } catch {
    return false;
  }
}

/** @param {World} world */
function penFaults({ digests }, pen, records) {
  const faults = tornOn(pen);
  const target = targetOf(pen.kind, own, true);
  const wanted = records
    .filter(({ on_pens: on }) => on === 'all' || on.includes(pen.serial) || on.includes(pen.id))
    .map((album) => album.files.find(({ fingerprint }) => fingerprint === fingerprintOf(album, target))?.sha256);
  const names = namesIn(pen.files).filter((name) => /\.gme$/.test(name) && name !== pen.foreign);
  const actual = names.map((name) => digests.of(join(pen.files, name)));
  const missing = wanted.filter((digest) => !actual.includes(digest));
  const surplus = names.filter((_, n) => !wanted.includes(actual[n]));
  if (missing.length > 0) faults.push(`${pen.point} misses ${missing.length} of ${wanted.length} files`);
  if (surplus.length > 0 || actual.length > wanted.length)
    faults.push(`${pen.point} has too much: ${names.join(', ')}`);
  for (const name of namesIn(pen.files)) if (/\.tmp$/.test(name)) faults.push(`${name} is left on ${pen.point}`);
  if (readFileSync(join(pen.files, pen.foreign), 'utf8') !== 'of somebody else')
    faults.push(`${pen.foreign} was changed`);
  return faults;
}

/** Pictures without their audio wait for a minute. */
const mayWait = new Set(['.png', '.txt']);

function unsettledOf({ inbox }, records) {
  const waiting = filesIn(inbox).filter((path) => !/^(failed|duplicates)\//.test(path) && !mayWait.has(extname(path)));
  return [
    ...waiting.map((path) => `${path} waits in the inbox`),
    ...records.filter(({ pending }) => pending !== null).map(({ oid }) => `the import of album ${oid} is pending`),
    ...records.flatMap(({ oid, failures }) => failures.map(({ reason }) => `album ${oid} was not built: ${reason}`)),
  ];
}
