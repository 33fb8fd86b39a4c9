/** What can be done with albums, one operation at a time on each: the AlbumService of the HTTP room. */
import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumService, SplitResult, UploadResult } from '../../http/resources/albums/service.js';
import type { ServedFile } from '../../http/response/served-file.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { shared } from '../../workers/base/async/shared.js';
import { removeGenerated } from '../../workers/build/build-album.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { sameTime } from '../../workers/base/files/same-time.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { coverOfSeen } from '../../workers/import/choose-cover.js';
import { completeImport } from '../../workers/import/complete.js';
import { importBatch } from '../../workers/import/import.js';
import { joinAlbum } from '../../workers/import/join.js';
import type { Batch, ImportContext } from '../../workers/import/types.js';
import { coverFileName } from '../../workers/library/cover.js';
import { builtFile } from '../../workers/library/fingerprint.js';
import { editAlbum } from '../../workers/library/edit.js';
import type { Library } from '../../workers/library/library.js';
import { sheetsWith, withPrinted } from '../../workers/library/printed.js';
import type {
  AlbumEdit,
  AlbumRecord,
  AlbumView,
  JoinPlace,
  PrintedBy,
  SheetView,
  SplitPart,
  SplitProposal,
  TrackRecord,
} from '../../workers/library/types.js';
import {
  digestOfPicture,
  tidyTrackPictures,
  trackPictureName,
  trackPictureSide,
  withTrackPicture,
} from '../../workers/library/track-pictures.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { audioTypeOf } from './audio-types.js';
import type { Arrivals } from '../arrivals/arrivals.js';
import type { EventBus } from '../events.js';
import { editOf, type JobDescription, type Jobs } from '../jobs.js';
import type { Builds } from './builds.js';
import { Rearranging } from './rearrange.js';
import type { Thumbnails } from './thumbnails.js';
import { AlbumViews } from './views.js';
import { foundFile, foundFiles, fromUpload, isUploadOf } from './sent-files.js';
import { say } from '../../workers/base/language/sentence.js';

export interface AlbumParts {
  arrivals: Pick<Arrivals, 'add'>;
  library: Library;
  builds: Builds;
  jobs: Jobs;
  events: EventBus;
  importing: Omit<ImportContext, 'signal'>;
  clock: Clock;
  log: Log;
  thumbnails: Thumbnails;
}

const announcedAtOnce = 20;

export class Albums implements AlbumService {
  private readonly views: AlbumViews;

  private readonly rearranging: Rearranging;

  /** Albums whose generated files are to go: which of these others use is looked up once for all of them. */
  private readonly cleaned: AlbumRecord[] = [];
  private readonly removeCleaned = shared(async () => {
    const { library } = this.parts;
    const albums = this.cleaned.splice(0);
    const folders = new Set(albums.map(({ folder }) => folder));
    await removeGenerated(
      albums,
      library.albums.filter(({ folder }) => !folders.has(folder)),
      library,
    );
  });

  constructor(private readonly parts: AlbumParts) {
    this.views = new AlbumViews(parts);
    this.rearranging = new Rearranging(parts, this);
  }

  list(): readonly AlbumView[] {
    return this.views.all();
  }

  count(): number {
    return this.parts.library.albums.length;
  }

  get(oid: number): AlbumView {
    return this.view(this.parts.library.get(oid));
  }

  view(album: AlbumRecord): AlbumView {
    return this.views.of(album);
  }

  /** Has the GME follow, and announces the album. */
  changed(folder: string): void {
    const { library, builds } = this.parts;
    const album = library.inFolder(folder);
    if (album === undefined) return;
    builds.wake([album]);
    this.announce(folder);
  }

  /** Publishes the album as it is now. */
  announce(folder: string): void {
    const { library, events } = this.parts;
    const album = library.inFolder(folder);
    if (album !== undefined) events.emit('album.changed', { album: this.view(album) });
  }

  arrived(albums: readonly AlbumRecord[]): void {
    const { events, builds } = this.parts;
    builds.wake(albums);
    for (const album of albums) events.emit('album.added', { album: this.view(album) });
  }

  uploaded(key: string): UploadResult | null {
    const { albums } = this.parts.library;
    const views = albums.filter(({ origin }) => isUploadOf(origin, key)).map((album) => this.view(album));
    const [album] = views;
    return album === undefined ? null : { album, albums: views, rejected: [], duplicate_of: null };
  }

  upload(files: UploadedFile[], cover: UploadedFile | undefined, key?: string): Promise<UploadResult> {
    // A job, so that the library is not moved meanwhile. What comes twice at once is two jobs, one after the other.
    const lane = key === undefined ? {} : { lane: `upload:${key}` };
    const job = { ...lane, kind: 'import', title: 'An upload', oid: null } as const;
    return this.parts.jobs.run(job, async ({ signal }) => {
      const before = key === undefined ? null : this.uploaded(key);
      return before ?? this.takeIn(files, cover, { key, signal });
    });
  }

  private async takeIn(
    files: UploadedFile[],
    cover: UploadedFile | undefined,
    { key = null, signal }: { key: string | null | undefined; signal: AbortSignal },
  ): Promise<UploadResult> {
    const { importing, log } = this.parts;
    const batch: Batch = {
      ...fromUpload,
      origin: { ...fromUpload.origin, source: key },
      ...(cover === undefined ? {} : { cover: await foundFile(cover) }),
      files: await foundFiles(files),
    };
    const { albums, rejected, duplicates } = await this.inLibrary(() => importBatch(batch, { ...importing, signal }));
    for (const album of albums)
      log.info(`An upload is album ${album.oid} "${album.album_title}" (${album.tracks.length} tracks).`);
    this.arrived(albums);
    this.note(batch, albums, rejected);
    const views = albums.map((album) => this.view(album));
    const [album] = views;
    if (album === undefined) throw new Error('an import without refusal gave no album');
    return { album, albums: views, rejected, duplicate_of: duplicates[0]?.of.oid ?? null };
  }

  private note({ files }: Batch, albums: readonly AlbumRecord[], rejected: UploadResult['rejected']): void {
    const { arrivals } = this.parts;
    // That of the folder, where there was one.
    const [top = '', below] = files[0]?.relativePath.split('/') ?? [];
    const name = below === undefined ? (albums[0]?.album_title ?? top) : top;
    arrivals.add({ way: 'upload', end: 'album', name, oids: albums.map(({ oid }) => oid) });
    const reasons = rejected.map(({ filename, reason }) => say('import.rejected', { filename, reason }));
    if (reasons.length > 0) arrivals.add({ way: 'upload', end: 'failed', name, reasons });
  }

  async createGme(oid: number): Promise<AlbumView> {
    const { folder, pending } = this.parts.library.get(oid);
    // Its tracks may be on their way in.
    if (pending !== null) await this.editAlone(folder, () => Promise.resolve());
    await this.parts.builds.build(folder);
    return this.view(this.current(folder));
  }

  async remove(oid: number): Promise<AlbumView> {
    const { library, builds, events, clock, log } = this.parts;
    const { folder } = library.get(oid);
    const view = this.view(library.get(oid));
    await builds.forget(folder);
    await this.editAlone(
      folder,
      async () => {
        await builds.forget(folder);
        const album = this.current(folder);
        await library.remove(album, clock.now());
        // It is deleted by now, whatever becomes of these.
        await this.removeGenerated(album).catch((error: unknown) =>
          log.warn(`The generated files of album ${oid} stay for now: ${messageOf(error)}`),
        );
      },
      { brief: true },
    );
    log.info(`Album ${oid} "${view.album_title}" is deleted.`);
    events.emit('album.removed', { oid });
    return view;
  }

  async update(oid: number, edit: AlbumEdit): Promise<AlbumView> {
    const { library, clock } = this.parts;
    const { events } = this.parts;
    const view = await this.editAndShow(oid, async (album) => {
      const apply = (current: AlbumRecord): AlbumRecord =>
        editAlbum(current, edit, this.oidsBeside(album.folder), clock.now());
      // Checked before anything is changed; applied to the record as it then is.
      apply(album);
      await library.changeAlbum(album.folder, apply);
    });
    // Nothing is under the old number any more.
    if (view.oid !== oid) events.emit('album.removed', { oid });
    return view;
  }

  async setCover(oid: number, cover: UploadedFile): Promise<AlbumView> {
    const { library } = this.parts;
    return this.editAndShow(oid, async (album) => {
      const jpeg = await coverOfSeen(await foundFile(cover));
      await this.within(album, (folder) => writeDurably(folder.at(coverFileName), jpeg));
      await library.changeAlbum(album.folder, (current) => ({
        ...current,
        cover: coverFileName,
        cover_kind: 'chosen',
      }));
    });
  }

  async setTrackPicture(oid: number, id: number, picture: UploadedFile): Promise<AlbumView> {
    return this.editAndShow(oid, async (album) => {
      trackOf(album, id);
      const jpeg = await coverOfSeen(await foundFile(picture), { side: trackPictureSide, field: 'picture' });
      const name = trackPictureName(jpeg);
      await this.within(album, (home) => writeDurably(home.at(name), jpeg));
      await this.changePicture(album, id, name);
    });
  }

  async deleteTrackPicture(oid: number, id: number): Promise<AlbumView> {
    return this.editAndShow(oid, async (album) => {
      if (trackOf(album, id).picture === null)
        throw new TonstiftError('not_found', say('error.no_own_picture', { id: String(id), oid }));
      await this.changePicture(album, id, null);
    });
  }

  async addTracks(
    oid: number,
    files: UploadedFile[],
  ): Promise<{ album: AlbumView; rejected: UploadResult['rejected'] }> {
    const batch = { ...fromUpload, files: await foundFiles(files) };
    let rejected: UploadResult['rejected'] = [];
    const album = await this.editAndShow(oid, async ({ folder }) => {
      const outcome = await joinAlbum(folder, batch, this.parts.importing);
      rejected = outcome.rejected;
    });
    return { album, rejected };
  }

  async deleteTrack(oid: number, id: number): Promise<AlbumView> {
    const { library, clock } = this.parts;
    return this.editAndShow(oid, async (album) => {
      const track = trackOf(album, id);
      if (album.tracks.length === 1) {
        throw new TonstiftError('conflict', say('error.only_track', { title: JSON.stringify(track.track_title), oid }));
      }
      // Nothing is taken out where its folder is a link.
      await this.within(album, () => library.removeTrack(album, track, clock.now()));
      await this.tidyPictures(album);
    });
  }

  async cleanup(oid: number): Promise<AlbumView> {
    const { library, builds } = this.parts;
    return this.editAndShow(
      oid,
      async ({ folder }) => {
        await builds.forget(folder, new TonstiftError('aborted', 'The generated files are being removed.'));
        const album = this.current(folder);
        await library.changeAlbum(folder, (now) => ({
          ...now,
          files: [],
          failures: [],
          gme_paused: builds.fingerprint(now),
        }));
        await this.removeGenerated(album);
      },
      'brief',
    );
  }

  splits(oid: number, after: readonly number[] = []): Promise<SplitProposal[]> {
    return this.rearranging.splits(oid, after);
  }

  async split(oid: number, parts: readonly SplitPart[]): Promise<SplitResult> {
    const result = await this.rearranging.split(oid, parts);
    await this.tidyPictures(this.parts.library.get(oid));
    return result;
  }

  join(oid: number, other: number, place: JoinPlace): Promise<AlbumView> {
    return this.rearranging.join(oid, other, place);
  }

  /** What was made for them goes, and what only they use. */
  private removeGenerated(album: AlbumRecord): Promise<void> {
    this.cleaned.push(album);
    return this.removeCleaned();
  }

  async notePrinted(oids: readonly number[], by: PrintedBy): Promise<void> {
    const { library, clock, log } = this.parts;
    const at = clock.now();
    const printed = new Set(oids);
    const isPrinted = ({ oid }: AlbumRecord): boolean => printed.has(oid);
    const folders = library.albums.filter(isPrinted).map(({ folder }) => folder);
    const note = (album: AlbumRecord): AlbumRecord =>
      isPrinted(album) ? withPrinted(album, { oid: album.oid, at, by }) : album;
    try {
      await library.change((data) => ({ ...data, albums: data.albums.map(note) }));
    } catch (error) {
      const what = folders.length === 1 ? '1 album was' : `${folders.length} albums were`;
      return log.warn(`It could not be noted that ${what} printed: ${messageOf(error)}`);
    }
    for (const [n, folder] of folders.entries()) {
      // A sheet of a whole library is no reason to keep everybody waiting.
      if (n % announcedAtOnce === 0) await new Promise(setImmediate);
      this.announce(folder);
    }
  }

  sheets(oids: readonly number[]): SheetView[] {
    const { albums, trash } = this.parts.library;
    return sheetsWith(oids, [...albums, ...trash.map(({ album }) => album)]);
  }

  async gmeFile(oid: number): Promise<ServedFile> {
    const { library, builds } = this.parts;
    const album = library.get(oid);
    const { gme_state: state, gme_error } = this.view(album);
    const file = state === 'ready' ? builtFile(album, builds.fingerprint(album)) : undefined;
    const path = join(library.gmeFolder, file?.filename ?? '');
    const facts = file === undefined ? null : await lstat(path).catch(unlessGone(null));
    if (file === undefined || facts?.size !== file.size) {
      // Someone has removed the file: what is recorded is no longer so.
      if (file !== undefined) await builds.sweep();
      throw new TonstiftError('gme_missing', say('error.no_gme', { oid, state, why: gme_error ?? '' }));
    }
    const { size, sha256, filename } = file;
    return {
      root: library.path,
      path,
      size,
      identity: fileIdentity(facts),
      // A new file has its name before its record: the record's digest is of the file with the record's time alone.
      etag: sameTime(file.mtime_ms, facts.mtimeMs) ? sha256 : tagOf(path, size, facts.mtimeMs),
      type: 'application/octet-stream',
      downloadName: filename,
    };
  }

  async coverFile(oid: number, filename: string): Promise<ServedFile> {
    const { library } = this.parts;
    const album = library.get(oid);
    const isOne = album.cover === filename || album.tracks.some(({ picture }) => picture === filename);
    const path = join(library.folderOf(album), filename);
    const facts = isOne ? await lstat(path).catch(unlessGone(null)) : null;
    if (facts === null)
      throw new TonstiftError('not_found', say('error.no_such_picture', { oid, name: JSON.stringify(filename) }));
    return {
      root: library.path,
      path,
      size: facts.size,
      identity: fileIdentity(facts),
      etag: digestOfPicture(filename) ?? tagOf(path, facts.size, facts.mtimeMs),
      type: 'image/jpeg',
    };
  }

  async covers(oids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { library, thumbnails } = this.parts;
    const albums = oids.flatMap((oid) => library.find(oid) ?? []);
    const tags = await Promise.all(albums.map(async (album) => [album.oid, await thumbnails.tag(album)] as const));
    return new Map(tags.flatMap(([oid, tag]) => (tag === null ? [] : [[oid, tag]])));
  }

  async thumbnail(oid: number): Promise<ServedFile> {
    const { library, thumbnails } = this.parts;
    return thumbnails.file(library.get(oid));
  }

  async trackFile(oid: number, id: number): Promise<ServedFile> {
    const { library } = this.parts;
    const album = library.get(oid);
    const track = trackOf(album, id);
    const path = join(library.folderOf(album), track.filename);
    const facts = await lstat(path).catch(unlessGone(null));
    if (facts === null) throw new TonstiftError('not_found', say('error.track_file', { id: String(id) }));
    return {
      root: library.path,
      path,
      size: facts.size,
      identity: fileIdentity(facts),
      etag: tagOf(path, facts.size, facts.mtimeMs),
      type: audioTypeOf(track.filename),
    };
  }

  /** @throws TonstiftError `conflict` where a link stands in the place of the album's folder */
  private within<Result>({ folder }: AlbumRecord, task: (home: HeldFolder) => Promise<Result>): Promise<Result> {
    return inFolder(this.parts.library.path, `albums/${folder}`, task);
  }

  private async changePicture(album: AlbumRecord, id: number, picture: string | null): Promise<void> {
    await this.parts.library.changeAlbum(album.folder, (current) => withTrackPicture(current, id, picture));
    await this.tidyPictures(album);
  }

  /** What stays is in nobody's way, and goes the next time. */
  private async tidyPictures({ folder }: AlbumRecord): Promise<void> {
    const album = this.current(folder);
    await this.within(album, (home) => tidyTrackPictures(home, album)).catch((error: unknown) =>
      this.parts.log.warn(`Pictures that no track of album ${album.oid} has any more stay: ${messageOf(error)}`),
    );
  }

  private oidsBeside(folder: string): Set<number> {
    return new Set(this.parts.library.albums.filter((other) => other.folder !== folder).map((other) => other.oid));
  }

  private current(folder: string): AlbumRecord {
    const album = this.parts.library.inFolder(folder);
    if (album === undefined) throw new TonstiftError('album_not_found', say('error.album_deleted'));
    return album;
  }

  /** @param how `nested`: a job that is under way waits for it; `brief`: it is told of only where it waits */
  async editAlone(
    folder: string,
    work: (album: AlbumRecord) => Promise<void>,
    how: Pick<JobDescription, 'nested' | 'brief'> = {},
  ): Promise<void> {
    const { jobs, library } = this.parts;
    await jobs.run({ ...editOf(this.current(folder)), ...how }, async () => {
      await library.verify();
      await this.inLibrary(async () => {
        await this.endMoves(folder);
        await work(this.current(folder));
      });
    });
  }

  /** Files on their way into a folder or out of it are there before something becomes of it. */
  private async endMoves(folder: string): Promise<void> {
    const { library, log } = this.parts;
    for (const album of library.albums)
      if (album.pending?.moves !== undefined && [album.folder, album.pending.moves.from].includes(folder))
        await completeImport(library, album, { log, given: [] });
  }

  /**
   * Does something with files of the library. Its disk may go meanwhile, or go and come back.
   * @throws TonstiftError `library_unavailable`, `not_now` then; what `work` throws
   */
  async inLibrary<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EIO', 'ENODEV', 'ESTALE'].includes(systemCodeOf(error) ?? '')) throw error;
      await this.parts.library.verify();
      throw new TonstiftError('not_now', say('error.file_away', { why: messageOf(error) }), {}, { cause: error });
    }
  }

  private async editAndShow(
    oid: number,
    work: (album: AlbumRecord) => Promise<void>,
    brief?: 'brief',
  ): Promise<AlbumView> {
    const { folder } = this.parts.library.get(oid);
    await this.editAlone(folder, work, brief === undefined ? {} : { brief: true });
    this.changed(folder);
    return this.view(this.current(folder));
  }
}

function trackOf(album: AlbumRecord, id: number): TrackRecord {
  const track = album.tracks.find((candidate) => candidate.id === id);
  if (track === undefined)
    throw new TonstiftError('track_not_found', say('error.no_track', { oid: album.oid, id: String(id) }));
  return track;
}

const tagOf = (...facts: (string | number)[]): string =>
  createHash('sha256').update(facts.join(' ')).digest('hex').slice(0, 32);
