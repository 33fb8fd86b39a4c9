/**
 * A backup comes into a library. It adds, and never overwrites; each album comes as a whole or not at all, and what is
 * here already is left alone, so that the next run goes on where a crash or a full disk has ended one.
 */
import { statfs } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { nameKey } from '../base/files/names.js';
import { say } from '../base/language/sentence.js';
import type { Progress } from '../base/ports.js';
import { completeImport } from '../import/complete.js';
import { folderNameOf } from '../import/drafts.js';
import { removeStages } from '../import/stage.js';
import type { ImportContext } from '../import/types.js';
import { highestOid, lowestOid } from '../library/oids.js';
import { factsFileName, factsIn, recordOf, type AlbumFacts } from '../library/records/facts.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import { pathInBackup, unreadable, type BackedUpAlbum } from './format.js';
import { isEdited, matches, oidFor } from './plan.js';
import type { OpenBackup } from './read.js';
import { stageRestored, type Staged } from './stage-restored.js';

export interface RestoreContext extends Pick<ImportContext, 'library' | 'log' | 'alone' | 'signal'> {
  /** In bytes. */
  progress?: Progress;
  /** Is told each album that has come. */
  arrived?: (album: AlbumRecord) => void;
}

export interface Restored {
  /** `formerly` is the number in the backup, where it is another one here. */
  came: { album: AlbumRecord; formerly: number | null; missing: readonly string[] }[];
  /** `oid` is the number in the backup. */
  here: { album: AlbumRecord; oid: number; isEdited: boolean }[];
  failed: { oid: number; album_title: string; error: TonstiftError }[];
}

/** An album of the backup with what is known of it. */
interface Told {
  album: BackedUpAlbum;
  facts: AlbumFacts;
}

/**
 * @throws TonstiftError `unreadable_backup` where nothing of it can be read; `no_space`, with what came before kept;
 *   `library_unavailable`; the signal's reason
 */
export async function restoreBackup(backup: OpenBackup, context: RestoreContext): Promise<Restored> {
  const { library } = context;
  const done: Restored = { came: [], here: [], failed: [] };
  const told = await readAll(backup, done);
  const here = matches(
    told.map(({ facts }) => facts),
    library.albums,
  );
  for (const { facts } of told) {
    const album = here.get(facts);
    if (album !== undefined) done.here.push({ album, oid: facts.oid, isEdited: isEdited(facts, album) });
  }
  const coming = told.filter(({ facts }) => !here.has(facts));
  await checkSpace(coming, context);
  await restNumbers(backup, context);
  await new Restoring(backup, coming, context).run(done);
  const [first] = done.failed;
  if (first !== undefined && done.came.length + done.here.length === 0) throw first.error;
  return done;
}

async function readAll(backup: OpenBackup, { failed }: Restored): Promise<Told[]> {
  const told: Told[] = [];
  for (const album of backup.manifest.albums)
    await factsOf(backup, album).then(
      (facts) => told.push({ album, facts }),
      (error: unknown) => failed.push(failureOf(album, error)),
    );
  return told;
}

/** Bytes; those of an album with 99 tracks are some 60,000. */
const largestFacts = 16 * 1024 ** 2;

async function factsOf(backup: OpenBackup, { folder, facts, missing }: BackedUpAlbum): Promise<AlbumFacts> {
  const path = pathInBackup(folder, factsFileName);
  const wrong = (): TonstiftError => unreadable(say('backup.other_bytes', { name: JSON.stringify(path) }));
  if (facts.size > largestFacts) throw wrong();
  const read = factsIn(await text(await backup.read(path, facts.size)))?.album;
  if (read === undefined || read.folder !== folder) throw wrong();
  if (read.tracks.length > 0 && read.tracks.every(({ filename }) => missing.includes(filename)))
    throw unreadable(say('backup.no_sounds', { title: read.album_title }));
  return read;
}

const bytesOf = ({ files }: BackedUpAlbum): number => files.reduce((sum, { size }) => sum + size, 0);

/** Bytes that stay free for all else. */
const spare = 32 * 1024 ** 2;

async function checkSpace(coming: readonly Told[], { library }: RestoreContext): Promise<void> {
  const needed = coming.reduce((sum, { album }) => sum + bytesOf(album), 0);
  if (needed === 0) return;
  const { bavail, bsize } = await library.within('staging', (staging) => statfs(staging.at('')));
  if (bavail * bsize < needed + spare) throw noSpace(needed);
}

const noSpace = (bytes: number, cause?: unknown): TonstiftError =>
  new TonstiftError('no_space', say('backup.no_space', { size: say('size.MB', { size: bytes / 1e6 }) }), {}, { cause });

/** First of all: whatever happens then, no new album gets a number that a sheet of the other library may have. */
async function restNumbers({ manifest }: OpenBackup, { library }: RestoreContext): Promise<void> {
  const used = new Set(library.albums.map(({ oid }) => oid));
  const isNew = (oid: number): boolean => oid >= lowestOid && oid <= highestOid && !used.has(oid);
  const resting = manifest.resting_oids.filter((oid) => isNew(oid) && !library.resting.includes(oid));
  if (resting.length === 0) return;
  await library.change((data) => ({ ...data, resting_oids: [...data.resting_oids, ...new Set(resting)] }));
}

/** What is wrong with one album only, whatever becomes of the others. */
const ofOne = new Set(['unreadable_backup', 'not_now', 'conflict', 'bad_field', 'no_free_oid']);
const ofDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']);

function failureOf({ oid, album_title }: BackedUpAlbum, thrown: unknown): Restored['failed'][number] {
  const isOurs = thrown instanceof TonstiftError;
  if (isOurs ? !ofOne.has(thrown.code) : ofDisk.has(systemCodeOf(thrown) ?? '')) throw thrown;
  const error = isOurs ? thrown : unreadable(say('backup.broken', { why: messageOf(thrown) }), thrown);
  return { oid, album_title, error };
}

class Restoring {
  private moved = 0;
  private readonly total: number;
  /** Ids of tracks from here on were no track's here before. */
  private readonly firstFree: number;
  private readonly isSameLibrary: boolean;

  constructor(
    private readonly backup: OpenBackup,
    private readonly coming: readonly Told[],
    private readonly context: RestoreContext,
  ) {
    const { library } = context;
    this.total = coming.reduce((sum, { album }) => sum + bytesOf(album), 0);
    const ids = coming.flatMap(({ facts }) => facts.tracks.map(({ id }) => id)).filter((id) => id <= largestId);
    this.firstFree = library.passTrackIds(Math.max(0, ...ids));
    this.isSameLibrary = backup.manifest.library === library.id;
  }

  async run(done: Restored): Promise<void> {
    const { signal } = this.context;
    for (const one of this.coming) {
      signal?.throwIfAborted();
      try {
        const album = await this.bring(one);
        const formerly = album.oid === one.facts.oid ? null : one.facts.oid;
        done.came.push({ album, formerly, missing: one.album.missing });
      } catch (error) {
        signal?.throwIfAborted();
        const code = error instanceof TonstiftError ? '' : systemCodeOf(error);
        if (code === 'ENOSPC' || code === 'EDQUOT') throw noSpace(this.total - this.moved, error);
        done.failed.push(failureOf(one.album, error));
      }
    }
  }

  private async bring({ album, facts }: Told): Promise<AlbumRecord> {
    const { library, log, alone, progress, signal, arrived } = this.context;
    const moved = (bytes: number): void => progress?.(Math.min((this.moved += bytes), this.total), this.total);
    const staged = await stageRestored(album, facts, { backup: this.backup, library, moved, signal });
    let record: AlbumRecord;
    let completed: Promise<void>;
    try {
      const folder = await this.folderFor(facts);
      // In one go, so that no two get the same number.
      const wanted = this.coming.map((one) => one.facts.oid);
      record = this.recordFrom({ ...facts, folder, oid: oidFor(library, facts.oid, wanted) }, staged);
      const recorded = library.change((data) => ({ ...data, albums: [...data.albums, record] }));
      // Its turn is taken now: nobody gets at the album before it is complete.
      completed = alone(record, async () => {
        await recorded;
        await completeImport(library, record, { log, given: [] });
      });
      completed.catch(() => undefined);
      await recorded;
    } catch (error) {
      await removeStages(library, [staged.staging]);
      throw error;
    }
    await completed;
    const made = library.inFolder(record.folder) ?? record;
    arrived?.(made);
    return made;
  }

  private recordFrom(facts: AlbumFacts, { staging, tracks, cover, copies }: Staged): AlbumRecord {
    const used = new Set(this.context.library.albums.flatMap((album) => album.tracks.map(({ id }) => id)));
    const withId = (track: TrackRecord): TrackRecord => {
      const isFree = !used.has(track.id) && track.id <= largestId;
      const isKept = isFree && (track.id >= this.firstFree || this.isSameLibrary);
      const id = isKept ? track.id : this.context.library.freeTrackId();
      used.add(id);
      return { ...track, id };
    };
    const cover_kind = cover === null ? null : facts.cover_kind;
    const pending = { staging, sources: [], copies };
    return { ...recordOf(facts), tracks: tracks.map(withId), cover, cover_kind, pending };
  }

  /** Its own, which tells it from others here, too; another one where that is somebody's. */
  private async folderFor({ folder, album_title }: AlbumFacts): Promise<string> {
    const { library } = this.context;
    const taken = [
      ...library.albums.map((album) => album.folder),
      ...library.trash.map(({ album }) => album.folder),
      ...(await library.orphans()),
    ].map(nameKey);
    return taken.includes(nameKey(folder)) ? folderNameOf(album_title) : folder;
  }
}

/** Far more than any library gives; what a stranger has written must not use them up. */
const largestId = 1e9;
