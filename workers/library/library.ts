/** The library: its folder, its records, and the one writer of both. */
import { join } from 'node:path';
import { Gate } from '../base/async/gate.js';
import { shared } from '../base/async/shared.js';
import { messageOf, TonstiftError } from '../base/errors.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import type { Log } from '../base/ports.js';
import { emptyLibrary, type LibraryData, type TrashedAlbum } from './data.js';
import { editAlbumTracks } from './edit.js';
import { noKnownLibraries, type KnownLibraries } from './known-libraries.js';
import { highestOid, nextOid } from './oids.js';
import { away, inPlace } from './place.js';
import type { Records } from './records.js';
import { albumsFolder, folderNames, trashFolder } from './records/album-folders.js';
import { factsOf, recordOf } from './records/facts.js';
import { FactsKeeper } from './records/facts-keeper.js';
import { expired, isKept, withDay } from './records/trash.js';
import { settle, settleFolders } from './settle.js';
import { Site } from './site.js';
import type { AlbumRecord, TrackRecord } from './types.js';
import { say, type Words } from '../base/language/sentence.js';

/**
 * A library. Only `change` replaces records. They are on the disk when its promise resolves.
 *
 * ```
 * library.id           marker that identifies the library (place.ts)
 * library.json(.bak)   the records; older states of them in backups/
 * albums/<folder>/     tracks, cover, track pictures, extras/ of one album, and its fact file (album.json)
 * trash/<folder>/      the same for a deleted album
 * gme/                 files for the pen
 * transcoded/          tracks in the pen's format, by hash
 * staging/             imports in progress   (these three can be made again, or have sources elsewhere)
 * ```
 */
export class Library {
  private records: Records | null = null;
  private facts: FactsKeeper | null = null;
  private readonly changes = new Gate();

  private constructor(
    private site: Site,
    private readonly log: Log,
    private readonly known: KnownLibraries,
  ) {}

  /**
   * Opens the library in a folder and finishes work that a crash interrupted. Creates a library in an empty or
   * missing folder if none is known to have been there. Throws as `Site.enter`.
   */
  static async open(root: string, log: Log, known = noKnownLibraries()): Promise<Library> {
    const library = Library.closed(root, log, known);
    await library.enter();
    return library;
  }

  /** Returns a library that is unavailable until `enter`. */
  static closed(root: string, log: Log, known = noKnownLibraries()): Library {
    return new Library(new Site(root, log, known), log, known);
  }

  /**
   * Opens the library for reading while a daemon may have it open for writing.
   * Throws TonstiftError `library_unavailable` if there is none.
   */
  static async peek(root: string, log: Log): Promise<Library> {
    const library = Library.closed(root, log);
    library.records = await library.site.peek();
    return library;
  }

  /** Why the library is unavailable; null while it is available. */
  get away(): string | null {
    return this.site.away === null ? null : String(this.site.away);
  }

  /** The same, for any language. */
  get awayWords(): Words | null {
    return this.site.away;
  }

  /** Throws as `enter`, but changes nothing. @returns whether a library is there */
  check(): Promise<boolean> {
    return this.site.check();
  }

  /** Opens the library that is in the folder now, and repairs what a crash left. Throws as `Site.enter`. */
  async enter(how: 'mend' | 'rebuild' = 'mend'): Promise<void> {
    // A write that was running when the disk disappeared must end before the records are read again.
    const letGo = await this.hold();
    try {
      const records = await this.site.enter(how);
      await this.take(this.site, records, how === 'rebuild').catch((error: unknown) => {
        throw this.leave(error);
      });
    } finally {
      letGo();
    }
  }

  /**
   * Makes every change wait until the returned function is called. The records on the disk then equal those in
   * memory.
   */
  async hold(): Promise<() => void> {
    const letGo = this.changes.close();
    await this.records?.close();
    return letGo;
  }

  /**
   * Marks the library unavailable until `enter`.
   * @returns the error to throw: `LibraryAway` if a library is known there
   */
  leave(error: unknown): TonstiftError {
    return this.site.leave(error);
  }

  /** @throws TonstiftError `library_unavailable` if the library is unavailable, and marks it so */
  verify(): Promise<void> {
    return this.verifyOnce();
  }

  private readonly verifyOnce = shared(() => this.site.verify());

  /**
   * @returns a check that the same library is still open in the same place; if not, discard work that was based on it
   */
  sameAsNow(): () => boolean {
    const { site } = this;
    const { id } = this.data;
    return () => this.site === site && this.data.id === id;
  }

  get path(): string {
    return this.site.root;
  }
  get albumsFolder(): string {
    return join(this.site.root, 'albums');
  }
  get gmeFolder(): string {
    return join(this.site.root, 'gme');
  }
  get transcodedFolder(): string {
    return join(this.site.root, 'transcoded');
  }
  get stagingFolder(): string {
    return join(this.site.root, 'staging');
  }
  folderOf(album: AlbumRecord): string {
    return join(this.albumsFolder, album.folder);
  }

  /** Id of its marker; empty before the library was first opened. */
  get id(): string {
    return this.data.id;
  }

  /** Numbers that albums had and none has now, see `oids.ts`. */
  get resting(): readonly number[] {
    return this.data.resting_oids;
  }

  /** Revision of the records: the state with the higher number is the later one. */
  get revision(): number {
    return this.data.revision;
  }

  get albums(): readonly AlbumRecord[] {
    return this.data.albums;
  }

  find(oid: number): AlbumRecord | undefined {
    return this.data.albums.find((album) => album.oid === oid);
  }

  /** Throws TonstiftError `album_not_found`. */
  get(oid: number): AlbumRecord {
    const album = this.find(oid);
    if (album === undefined)
      throw new TonstiftError('album_not_found', say('error.no_album_oid', { oid: String(oid) }));
    return album;
  }

  /** Returns the album's current record, or undefined once it is removed. A folder name is never used twice. */
  inFolder(folder: string): AlbumRecord | undefined {
    return this.data.albums.find((album) => album.folder === folder);
  }

  /** Returns an OID for a new album, see `nextOid`. Throws TonstiftError `no_free_oid`. */
  freeOid(alsoUsed: readonly number[] = []): number {
    const oid = nextOid(new Set([...this.albums.map((album) => album.oid), ...alsoUsed]), this.data.resting_oids);
    if (oid === undefined) throw new TonstiftError('no_free_oid', say('error.no_free_oid'));
    return oid;
  }

  /** Returns OIDs for several new albums. Throws TonstiftError `no_free_oid`. */
  freeOids(count: number): number[] {
    const free = highestOid - this.albums.length;
    if (free > 0 && count > free) throw new TonstiftError('no_free_oid', say('error.few_free_oids', { count, free }));
    const oids: number[] = [];
    while (oids.length < count) oids.push(this.freeOid(oids));
    return oids;
  }

  freeTrackId(): number {
    return this.open.freeTrackId();
  }

  /** Reserves all track ids up to this one. @returns the first id that no track of this library ever had */
  passTrackIds(upTo: number): number {
    return this.open.passTrackIds(upTo);
  }

  /**
   * Applies a change at once, or as soon as the library is no longer held, and resolves when it is on the disk; see
   * `Records.change`. Throws TonstiftError `library_unavailable` if the library is unavailable, `no_space`, `not_now`
   * if another library was opened while the change waited: the change does not fit that one.
   */
  async change(next: (data: LibraryData) => LibraryData): Promise<void> {
    const before = this.records?.data.id;
    while (this.changes.isClosed) await this.changes.wait();
    if (before !== undefined && this.data.id !== before) throw new TonstiftError('not_now', say('error.other_library'));
    const records = this.open;
    await records.change(next).catch(async (error: unknown) => {
      await this.verify();
      throw error;
    });
    void this.facts?.follow();
  }

  /**
   * Replaces one album's record by the result of `next`; changes no album if it no longer exists.
   * @param removed names of files in its folder that must be deleted, also after a crash
   */
  async changeAlbum(
    folder: string,
    next: (album: AlbumRecord) => AlbumRecord,
    removed: readonly string[] = [],
  ): Promise<void> {
    return this.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.folder === folder ? next(album) : album)),
      leftovers: [...data.leftovers, ...removed.map((name) => `${albumsFolder}/${folder}/${name}`)],
    }));
  }

  /** Removes a track from its album, and deletes its file, also after a crash. */
  async removeTrack({ folder }: AlbumRecord, { id, filename }: TrackRecord, now: number): Promise<void> {
    const without = (album: AlbumRecord): AlbumRecord =>
      editAlbumTracks(
        album,
        album.tracks.filter((track) => track.id !== id),
        now,
      );
    await this.changeAlbum(folder, without, [filename]);
    await this.settleFolders();
  }

  /** Deleted albums that can be restored. */
  get trash(): readonly TrashedAlbum[] {
    return this.data.trash;
  }

  /** Removes an album's record, moves its folder to the trash and deletes its files for the pen. */
  remove(album: AlbumRecord, now: number): Promise<void> {
    this.leaving.push({ album, now });
    return this.removeLeaving();
  }

  private readonly leaving: { album: AlbumRecord; now: number }[] = [];
  /** Albums that are deleted at the same time share one change. */
  private readonly removeLeaving = shared(async () => {
    const leaving = this.leaving.splice(0);
    const folders = new Set(leaving.map(({ album }) => album.folder));
    const leftovers = leaving.flatMap(({ album }) => album.files.map(({ filename }) => `gme/${filename}`));
    await this.change((data) => ({
      ...data,
      albums: data.albums.filter(({ folder }) => !folders.has(folder)),
      trash: [...data.trash, ...leaving.map(({ album, now }) => ({ album: factsOf(album), deleted_at: now }))],
      leftovers: [...data.leftovers, ...leftovers],
    }));
    await this.followRecords();
  });

  /**
   * Restores a deleted album, under its number if that is free.
   * @returns its record
   * @throws TonstiftError `not_found`, also if its files are gone; `no_free_oid`
   */
  async restore(folder: string): Promise<AlbumRecord> {
    this.trashed(folder);
    if (!(await inPlace(this.site.place, (root) => isKept(root, folder))))
      throw new TonstiftError('not_found', say('error.trash_gone', { folder: JSON.stringify(folder) }));
    const { album } = this.trashed(folder);
    const oid = this.albums.some((other) => other.oid === album.oid) ? this.freeOid() : album.oid;
    const record = { ...recordOf(album), oid };
    await this.change((data) => ({
      ...data,
      albums: [...data.albums, record],
      trash: data.trash.filter((other) => other.album.folder !== folder),
    }));
    await this.followRecords();
    return this.inFolder(folder) ?? record;
  }

  /** Permanently deletes a deleted album. @throws TonstiftError `not_found` */
  discard(folder: string): Promise<void> {
    return this.discardAll([this.trashed(folder)]);
  }

  /**
   * Permanently deletes the albums that were deleted thirty days ago, see `expired`. Call it every hour.
   * @returns those albums
   */
  async discardExpired(now: number): Promise<TrashedAlbum[]> {
    if (withDay(this.trash, now) !== this.trash)
      await this.change((data) => ({ ...data, trash: [...withDay(data.trash, now)] }));
    const old = expired(this.trash, now);
    if (old.length > 0) await this.discardAll(old);
    return old;
  }

  private async discardAll(gone: readonly TrashedAlbum[]): Promise<void> {
    // The record is removed first: a half-deleted album must not be offered.
    await this.change((data) => {
      const leaving = data.trash.filter((entry) => gone.includes(entry));
      const leftovers = leaving.map(({ album }) => `${trashFolder}/${album.folder}`);
      return {
        ...data,
        trash: data.trash.filter((entry) => !leaving.includes(entry)),
        leftovers: [...data.leftovers, ...leftovers],
      };
    });
    await this.settleFolders();
  }

  private trashed(folder: string): TrashedAlbum {
    const found = this.trash.find(({ album }) => album.folder === folder);
    if (found === undefined)
      throw new TonstiftError('not_found', say('error.no_trash', { folder: JSON.stringify(folder) }));
    return found;
  }

  /**
   * Runs `work` in one of the folders whose content can be made again, and holds the folder meanwhile. Creates the
   * folder if someone removed it. Throws as `verify`, `conflict` if a link has its name, and whatever `work` throws.
   */
  within<Result>(
    name: 'gme' | 'transcoded' | 'staging',
    work: (folder: HeldFolder) => Promise<Result>,
  ): Promise<Result> {
    return inPlace(this.site.place, async (library) => {
      const folder = await library.below(name, { make: true });
      return work(folder).finally(() => folder.close());
    });
  }

  /** Returns folders in `albums/` that belong to no album. */
  async orphans(): Promise<string[]> {
    const names = await inPlace(this.site.place, (folder) => folderNames(folder, albumsFolder));
    const used = new Set(this.albums.map(({ folder }) => folder));
    return names.filter((name) => !used.has(name) && !this.isGivingAway(name));
  }

  /** True if files in the folder belong to another album now, and are not yet in that album's folder. */
  isGivingAway(folder: string): boolean {
    return this.albums.some(({ pending }) => pending?.moves?.from === folder);
  }

  /** Updates the fact files after the records. Resolves when they are written, or cannot be. */
  async keepFacts(): Promise<void> {
    await this.facts?.follow();
  }

  /** Waits for the last write. */
  async close(): Promise<void> {
    await this.records?.close();
    await this.facts?.follow();
  }

  /** The library was moved out of a folder: an empty folder there counts as free from now on. */
  forget(root: string): Promise<void> {
    return this.known.forget(root);
  }

  /**
   * Switches to the library in another folder. Throws as `Site.enter`; the library then stays in its old folder.
   * @param what `same`: this library was moved there; `known`: the one that is known to be there; `any`: the one that
   * is there, or a new one, because a person asked for it
   */
  async relocate(root: string, what: 'same' | 'known' | 'any'): Promise<void> {
    const letGo = await this.hold();
    try {
      await this.close();
      if (what === 'same') await this.known.remember(root, this.data.id);
      if (what === 'any') await this.known.forget(root);
      const site = new Site(root, this.log, this.known);
      await this.take(site, await site.enter(what === 'any' ? 'whole' : 'mend'));
    } finally {
      letGo();
    }
  }

  /**
   * Switches to another folder that cannot be entered now: the library is unavailable until `enter`. The old folder
   * is not changed.
   */
  async awaitIn(root: string): Promise<void> {
    await this.close();
    await this.facts?.stop();
    this.facts = null;
    this.site = new Site(root, this.log, this.known);
  }

  /** If the repair fails, the library keeps its former records. */
  private async take(site: Site, records: Records, isRebuilt = false): Promise<void> {
    await settle({ place: site.place, records, log: this.log }).catch((error: unknown) => {
      site.settled(error);
      throw error;
    });
    await this.facts?.stop();
    this.site = site;
    this.records = records;
    site.settled();
    // The first comparison is made with the first change, by `keepFacts`, or at the end.
    this.facts = new FactsKeeper(site.place, records, this.log, isRebuilt);
  }

  /** Concurrent callers share one run: two would move the same folders. */
  private readonly settleFolders = shared(async () =>
    settleFolders({ place: this.site.place, records: this.open, log: this.log }),
  );

  private get open(): Records {
    if (this.records === null || this.away !== null) throw away(this.awayWords ?? '');
    return this.records;
  }

  /** Files and folders that are to be removed, as paths in the library. */
  get leftovers(): readonly string[] {
    return this.data.leftovers;
  }

  private get data(): LibraryData {
    return this.records?.data ?? nothing;
  }

  /**
   * Moves folders and deletes leftovers as the records require. The records are authoritative: work that a missing
   * disk prevents is done when the library is entered again.
   */
  async followRecords(): Promise<void> {
    try {
      // The disk may be back now.
      await this.settleFolders().catch(() => this.verify().then(() => this.settleFolders()));
    } catch (error) {
      this.log.warn(`The folders of the library do not match its records yet: ${messageOf(error)}`);
    }
  }
}

const nothing = emptyLibrary('');
