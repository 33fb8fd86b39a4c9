/** Restores the missing albums of a backup, one by one. */
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { nameKey } from '../../base/files/names.js';
import { completeImport } from '../../import/complete.js';
import { folderNameOf } from '../../import/create.js';
import { extrasFolder, removeStages } from '../../import/stage.js';
import { recordOf, type AlbumFacts } from '../../library/records/facts.js';
import { folderState, isGone } from '../../library/rescan.js';
import type { AlbumRecord, TrackRecord } from '../../library/types.js';
import { namesOf } from './hold-album.js';
import { oidFor } from './plan.js';
import type { OpenBackup } from './read.js';
import {
  bytesOf,
  failureOf,
  freeFor,
  noSpace,
  type Restored,
  type RestoreContext,
  type ReadAlbum,
} from './restored.js';
import { stageRestored, type Staged } from './stage-restored.js';

export class Restoring {
  private moved = 0;
  private readonly total: number;
  /** No track here has ever had an id from here on. */
  private readonly firstFree: number;
  private readonly isSameLibrary: boolean;

  constructor(
    private readonly backup: OpenBackup,
    private readonly coming: readonly ReadAlbum[],
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
        const formerly = one.emptied !== undefined || album.oid === one.facts.oid ? null : one.facts.oid;
        done.came.push({ album, formerly, missing: one.album.missing });
      } catch (error) {
        signal?.throwIfAborted();
        const code = error instanceof TonstiftError ? '' : systemCodeOf(error);
        if (code === 'ENOSPC' || code === 'EDQUOT')
          throw noSpace(this.context, { coming: this.total - this.moved, free: await freeFor(this.context) }, error);
        done.failed.push(failureOf(one.album, error));
      }
    }
  }

  private async bring(one: ReadAlbum): Promise<AlbumRecord> {
    const { facts, emptied } = one;
    const { library, progress, signal, arrived } = this.context;
    const moved = (bytes: number): void => progress?.(Math.min((this.moved += bytes), this.total), this.total);
    const wanted = emptied === undefined ? one : await this.lostOf(emptied, one);
    const staged = await stageRestored(wanted.album, wanted.facts, { backup: this.backup, library, moved, signal });
    const record = emptied === undefined ? await this.add(facts, staged) : await this.refill(emptied, staged);
    const made = library.inFolder(record.folder) ?? record;
    arrived?.(made);
    return made;
  }

  /** An album whose folder is still there gets its tracks only, because a cover or an extra there may be newer. */
  private async lostOf(emptied: AlbumRecord, { album, facts }: ReadAlbum): Promise<Pick<ReadAlbum, 'album' | 'facts'>> {
    const isThere = (await folderState(this.context.library, emptied)) !== null;
    const lost = isThere || emptied.cover === null ? { ...facts, cover: null } : facts;
    const own = new Set(namesOf(lost));
    const files = album.files.filter(({ name }) => own.has(name) || (!isThere && name.startsWith(`${extrasFolder}/`)));
    return { album: { ...album, files }, facts: lost };
  }

  private async add(facts: AlbumFacts, staged: Staged): Promise<AlbumRecord> {
    const { library, log, alone } = this.context;
    let record: AlbumRecord;
    let completed: Promise<void>;
    try {
      const folder = await this.folderFor(facts);
      // In one step, so that no two albums get the same number.
      const wanted = this.coming.map((one) => one.facts.oid);
      record = this.recordFrom({ ...facts, folder, oid: oidFor(library, facts.oid, wanted) }, staged);
      const recorded = library.change((data) => ({ ...data, albums: [...data.albums, record] }));
      // Takes the album's turn now, so that no other job accesses the album before it is complete.
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
    return record;
  }

  /** Puts the files back into an album whose own are gone, unless these are here again. */
  private async refill(emptied: AlbumRecord, { staging, tracks, copies }: Staged): Promise<AlbumRecord> {
    const { library, log, alone } = this.context;
    const { folder } = emptied;
    const timeOf = ({ filename, sha256, mtime_ms }: TrackRecord): number =>
      tracks.find((one) => one.filename === filename && one.sha256 === sha256)?.mtime_ms ?? mtime_ms;
    await alone(emptied, async () => {
      const album = library.inFolder(folder);
      if (album === undefined || !(await isGone(library, album))) return removeStages(library, [staging]);
      await library
        .changeAlbum(folder, (now) => ({
          ...now,
          tracks: now.tracks.map((track) => ({ ...track, mtime_ms: timeOf(track) })),
          pending: { staging, sources: [], copies },
        }))
        .catch(async (error: unknown) => {
          await removeStages(library, [staging]);
          throw error;
        });
      await completeImport(library, library.inFolder(folder) ?? album, { log, given: [] });
    });
    return emptied;
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

  /** Keeps the folder's name, which identifies the album here too, unless another album uses it. */
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

/** Far above the ids of any real library; a hostile backup must not use them all up. */
const largestId = 1e9;
