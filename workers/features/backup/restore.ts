/**
 * Restores a backup into a library. It adds albums and overwrites nothing. Each album is restored completely or not at
 * all. Albums that are already here are skipped, so the next run continues after a crash or a full disk. If all files
 * of one are gone, they are put back.
 */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { highestOid, lowestOid } from '../../library/oids.js';
import { factsFileName, factsIn, type AlbumFacts } from '../../library/records/facts.js';
import { isGone } from '../../library/rescan.js';
import { pathInBackup, unreadable, type BackedUpAlbum } from './format.js';
import { asRestored, hasAll, isEdited, matches } from './plan.js';
import type { OpenBackup } from './read.js';
import {
  bytesOf,
  failureOf,
  freeFor,
  noSpace,
  reserve,
  type Restored,
  type RestoreContext,
  type ReadAlbum,
} from './restored.js';
import { Restoring } from './restoring.js';

/**
 * @throws TonstiftError `unreadable_backup` if no album can be read; `no_space`, and earlier albums are kept;
 *   `library_unavailable`; the signal's reason
 */
export async function restoreBackup(backup: OpenBackup, context: RestoreContext): Promise<Restored> {
  const { library } = context;
  const done: Restored = { came: [], here: [], failed: [] };
  const read = await readAll(backup, done);
  const here = matches(read, library.albums);
  const coming: ReadAlbum[] = [];
  for (const one of read) {
    const album = here.get(one);
    if (album === undefined) coming.push(one);
    else if (hasAll(one.restored, album) && (await isGone(library, album).catch(() => false)))
      coming.push({ ...one, emptied: album });
    else done.here.push({ album, isEdited: isEdited(one, album) });
  }
  await checkSpace(coming, context);
  await restNumbers(backup, context);
  await new Restoring(backup, coming, context).run(done);
  const [first] = done.failed;
  if (first !== undefined && done.came.length + done.here.length === 0) throw first.error;
  return done;
}

async function readAll(backup: OpenBackup, { failed }: Restored): Promise<ReadAlbum[]> {
  const read: ReadAlbum[] = [];
  for (const album of backup.manifest.albums)
    await factsOf(backup, album).then(
      (facts) => read.push({ album, facts, restored: asRestored({ album, facts }) }),
      (error: unknown) => failed.push(failureOf(album, error)),
    );
  return read;
}

/** In bytes; an album with 99 tracks has about 60,000. */
const largestFacts = 4 * 1024 ** 2;

async function factsOf(backup: OpenBackup, { folder, facts, missing }: BackedUpAlbum): Promise<AlbumFacts> {
  const path = pathInBackup(folder, factsFileName);
  const wrong = (): TonstiftError => unreadable(say('backup.other_bytes', { name: JSON.stringify(path) }));
  if (facts.size > largestFacts) throw wrong();
  const written = await text(await backup.read(path, facts.size));
  if (createHash('sha256').update(written).digest('hex') !== facts.sha256) throw wrong();
  const read = factsIn(written)?.album;
  if (read === undefined || read.folder !== folder) throw wrong();
  if (read.tracks.length > 0 && read.tracks.every(({ filename }) => missing.includes(filename)))
    throw unreadable(say('backup.no_sounds', { title: read.album_title }));
  return read;
}

async function checkSpace(albums: readonly ReadAlbum[], context: RestoreContext): Promise<void> {
  const coming = albums.reduce((sum, { album }) => sum + bytesOf(album), 0);
  if (coming === 0) return;
  const free = await freeFor(context);
  if (free < coming + reserve) throw noSpace(context, { coming, free });
}

/**
 * Reserves the numbers first, so that no new album gets one that a sheet of the other library may have, even after a
 * failure.
 */
async function restNumbers({ manifest }: OpenBackup, { library }: RestoreContext): Promise<void> {
  const used = new Set(library.albums.map(({ oid }) => oid));
  const isNew = (oid: number): boolean => oid >= lowestOid && oid <= highestOid && !used.has(oid);
  const resting = manifest.resting_oids.filter((oid) => isNew(oid) && !library.resting.includes(oid));
  if (resting.length === 0) return;
  await library.change((data) => ({ ...data, resting_oids: [...data.resting_oids, ...new Set(resting)] }));
}
