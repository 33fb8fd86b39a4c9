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
import { nextOid } from './oids.js';
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
 * A library. Records are replaced by `change` only, and on the disk when its promise is kept.
 *
 * ```
 * library.id           the mark that tells it from others (place.ts)
 * library.json(.bak)   the records; older states of them in backups/
 * albums/<folder>/     tracks, cover, pictures of tracks, extras/ of one album, and its facts (album.json)
 * trash/<folder>/      the same of one that was deleted
 * gme/                 files for the pen
 * transcoded/          tracks in the pen's format, by hash
 * staging/             what is on its way in   (all three can be made again, or are sources elsewhere)
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
   * Opens the library in a folder, or starts one in an empty or missing folder where none is known to have been, and
   * finishes what a crash cut off. Throws as `Site.enter`.
   */
  static async open(root: string, log: Log, known = noKnownLibraries()): Promise<Library> {
    const library = Library.closed(root, log, known);
    await library.enter();
    return library;
  }

  /** One that is away until `enter`. */
  static closed(root: string, log: Log, known = noKnownLibraries()): Library {
    return new Library(new Site(root, log, known), log, known);
  }

  /**
   * Opens the library for reading, beside a daemon that has it open for writing.
   * Throws TonstiftError `library_unavailable` where there is none.
   */
  static async peek(root: string, log: Log): Promise<Library> {
    const library = Library.closed(root, log);
    library.records = await library.site.peek();
    return library;
  }

  /** Why the library is away; null while it is here. */
  get away(): string | null {
    return this.site.away === null ? null : String(this.site.away);
  }

  /** The same, in whichever language it is read. */
  get awayWords(): Words | null {
    return this.site.away;
  }

  /** Throws as `enter`; changes nothing. */
  check(): Promise<void> {
    return this.site.check();
  }

  /** Opens what is in the folder now, and sets right what a crash may have left. Throws as `Site.enter`. */
  async enter(how: 'mend' | 'rebuild' = 'mend'): Promise<void> {
    // A write that was under way when the disk went ends before the records are read anew.
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

  /** Until what comes back is called, every change waits, and the records on the disk are those in memory. */
  async hold(): Promise<() => void> {
    const letGo = this.changes.close();
    await this.records?.close();
    return letGo;
  }

  /** It cannot be used: away until `enter`. @returns what to throw, `LibraryAway` where one is known to be there */
  leave(error: unknown): TonstiftError {
    return this.site.leave(error);
  }

  /** @throws TonstiftError `library_unavailable` where the library is away, which it is from then on */
  verify(): Promise<void> {
    return this.verifyOnce();
  }

  private readonly verifyOnce = shared(() => this.site.verify());

  /** @returns whether it is still the library that is open now, in the same place: else what is held is left behind */
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

  /** Of its mark; empty before it was ever open. */
  get id(): string {
    return this.data.id;
  }

  /** Numbers that albums had and none has now, see `oids.ts`. */
  get resting(): readonly number[] {
    return this.data.resting_oids;
  }

  /** Of the records: of two states the one with the greater number is the later one. */
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

  /** The album's record as it is now, undefined once it is removed. A folder name is never used twice. */
  inFolder(folder: string): AlbumRecord | undefined {
    return this.data.albums.find((album) => album.folder === folder);
  }

  /** An OID for a new album, see `nextOid`. Throws TonstiftError `no_free_oid`. */
  freeOid(alsoUsed: readonly number[] = []): number {
    const oid = nextOid(new Set([...this.albums.map((album) => album.oid), ...alsoUsed]), this.data.resting_oids);
    if (oid === undefined) throw new TonstiftError('no_free_oid', say('error.no_free_oid'));
    return oid;
  }

  freeTrackId(): number {
    return this.open.freeTrackId();
  }

  /** No track gets an id up to this one from now on. @returns the first that no track here ever had until now */
  passTrackIds(upTo: number): number {
    return this.open.passTrackIds(upTo);
  }

  /**
   * Takes a change over at once, or when nobody holds the library, and resolves when it is on the disk; see
   * `Records.change`. Throws TonstiftError `library_unavailable` where the library is away, `no_space`, `not_now` where
   * another library was taken while it waited: what is meant by the change is not in that one, or something else is.
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

  /** Replaces one album's record by what `next` makes of it; nothing where the album is gone. */
  async changeAlbum(folder: string, next: (album: AlbumRecord) => AlbumRecord): Promise<void> {
    return this.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.folder === folder ? next(album) : album)),
    }));
  }

  /** Takes a track out of its album; its file goes, after a crash too. */
  async removeTrack({ folder }: AlbumRecord, { id, filename }: TrackRecord, now: number): Promise<void> {
    const without = (album: AlbumRecord): AlbumRecord =>
      editAlbumTracks(
        album,
        album.tracks.filter((track) => track.id !== id),
        now,
      );
    await this.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.folder === folder ? without(album) : album)),
      leftovers: [...data.leftovers, `albums/${folder}/${filename}`],
    }));
    await this.settleFolders();
  }

  /** Deleted albums that can be had back. */
  get trash(): readonly TrashedAlbum[] {
    return this.data.trash;
  }

  /** Takes an album's record out; its folder goes to the trash, its files for the pen go. */
  remove(album: AlbumRecord, now: number): Promise<void> {
    this.leaving.push({ album, now });
    return this.removeLeaving();
  }

  private readonly leaving: { album: AlbumRecord; now: number }[] = [];
  /** Those that are deleted at once are one change. */
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
   * Puts a deleted album back, under its number where that is free.
   * @returns its record
   * @throws TonstiftError `not_found`, also where its files are gone; `no_free_oid`
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

  /** Removes a deleted album for good. @throws TonstiftError `not_found` */
  discard(folder: string): Promise<void> {
    return this.discardAll([this.trashed(folder)]);
  }

  /** Removes for good what was deleted thirty days ago, see `expired`; to be asked each hour. @returns what went */
  async discardExpired(now: number): Promise<TrashedAlbum[]> {
    if (withDay(this.trash, now) !== this.trash)
      await this.change((data) => ({ ...data, trash: [...withDay(data.trash, now)] }));
    const old = expired(this.trash, now);
    if (old.length > 0) await this.discardAll(old);
    return old;
  }

  private async discardAll(gone: readonly TrashedAlbum[]): Promise<void> {
    // First the record: an album that is half gone must not be offered.
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
   * Does something in one of the folders whose content can be made again, while it is held; it is made anew where
   * somebody has removed it. Throws as `verify`, `conflict` where a link stands in its place; what `work` throws.
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

  /** Folders among those of the albums that belong to none. */
  async orphans(): Promise<string[]> {
    const names = await inPlace(this.site.place, (folder) => folderNames(folder, albumsFolder));
    const used = new Set(this.albums.map(({ folder }) => folder));
    return names.filter((name) => !used.has(name) && !this.isGivingAway(name));
  }

  /** Whether files in the folder belong to another album by now, and are not in that one's folder yet. */
  isGivingAway(folder: string): boolean {
    return this.albums.some(({ pending }) => pending?.moves?.from === folder);
  }

  /** Has what lies beside the tracks follow the records. Resolves when it does, or cannot. */
  async keepFacts(): Promise<void> {
    await this.facts?.follow();
  }

  /** Waits for the last write. */
  async close(): Promise<void> {
    await this.records?.close();
    await this.facts?.follow();
  }

  /** The library was moved away from a folder: one that is empty there is nobody's from now on. */
  forget(root: string): Promise<void> {
    return this.known.forget(root);
  }

  /**
   * Goes on from another folder. Throws as `Site.enter`; the library stays where it was then.
   * @param what `same`: this library was brought there; `known`: the one that is known to be there; `any`: what is
   *   there, or a new one, as a person wants it
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

  /** Belongs to another folder, which cannot be entered now: away until `enter`, and what is here stays as it is. */
  async awaitIn(root: string): Promise<void> {
    await this.close();
    await this.facts?.stop();
    this.facts = null;
    this.site = new Site(root, this.log, this.known);
  }

  /** Nothing of it is taken where it cannot be set right. */
  private async take(site: Site, records: Records, isRebuilt = false): Promise<void> {
    await settle({ place: site.place, records, log: this.log }).catch((error: unknown) => {
      site.settled(error);
      throw error;
    });
    await this.facts?.stop();
    this.site = site;
    this.records = records;
    site.settled();
    // Compared with the first change, by `keepFacts`, or at the end.
    this.facts = new FactsKeeper(site.place, records, this.log, isRebuilt);
  }

  /** What is asked for by many at once is one look: two of them would move the same folders. */
  private readonly settleFolders = shared(async () =>
    settleFolders({ place: this.site.place, records: this.open, log: this.log }),
  );

  private get open(): Records {
    if (this.records === null || this.away !== null) throw away(this.awayWords ?? '');
    return this.records;
  }

  private get data(): LibraryData {
    return this.records?.data ?? nothing;
  }

  /**
   * Has folders and leftovers follow the records. Those count: what an absent disk keeps from following is done when
   * the library is entered again.
   */
  async followRecords(): Promise<void> {
    try {
      // The disk may be back by now.
      await this.settleFolders().catch(() => this.verify().then(() => this.settleFolders()));
    } catch (error) {
      this.log.warn(`The folders of the library do not follow its records yet: ${messageOf(error)}`);
    }
  }
}

const nothing = emptyLibrary('');
