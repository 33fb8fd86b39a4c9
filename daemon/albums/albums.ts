/** Operations on albums, one at a time for each album: the AlbumService of the HTTP layer. */
import type { AlbumService, ImportResult, UploadKey, UploadResult } from '../../http/resources/albums/service.js';
import type { ServedFile } from '../../http/response/files/served-file.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { shared } from '../../workers/base/async/shared.js';
import { removeGenerated } from '../../workers/build/build-album.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { coverOfSeen } from '../../workers/import/choose-cover.js';
import { completeImport } from '../../workers/import/complete.js';
import { cutTrack } from '../../workers/import/cut-track.js';
import { importBatch } from '../../workers/import/import.js';
import { replaceTracks } from '../../workers/import/replace.js';
import type { ImportContext } from '../../workers/import/types.js';
import { coverFileName } from '../../workers/library/pictures/cover.js';
import { editAlbum } from '../../workers/library/edit.js';
import type { Library } from '../../workers/library/library.js';
import { sheetsWith, withoutPrinted, withPrinted } from '../../workers/library/printed.js';
import type { AlbumEdit, AlbumRecord, AlbumView, PrintedBy, SheetView } from '../../workers/library/types.js';
import {
  tidyTrackPictures,
  trackPictureName,
  trackPictureSide,
  withTrackPicture,
} from '../../workers/library/pictures/track-pictures.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { AlbumFiles } from './album-files.js';
import { AlbumUploads } from './album-uploads.js';
import type { ArrivalList } from '../arrival-notes.js';
import type { EventBus } from '../events.js';
import { editOf, type JobDescription, type Jobs } from '../jobs.js';
import type { Builds } from './builds.js';
import type { Thumbnails } from './thumbnails.js';
import { trackOf } from './track-of.js';
import { AlbumViews } from './views.js';
import { foundFile, foundFiles, fromUpload } from './sent-files.js';
import { say } from '../../workers/base/language/sentence.js';

export interface AlbumParts {
  arrivals: Pick<ArrivalList, 'add'>;
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

  private readonly files: AlbumFiles;

  private readonly uploads: AlbumUploads;

  /**
   * Albums whose generated files are to be deleted. One check for all of them finds the files that other albums use.
   */
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
    this.views = new AlbumViews(parts.builds);
    this.files = new AlbumFiles({ ...parts, views: this.views });
    this.uploads = new AlbumUploads(parts, this);
  }

  list(): readonly AlbumView[] {
    return this.parts.library.albums.map((album) => this.view(album));
  }

  get(oid: number): AlbumView {
    return this.view(this.parts.library.get(oid));
  }

  view(album: AlbumRecord): AlbumView {
    return this.views.of(album);
  }

  /** Builds its GME if needed, and publishes the album. */
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

  uploaded(key: UploadKey): UploadResult | null {
    return this.uploads.known(key);
  }

  upload(files: UploadedFile[], cover: UploadedFile | undefined, key?: UploadKey): Promise<UploadResult> {
    return this.uploads.take(files, cover, key);
  }

  import(name: string, files: UploadedFile[]): Promise<ImportResult> {
    return this.uploads.import(name, files);
  }

  async createGme(oid: number): Promise<AlbumView> {
    const { folder, pending } = this.parts.library.get(oid);
    // Its tracks may still be in an import.
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
        // The album is already deleted; an error here does not change that.
        await this.removeGenerated(album).catch((error: unknown) =>
          log.warn(`The generated files of album ${oid} are not deleted yet: ${messageOf(error)}`),
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
        editAlbum(current, edit, this.othersThan(album.folder), clock.now());
      // Checked before anything is changed; applied to the record as it is then.
      apply(album);
      await library.changeAlbum(album.folder, apply);
    });
    // The old number has no album any more.
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

  async addTracks(oid: number, files: UploadedFile[]): Promise<Pick<UploadResult, 'album' | 'rejected' | 'warnings'>> {
    const sent = await foundFiles(files);
    // This job keeps the others away from the album already.
    const importing: ImportContext = { ...this.parts.importing, alone: (_, work) => work() };
    let wrong: Pick<UploadResult, 'rejected' | 'warnings'> = { rejected: [], warnings: [] };
    const album = await this.editAndShow(oid, async ({ folder }) => {
      const outcome = await importBatch(
        { ...fromUpload, files: sent, continues: { kind: 'album', folder } },
        importing,
      );
      wrong = { rejected: outcome.rejected, warnings: outcome.warnings };
    });
    return { album, ...wrong };
  }

  /**
   * Replaces the tracks by the same ones in other files of the inbox, which are removed there.
   * @throws TonstiftError `conflict` if they are other tracks
   */
  async replaceTracks(oid: number, name: string, files: FoundFile[]): Promise<AlbumView> {
    const importing: ImportContext = { ...this.parts.importing, alone: (_, work) => work() };
    const origin = { kind: 'inbox', source: null, folder_identity: null } as const;
    const batch = { name, files, origin, giveAway: true, refuseDuplicates: false };
    const album = await this.editAndShow(oid, ({ folder }) =>
      replaceTracks(folder, batch, importing).then(() => undefined),
    );
    this.parts.log.info(
      `The tracks of album ${oid} "${album.album_title}" were replaced by those of ${JSON.stringify(name)}.`,
    );
    return album;
  }

  async deleteTrack(oid: number, id: number): Promise<AlbumView> {
    const { library, clock } = this.parts;
    return this.editAndShow(oid, async (album) => {
      const track = trackOf(album, id);
      if (album.tracks.length === 1) {
        throw new TonstiftError('conflict', say('error.only_track', { title: JSON.stringify(track.track_title), oid }));
      }
      // `within` throws if the folder is a link, so no track is removed then.
      await this.within(album, () => library.removeTrack(album, track, clock.now()));
      await this.tidyPictures(album);
    });
  }

  async cutTrack(oid: number, id: number, minutes: number): Promise<AlbumView> {
    const { importing } = this.parts;
    return this.editAndShow(oid, async (album) => {
      await cutTrack(album.folder, { track: trackOf(album, id), minutes }, importing);
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

  /** Deletes an album's generated files, and files that only this album uses. */
  private removeGenerated(album: AlbumRecord): Promise<void> {
    this.cleaned.push(album);
    return this.removeCleaned();
  }

  async notePrinted(oids: readonly number[], by: PrintedBy): Promise<void> {
    const { clock, log } = this.parts;
    const at = clock.now();
    await this.changeAll(oids, (album) => withPrinted(album, { oid: album.oid, at, by })).catch((error: unknown) => {
      const what = oids.length === 1 ? '1 album was' : `${oids.length} albums were`;
      log.warn(`Cannot record that ${what} printed: ${messageOf(error)}`);
    });
  }

  async forgetPrinted(oids: readonly number[]): Promise<void> {
    await this.changeAll(oids, withoutPrinted);
  }

  /** Changes the records of these albums in one step, and announces them. */
  private async changeAll(oids: readonly number[], change: (album: AlbumRecord) => AlbumRecord): Promise<void> {
    const { library } = this.parts;
    const chosen = new Set(oids);
    const folders = library.albums.filter(({ oid }) => chosen.has(oid)).map(({ folder }) => folder);
    await library.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (chosen.has(album.oid) ? change(album) : album)),
    }));
    for (const [n, folder] of folders.entries()) {
      // Yields regularly, so that printing a whole library does not block other requests.
      if (n % announcedAtOnce === 0) await new Promise(setImmediate);
      this.announce(folder);
    }
  }

  sheets(oids: readonly number[]): SheetView[] {
    const { albums, trash } = this.parts.library;
    return sheetsWith(oids, [...albums, ...trash.map(({ album }) => album)]);
  }

  gmeFile(oid: number): Promise<ServedFile> {
    return this.files.gme(oid);
  }

  coverFile(oid: number, filename: string): Promise<ServedFile> {
    return this.files.picture(oid, filename);
  }

  covers(oids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.files.covers(oids);
  }

  thumbnail(oid: number): Promise<ServedFile> {
    return this.files.thumbnail(oid);
  }

  trackFile(oid: number, id: number): Promise<ServedFile> {
    return this.files.track(oid, id);
  }

  /** @throws TonstiftError `conflict` if a link has the name of the album's folder */
  private within<Result>({ folder }: AlbumRecord, task: (home: HeldFolder) => Promise<Result>): Promise<Result> {
    return inFolder(this.parts.library.path, `albums/${folder}`, task);
  }

  private async changePicture(album: AlbumRecord, id: number, picture: string | null): Promise<void> {
    await this.parts.library.changeAlbum(album.folder, (current) => withTrackPicture(current, id, picture));
    await this.tidyPictures(album);
  }

  /** Pictures that cannot be deleted do no harm, and are deleted the next time. */
  async tidyPictures({ folder }: AlbumRecord): Promise<void> {
    const album = this.current(folder);
    await this.within(album, (home) => tidyTrackPictures(home, album)).catch((error: unknown) =>
      this.parts.log.warn(`Unused track pictures of album ${album.oid} are not deleted yet: ${messageOf(error)}`),
    );
  }

  private othersThan(folder: string): AlbumRecord[] {
    return this.parts.library.albums.filter((other) => other.folder !== folder);
  }

  private current(folder: string): AlbumRecord {
    const album = this.parts.library.inFolder(folder);
    if (album === undefined) throw new TonstiftError('album_not_found', say('error.album_deleted'));
    return album;
  }

  /** @param how `nested`: a running job waits for it; `brief`: it is published only if it has to wait */
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

  /** Files that are being moved into the folder or out of it must arrive before the album changes. */
  private async endMoves(folder: string): Promise<void> {
    const { library, log } = this.parts;
    for (const album of library.albums)
      if (album.pending?.moves !== undefined && [album.folder, album.pending.moves.from].includes(folder))
        await completeImport(library, album, { log, given: [] });
  }

  /**
   * Runs `work` with files of the library, whose disk may disappear meanwhile, and may return.
   * @throws TonstiftError `library_unavailable`, `not_now` then; whatever `work` throws
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
