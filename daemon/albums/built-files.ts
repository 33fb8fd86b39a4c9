/**
 * Keeps the files for the pen and their records in agreement. A file gets its name before its record, so running
 * builds are tracked here, too.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../../workers/base/async/in-parallel.js';
import { messageOf, unlessCode } from '../../workers/base/errors.js';
import { sha256OfFile } from '../../workers/base/files/hash.js';
import type { HeldFolder } from '../../workers/base/files/held-folder.js';
import { nameKey, uniqueName } from '../../workers/base/files/names.js';
import type { Log } from '../../workers/base/ports.js';
import { gmeName } from '../../workers/build/build-album.js';
import { checkBuilt, removeOrphans } from '../../workers/build/check-built.js';
import { fingerprintOf, sameTarget, type GmeTarget } from '../../workers/library/fingerprint.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, BuiltFile } from '../../workers/library/types.js';
import { SayOnce } from '../reconcile/say-once.js';
import { folderOf, kindOf } from './build-keys.js';

export interface BuiltFilesParts {
  library: Library;
  log: Log;
  /** The default target, then those of the known pens. */
  targets(): readonly [GmeTarget, ...GmeTarget[]];
}

/** Albums checked in parallel: a check mostly waits for the disk. */
const lookedAtAtOnce = 16;

export class BuiltFiles {
  /** Running builds, by key; `filename` is set once it is known. */
  private readonly building = new Map<string, { fingerprint: string; filename?: string }>();
  /** False if a file without a record may have been left. */
  private isTidy = true;
  /** Removes such files, one run at a time. */
  private tidying = Promise.resolve();
  private readonly once: SayOnce;

  constructor(private readonly parts: BuiltFilesParts) {
    this.once = new SayOnce(parts.log);
  }

  underWay(): [key: string, fingerprint: string][] {
    return [...this.building].map(([key, { fingerprint }]) => [key, fingerprint]);
  }

  /**
   * Tracks a build until its file is recorded.
   * @param work calls back with the name of the file
   */
  async whileBuilding(
    key: string,
    fingerprint: string,
    work: (named: (filename: string) => void) => Promise<void>,
  ): Promise<void> {
    this.building.set(key, { fingerprint });
    try {
      await work((filename) => this.building.set(key, { fingerprint, filename }));
    } catch (error) {
      // Its file may exist already, without a record.
      this.isTidy = false;
      throw error;
    } finally {
      this.building.delete(key);
      if (!this.isTidy && this.building.size === 0) this.tidying = this.tidying.then(() => this.tidy());
    }
  }

  /** Resolves when the cleanup after builds has finished. */
  settled(): Promise<void> {
    return this.tidying;
  }

  /**
   * Checks that the files match the records, and drops outdated ones.
   * @throws TonstiftError `library_unavailable` if the library is unavailable
   */
  async look(): Promise<void> {
    const { library } = this.parts;
    await library.verify();
    // If the library moves meanwhile, files missing in the old place do not count.
    const isHere = library.sameAsNow();
    await library.within('gme', (folder) =>
      inParallel(library.albums, { most: lookedAtAtOnce, signal: undefined }, async (album) => {
        if (isHere())
          await this.check(album, folder, isHere).catch((error: unknown) => this.notChecked(album, error, isHere));
      }),
    );
  }

  /**
   * Drops a file that cannot be read, or has another content than recorded. `look` trusts size and time, which stay the
   * same if a disk loses bits.
   * @throws TonstiftError `library_unavailable`; the system's error
   */
  async lookInto({ oid, sha256 }: { oid: number; sha256: string }): Promise<void> {
    const { library, log } = this.parts;
    await library.verify();
    const isHere = library.sameAsNow();
    const album = library.albums.find((one) => one.oid === oid);
    const file = album?.files.find((one) => one.sha256 === sha256);
    if (album === undefined || file === undefined) return;
    const found = await library.within('gme', (folder) =>
      sha256OfFile(folder.at(file.filename)).catch(unlessCode(['EIO'], undefined)),
    );
    if (found === sha256 || !isHere() || this.namesUnderWay(album.folder).has(file.filename)) return;
    log.warn(`The file ${file.filename} of album ${oid} "${album.album_title}" is damaged, and is built again.`);
    await this.drop(album.folder, [file]);
  }

  private async notChecked(album: AlbumRecord, error: unknown, isHere: () => boolean): Promise<void> {
    if (!isHere()) return;
    await this.parts.library.verify();
    const which = `The files for the pen of album ${album.oid} "${album.album_title}"`;
    this.once.say(album.folder, 'error', `${which} could not be checked: ${messageOf(error)}`);
  }

  /**
   * Returns `920_Title.gme`, with the kind of pen unless it is the default. Never the name of a file that is kept.
   */
  freeName(album: AlbumRecord, target: GmeTarget): string {
    const wanted = this.fingerprints(album);
    const own = fingerprintOf(album, target);
    const stays = ({ folder }: AlbumRecord, { fingerprint }: BuiltFile): boolean =>
      folder !== album.folder || (fingerprint !== own && wanted.has(fingerprint));
    const taken = this.parts.library.albums.flatMap((one) => one.files.filter((file) => stays(one, file)));
    const name = sameTarget(target, this.parts.targets()[0])
      ? gmeName(album)
      : `${gmeName(album)}.${kindOf(target).replace(/\W+/g, '-')}`;
    return uniqueName(`${name}.gme`, new Set(taken.map(({ filename }) => nameKey(filename))));
  }

  /** Records a file in place of outdated ones. */
  async keep(folder: string, file: BuiltFile): Promise<void> {
    const { library } = this.parts;
    const before = library.inFolder(folder);
    await library.changeAlbum(folder, (album) => ({
      ...album,
      files: [
        ...album.files.filter(
          ({ filename, fingerprint }) => filename !== file.filename && fingerprint !== file.fingerprint,
        ),
        file,
      ],
      failures: album.failures.filter(({ fingerprint }) => fingerprint !== file.fingerprint),
      gme_paused: null,
    }));
    const album = library.inFolder(folder);
    if (album === undefined) await rm(join(library.gmeFolder, file.filename), { force: true });
    else
      await this.drop(
        folder,
        (before?.files ?? []).filter(({ fingerprint }) => !this.fingerprints(album).has(fingerprint)),
      );
  }

  /** Returns the fingerprints of all targets for an album. */
  fingerprints(album: AlbumRecord): ReadonlySet<string> {
    return new Set(this.parts.targets().map((target) => fingerprintOf(album, target)));
  }

  private async check(album: AlbumRecord, folder: HeldFolder, isHere: () => boolean): Promise<void> {
    const lost: BuiltFile[] = [];
    for (const file of album.files) {
      const now = await checkBuilt(folder, file);
      if (!isHere()) return;
      if (now === null) lost.push(file);
      else if (now !== file)
        await this.parts.library.changeAlbum(album.folder, (one) => ({
          ...one,
          files: one.files.map((other) => (other === file ? now : other)),
        }));
    }
    if (!isHere()) return;
    const { files } = this.parts.library.inFolder(album.folder) ?? album;
    const stale = files.filter(({ fingerprint }) => !this.fingerprints(album).has(fingerprint));
    // A new file may have its name already, and not yet its record.
    const coming = this.namesUnderWay(album.folder);
    await this.drop(
      album.folder,
      [...lost, ...stale].filter(({ filename }) => !coming.has(filename)),
    );
  }

  private namesUnderWay(folder: string): ReadonlySet<string> {
    const own = [...this.building].filter(([key]) => folderOf(key) === folder);
    return new Set(own.flatMap(([, { filename }]) => filename ?? []));
  }

  /** Removes files without a record, which a crash or a missing disk left. Never rejects. */
  async tidy(): Promise<void> {
    const { library, log } = this.parts;
    if (library.away !== null) return;
    this.isTidy = true;
    // A file that appears now belongs to a running build. An ffmpeg that survived a crash writes files that no build
    // uses.
    const mayGo = (): boolean => {
      const isQuiet = this.building.size === 0;
      this.isTidy &&= isQuiet;
      return isQuiet;
    };
    try {
      const gone = await removeOrphans(library, Date.now(), mayGo);
      if (gone.length > 0) log.info(`Removed files that belong to no album (left by a crash): ${gone.join(', ')}.`);
    } catch (error) {
      this.isTidy = false;
      this.once.say('', 'warn', `Files that belong to no album could not be removed yet: ${messageOf(error)}`);
    }
  }

  /** Removes files from the record, then from the disk unless another record names them. */
  private async drop(folder: string, files: readonly BuiltFile[]): Promise<void> {
    if (files.length === 0) return;
    const { library } = this.parts;
    const isHere = library.sameAsNow();
    await library.changeAlbum(folder, (album) => ({
      ...album,
      files: album.files.filter((file) => !files.includes(file)),
    }));
    if (!isHere()) return;
    const kept = new Set(library.albums.flatMap((album) => album.files.map(({ filename }) => filename)));
    // A file for another target may have its name already, and not yet its record.
    const coming = this.namesUnderWay(folder);
    for (const { filename } of files)
      if (!kept.has(filename) && !coming.has(filename)) await rm(join(library.gmeFolder, filename), { force: true });
  }
}
