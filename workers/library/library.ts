/** The library: its folder, its records, and the one writer of both. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TonstiftError } from '../base/errors.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import { emptyLibrary, type LibraryData } from './data.js';
import { noKnownLibraries, type KnownLibraries } from './known-libraries.js';
import { nextOid } from './oids.js';
import { moveOldVariants, removeOldVariants } from './old-variants.js';
import { away } from './place.js';
import type { Records } from './records.js';
import { Site } from './site.js';
import type { AlbumRecord } from './types.js';

/**
 * A library. Records are replaced by `change` only, and on the disk when its promise is kept.
 *
 * ```
 * library.id           the mark that tells it from others (place.ts)
 * library.json(.bak)   the records
 * albums/<folder>/     tracks, cover, extras/ of one album
 * gme/                 files for the pen
 * transcoded/          tracks in the pen's format, by hash
 * staging/             what is on its way in   (all three can be made again, or are sources elsewhere)
 * ```
 */
export class Library {
  private records: Records | null = null;

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
    return this.site.away;
  }

  /** Throws as `enter`; changes nothing. */
  check(): Promise<void> {
    return this.site.check();
  }

  /** Opens what is in the folder now, and sets right what a crash may have left. Throws as `Site.enter`. */
  async enter(): Promise<void> {
    this.records = await this.site.enter();
    await this.settle();
  }

  /** @throws TonstiftError `library_unavailable` where the library is away, which it is from then on */
  verify(): Promise<void> {
    return this.site.verify();
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

  get albums(): readonly AlbumRecord[] {
    return this.data.albums;
  }

  find(oid: number): AlbumRecord | undefined {
    return this.data.albums.find((album) => album.oid === oid);
  }

  /** Throws TonstiftError `album_not_found`. */
  get(oid: number): AlbumRecord {
    const album = this.find(oid);
    if (album === undefined) throw new TonstiftError('album_not_found', `There is no album with the OID ${oid}.`);
    return album;
  }

  /** The album's record as it is now, undefined once it is removed. A folder name is never used twice. */
  inFolder(folder: string): AlbumRecord | undefined {
    return this.data.albums.find((album) => album.folder === folder);
  }

  /** An OID for a new album. Throws TonstiftError `no_free_oid`. */
  freeOid(alsoUsed: readonly number[] = []): number {
    const oid = nextOid(new Set([...this.albums.map((album) => album.oid), ...alsoUsed]));
    if (oid === undefined)
      throw new TonstiftError('no_free_oid', 'All 992 album numbers are in use. Delete an album first.');
    return oid;
  }

  freeTrackId(): number {
    return this.open.freeTrackId();
  }

  /**
   * Takes a change over at once and resolves when it is on the disk, see `Records.change`.
   * Throws TonstiftError `library_unavailable` where the library is away, `no_space`.
   */
  async change(next: (data: LibraryData) => LibraryData): Promise<void> {
    const records = this.open;
    await records.change(next).catch(async (error: unknown) => {
      await this.verify();
      throw error;
    });
  }

  /** Replaces one album's record by what `next` makes of it; nothing where the album is gone. */
  async changeAlbum(folder: string, next: (album: AlbumRecord) => AlbumRecord): Promise<void> {
    return this.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.folder === folder ? next(album) : album)),
    }));
  }

  /** Removes an album's record, then its files; a crash in between leaves them in the trash list. */
  async remove(album: AlbumRecord): Promise<void> {
    const leftovers = [join('albums', album.folder), ...album.files.map(({ filename }) => join('gme', filename))];
    await this.change((data) => ({
      ...data,
      albums: data.albums.filter((other) => other.folder !== album.folder),
      trash: [...data.trash, ...leftovers],
    }));
    await this.emptyTrash();
  }

  /** Waits for the last write. */
  async close(): Promise<void> {
    await this.records?.close();
  }

  /** The library was moved away from a folder: one that is empty there is nobody's from now on. */
  forget(root: string): Promise<void> {
    return this.known.forget(root);
  }

  /**
   * Goes on from another folder. Throws as `Site.enter`; the library stays where it was then.
   * @param what `same`: this library was brought there; `any`: what is there, or a new one, as a person wants it
   */
  async relocate(root: string, what: 'same' | 'any'): Promise<void> {
    await this.close();
    if (what === 'same') await this.known.remember(root, this.data.id);
    else await this.known.forget(root);
    const site = new Site(root, this.log, this.known);
    const records = await site.enter();
    this.site = site;
    this.records = records;
    await this.settle();
  }

  private get open(): Records {
    if (this.records === null || this.away !== null) throw away(this.away ?? '');
    return this.records;
  }

  private get data(): LibraryData {
    return this.records?.data ?? nothing;
  }

  /** Sets right what a crash may have left: see `PendingImport`, `LibraryData.trash`. */
  private async settle(): Promise<void> {
    await this.emptyTrash();
    const wanted = new Set(this.albums.map((album) => album.pending?.staging ?? ''));
    for (const name of await readdir(this.stagingFolder)) {
      if (!wanted.has(name)) await rm(join(this.stagingFolder, name), { recursive: true, force: true });
    }
    for (const name of await readdir(this.gmeFolder)) {
      if (name.endsWith('.tmp') || name.endsWith('.partial')) await rm(join(this.gmeFolder, name), { force: true });
    }
    await this.takeOverOldVariants();
  }

  private async takeOverOldVariants(): Promise<void> {
    const found = await moveOldVariants(this.site.root, this.albums);
    const withFound = (album: AlbumRecord): AlbumRecord => ({
      ...album,
      files: [...album.files, ...(found.get(album) ?? [])],
    });
    if (found.size > 0) await this.change((data) => ({ ...data, albums: data.albums.map(withFound) }));
    await removeOldVariants(this.site.root);
  }

  private async emptyTrash(): Promise<void> {
    const names = [...this.data.trash];
    if (names.length === 0) return;
    for (const name of names) {
      // Away from its place first, so that a folder is gone as a whole.
      const aside = join(this.stagingFolder, `trash-${name.replaceAll('/', '-')}`);
      await rename(join(this.site.root, name), aside).catch(unlessGone(undefined));
      await rm(aside, { recursive: true, force: true }).catch((error: unknown) => {
        this.log.warn(`${aside} could not be removed: ${messageOf(error)}`);
      });
    }
    await this.change((data) => ({ ...data, trash: data.trash.filter((name) => !names.includes(name)) }));
  }
}

const nothing = emptyLibrary('');
