/** Splits an album and joins two albums: locks them against other edits, and publishes events. */
import type { RearrangeService, SplitResult } from '../../../http/features/rearrange/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumRecord, AlbumView, JoinPlace, SplitPart, SplitProposal } from '../../../workers/library/types.js';
import { checkNumber, joinAlbums } from '../../../workers/features/rearrange/join.js';
import { cutAfter, proposalsOf } from '../../../workers/features/rearrange/proposals.js';
import { readTracks } from '../../../workers/import/read-tracks.js';
import { splitAlbum } from '../../../workers/features/rearrange/split.js';
import type { ImportContext } from '../../../workers/import/types.js';
import type { Library } from '../../../workers/library/library.js';
import type { Log } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';
import { editOf, type Jobs } from '../../jobs.js';
import type { Albums } from '../../albums/albums.js';
import type { Builds } from '../../albums/builds.js';

interface RearrangeParts {
  albums: Pick<Albums, 'view' | 'changed' | 'arrived' | 'editAlone' | 'tidyPictures' | 'inLibrary'>;
  library: Library;
  builds: Builds;
  jobs: Jobs;
  events: EventBus;
  importing: Omit<ImportContext, 'signal'>;
  log: Log;
}

export class Rearranging implements RearrangeService {
  constructor(private readonly parts: RearrangeParts) {}

  async splits(oid: number, after: readonly number[] = []): Promise<SplitProposal[]> {
    const { library } = this.parts;
    const album = library.get(oid);
    const cut = after.length === 0 ? [] : [cutAfter(album, after)];
    // If the library is unavailable, its tracks cannot be read.
    await library.verify();
    return [...cut, ...proposalsOf(album, await this.tagsOf(album))];
  }

  async split(oid: number, parts: readonly SplitPart[]): Promise<SplitResult> {
    const { albums, library, log } = this.parts;
    const { folder } = library.get(oid);
    let made: AlbumRecord[] = [];
    await albums.editAlone(folder, async (album) => {
      made = await splitAlbum(album, parts, this.context());
    });
    const titles = made.map((one) => `${one.oid} "${one.album_title}"`).join(', ');
    log.info(`Album ${oid} was split into new albums: ${titles}.`);
    albums.changed(folder);
    albums.arrived(made);
    const first = library.get(oid);
    const album = albums.view(first);
    const others = made.map((one) => albums.view(one));
    await albums.tidyPictures(first);
    return { album, albums: [album, ...others] };
  }

  async join(oid: number, other: number, place: JoinPlace): Promise<AlbumView> {
    const { albums, library, builds, events, importing, log } = this.parts;
    const [into, gone] = [library.get(oid), library.get(other)];
    checkNumber({ album: into, other: gone });
    const title = gone.album_title;
    await builds.forget(gone.folder);
    await this.bothAlone(into, gone, async (album, joined) => {
      await builds.forget(joined.folder);
      await joinAlbums({ album, other: joined, place }, importing);
    });
    log.info(`Album ${other} "${title}" is part of album ${oid} "${into.album_title}" now.`);
    events.emit('album.removed', { oid: other });
    albums.changed(into.folder);
    return albums.view(library.inFolder(into.folder) ?? into);
  }

  /** Locks both albums, always in the same order, and one pair at a time. This avoids a deadlock. */
  private async bothAlone(
    into: AlbumRecord,
    gone: AlbumRecord,
    work: (into: AlbumRecord, gone: AlbumRecord) => Promise<void>,
  ): Promise<void> {
    const { albums, jobs } = this.parts;
    const [first, second] = [into.folder, gone.folder].sort() as [string, string];
    const job = { lane: 'joins', kind: 'edit', title: into.album_title, oid: into.oid } as const;
    await jobs.run(job, () =>
      albums.editAlone(
        first,
        () =>
          albums.editAlone(second, async () => work(this.current(into.folder), this.current(gone.folder)), {
            nested: true,
          }),
        { nested: true },
      ),
    );
  }

  private current(folder: string): AlbumRecord {
    const album = this.parts.library.inFolder(folder);
    if (album === undefined) throw new TonstiftError('album_not_found', say('error.album_deleted'));
    return album;
  }

  /** The album is locked already. A new album from it is not in use yet, so its job is nested and does not wait. */
  private context(): RearrangeParts['importing'] {
    const { importing, jobs } = this.parts;
    return { ...importing, alone: (album, work) => jobs.run({ ...editOf(album), nested: true }, work) };
  }

  private tagsOf(album: AlbumRecord): Promise<ReadonlyMap<number, { album: string | undefined }>> {
    const { albums, importing } = this.parts;
    return albums
      .inLibrary(() => readTracks(album, importing))
      .then((tracks) => new Map([...tracks].map(([id, { facts }]) => [id, facts])));
  }
}
