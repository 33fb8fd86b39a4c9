/** Deleted albums: restores them, or deletes them permanently. The DeletedService of the HTTP layer. */
import type { DeletedAlbumView, DeletedService } from '../../../http/features/deleted/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import type { TrashedAlbum } from '../../../workers/library/data.js';
import type { Library } from '../../../workers/library/library.js';
import { expired, trashDays, withDay } from '../../../workers/library/records/trash.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { editOf, type Jobs } from '../../jobs.js';
import type { Albums } from '../../albums/albums.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Milliseconds. */
const firstHour = 3_600_000;

interface DeletedParts {
  library: Library;
  albums: Albums;
  jobs: Jobs;
  clock: MonotonicClock;
  log: Log;
}

export class DeletedAlbums implements DeletedService {
  /** Orphans that were already logged. */
  private readonly known = new Set<string>();

  /** Time of the first look. */
  private begun: number | null = null;

  constructor(private readonly parts: DeletedParts) {}

  list(): DeletedAlbumView[] {
    return [...this.parts.library.trash].sort((a, b) => b.deleted_at - a.deleted_at).map(viewOf);
  }

  async orphans(): Promise<readonly string[]> {
    const { library } = this.parts;
    return library.away === null ? library.orphans() : [];
  }

  async restore(folder: string): Promise<AlbumView> {
    const { library, albums, log } = this.parts;
    const album = await this.job(folder, () => library.restore(folder));
    log.info(`Album ${album.oid} "${album.album_title}" was restored from the trash.`);
    albums.arrived([album]);
    return albums.view(library.inFolder(folder) ?? album);
  }

  async discard(folder: string): Promise<void> {
    const { library, log } = this.parts;
    await this.job(folder, () => library.discard(folder));
    log.info(`The files of a deleted album were deleted for good: ${folder}.`);
  }

  /** Logs folders that belong to no album, and permanently deletes the albums whose time in the trash is over. */
  async look(): Promise<void> {
    const { log } = this.parts;
    for (const folder of await this.orphans()) {
      if (this.known.has(folder)) continue;
      this.known.add(folder);
      log.warn(`The folder ${JSON.stringify(folder)} in the library belongs to no album; see the page /deleted.`);
    }
    await this.expire();
  }

  /** Waits an hour after the start: the machine may not have its time from the network yet. */
  private async expire(): Promise<void> {
    const { library, jobs, clock, log } = this.parts;
    this.begun ??= clock.monotonic();
    if (clock.monotonic() - this.begun < firstHour) return;
    const { away, trash } = library;
    const now = clock.now();
    if (away !== null || (withDay(trash, now) === trash && expired(trash, now).length === 0)) return;
    await jobs.run({ kind: 'edit', title: 'Albums that were deleted long ago', oid: null } as const, async () => {
      const gone = await library.discardExpired(now);
      for (const { album } of gone)
        log.info(`"${album.album_title}" was deleted ${trashDays} days ago; its files are now deleted for good.`);
    });
  }

  private job<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
    const { library, jobs } = this.parts;
    const found = library.trash.find(({ album }) => album.folder === folder);
    if (found === undefined)
      throw new TonstiftError('not_found', say('error.no_trash', { folder: JSON.stringify(folder) }));
    return jobs.run({ ...editOf(found.album), brief: true }, async () => {
      await library.verify();
      return work();
    });
  }
}

const viewOf = ({ album, deleted_at }: TrashedAlbum): DeletedAlbumView => ({
  folder: album.folder,
  oid: album.oid,
  album_title: album.album_title,
  album_artist: album.album_artist,
  num_tracks: album.tracks.length,
  deleted_at: new Date(deleted_at).toISOString(),
  kept_until: new Date(deleted_at + trashDays * 86_400_000).toISOString(),
});
