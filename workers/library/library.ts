/** The library: its folder, its records, and the one writer of both. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { makeFolder } from '../base/files/make-folder.js';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import { emptyLibrary, type LibraryData } from './data.js';
import { libraryFile } from './json-file.js';
import { nextOid } from './oids.js';
import { moveOldVariants, removeOldVariants } from './old-variants.js';
import type { AlbumRecord } from './types.js';

export const libraryFileName = 'library.json';

/**
 * An open library. Records are replaced by `change` only, and on the disk when its promise is kept.
 *
 * ```
 * library.json(.bak)   the records
 * albums/<folder>/     tracks, cover, extras/ of one album
 * gme/                 files for the pen
 * transcoded/          tracks in the pen's format, by hash
 * staging/             what is on its way in   (all three can be made again, or are sources elsewhere)
 * ```
 */
export class Library {
  /** What is on the disk; records are replaced, never changed in place, so going back is keeping this. */
  private durable: LibraryData;
  private writing: Promise<void> = Promise.resolve();
  private nextWrite: Promise<void> | null = null;
  private failures = 0;
  private nextTrackId: number;

  private constructor(
    private root: string,
    private db: Low<LibraryData>,
    private readonly log: Log,
  ) {
    this.durable = db.data;
    this.nextTrackId = db.data.next_track_id;
  }

  /**
   * Opens the library in a folder, or starts one in an empty or missing folder, and finishes what a crash cut off.
   * Throws TonstiftError `library_unavailable` for a folder with other things in it, or a library that cannot be read.
   */
  static async open(root: string, log: Log): Promise<Library> {
    const library = new Library(root, await openRecords(root, log), log);
    await library.settle();
    return library;
  }

  /**
   * Opens the library for reading, beside a daemon that has it open for writing.
   * Throws TonstiftError `library_unavailable` where there is none.
   */
  static async peek(root: string, log: Log): Promise<Library> {
    if ((await readdir(root).catch(unlessGone([]))).length === 0)
      throw new TonstiftError('library_unavailable', `There is no library in ${root}.`);
    return new Library(root, await openRecords(root, log), log);
  }

  get path(): string {
    return this.root;
  }
  get albumsFolder(): string {
    return join(this.root, 'albums');
  }
  get gmeFolder(): string {
    return join(this.root, 'gme');
  }
  get transcodedFolder(): string {
    return join(this.root, 'transcoded');
  }
  get stagingFolder(): string {
    return join(this.root, 'staging');
  }
  folderOf(album: AlbumRecord): string {
    return join(this.albumsFolder, album.folder);
  }

  get albums(): readonly AlbumRecord[] {
    return this.db.data.albums;
  }

  find(oid: number): AlbumRecord | undefined {
    return this.db.data.albums.find((album) => album.oid === oid);
  }

  /** Throws TonstiftError `album_not_found`. */
  get(oid: number): AlbumRecord {
    const album = this.find(oid);
    if (album === undefined) throw new TonstiftError('album_not_found', `There is no album with the OID ${oid}.`);
    return album;
  }

  /** The album's record as it is now, undefined once it is removed. A folder name is never used twice. */
  inFolder(folder: string): AlbumRecord | undefined {
    return this.db.data.albums.find((album) => album.folder === folder);
  }

  /** An OID for a new album. Throws TonstiftError `no_free_oid`. */
  freeOid(alsoUsed: readonly number[] = []): number {
    const oid = nextOid(new Set([...this.albums.map((album) => album.oid), ...alsoUsed]));
    if (oid === undefined)
      throw new TonstiftError('no_free_oid', 'All 992 album numbers are in use. Delete an album first.');
    return oid;
  }

  freeTrackId(): number {
    return this.nextTrackId++;
  }

  /**
   * Takes a change over at once and resolves when it is on the disk. Changes made while a write runs share the
   * next one. Where the disk refuses, every change that is not yet on it is undone and its promise rejects.
   */
  async change(next: (data: LibraryData) => LibraryData): Promise<void> {
    this.db.data = { ...next(this.db.data), next_track_id: this.nextTrackId };
    const failures = this.failures;
    this.nextWrite ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.nextWrite = null;
        this.writing = this.write(failures);
        return this.writing;
      });
    return this.nextWrite;
  }

  /** Replaces one album's record by what `next` makes of it; nothing where the album is gone. */
  async changeAlbum(folder: string, next: (album: AlbumRecord) => AlbumRecord): Promise<void> {
    return this.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.folder === folder ? next(album) : album)),
    }));
  }

  private async write(failures: number): Promise<void> {
    if (failures !== this.failures)
      throw new TonstiftError(
        'library_unavailable',
        'The change before this one could not be written; this one was undone too.',
      );
    const data = this.db.data;
    try {
      await this.db.write();
      this.durable = data;
    } catch (error) {
      this.failures++;
      this.db.data = this.durable;
      throw new TonstiftError(
        systemCodeOf(error) === 'ENOSPC' ? 'no_space' : 'library_unavailable',
        `The library could not be written to ${this.root}: ${messageOf(error)}. The change was undone.`,
        {},
        { cause: error },
      );
    }
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
    await this.nextWrite?.catch(() => undefined);
    await this.writing.catch(() => undefined);
  }

  /** Goes on from another folder, to which the library's files have been brought. */
  async relocate(root: string): Promise<void> {
    await this.close();
    const db = await openRecords(root, this.log);
    this.root = root;
    this.db = db;
    this.durable = db.data;
    this.nextTrackId = db.data.next_track_id;
    await this.settle();
  }

  /** Sets right what a crash may have left: see `PendingImport`, `LibraryData.trash`. */
  private async settle(): Promise<void> {
    await Promise.all(
      [this.albumsFolder, this.gmeFolder, this.transcodedFolder, this.stagingFolder].map((folder) =>
        mkdir(folder, { recursive: true }),
      ),
    );
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
    const found = await moveOldVariants(this.root, this.albums);
    const withFound = (album: AlbumRecord): AlbumRecord => ({
      ...album,
      files: [...album.files, ...(found.get(album) ?? [])],
    });
    if (found.size > 0) await this.change((data) => ({ ...data, albums: data.albums.map(withFound) }));
    await removeOldVariants(this.root);
  }

  private async emptyTrash(): Promise<void> {
    const names = [...this.db.data.trash];
    if (names.length === 0) return;
    for (const name of names) {
      // Away from its place first, so that a folder is gone as a whole.
      const aside = join(this.stagingFolder, `trash-${name.replaceAll('/', '-')}`);
      await rename(join(this.root, name), aside).catch(unlessGone(undefined));
      await rm(aside, { recursive: true, force: true }).catch((error: unknown) => {
        this.log.warn(`${aside} could not be removed: ${messageOf(error)}`);
      });
    }
    await this.change((data) => ({ ...data, trash: data.trash.filter((name) => !names.includes(name)) }));
  }
}

async function openRecords(root: string, log: Log): Promise<Low<LibraryData>> {
  const db = new Low<LibraryData>(libraryFile(join(root, libraryFileName), log), emptyLibrary());
  try {
    makeFolder(root);
    await db.read();
    // lowdb keeps the default where the file is missing: right for an empty folder only.
    if (await hasNoRecords(root)) {
      const strangers = (await readdir(root)).filter((name) => !name.startsWith('.') && !ownNames.has(name));
      const albums = await readdir(join(root, 'albums')).catch(unlessGone([]));
      if (strangers.length > 0 || albums.length > 0) {
        throw new TonstiftError(
          'library_unavailable',
          `${root} is neither empty nor a Tonstift library ` +
            `(it holds ${JSON.stringify(strangers[0] ?? albums[0])} but no ${libraryFileName}).`,
        );
      }
      await db.write();
    }
  } catch (error) {
    if (error instanceof TonstiftError) throw error;
    throw new TonstiftError(
      'library_unavailable',
      `The library folder ${root} cannot be used: ${messageOf(error)}.`,
      {},
      { cause: error },
    );
  }
  return db;
}

const ownNames = new Set(['albums', 'gme', 'variants', 'transcoded', 'staging', 'library.lock']);

async function hasNoRecords(root: string): Promise<boolean> {
  const names = await readdir(root);
  return !names.includes(libraryFileName) && !names.includes(`${libraryFileName}.bak`);
}
