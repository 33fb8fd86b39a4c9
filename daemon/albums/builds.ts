/**
 * library → files for the pen. Desired: each album has a file for each kind of pen that asks for one, the default
 * target always. Actual: the files in its record, by fingerprint. Difference: build.
 *
 * target       what a file is built for: the language of the pen, and the format of the sound
 * fingerprint  stands for all that a file is made of; another one, and the file is stale
 * paused       its files were removed on purpose: nothing is built until someone asks or edits
 */
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBuilt, removeOrphans } from '../../workers/build/check-built.js';
import { buildAlbum, gmeName } from '../../workers/build/build-album.js';
import type { Transcoder } from '../../workers/audio/ffmpeg/transcode.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import type { HeldFolder } from '../../workers/base/files/held-folder.js';
import { nameKey, uniqueName } from '../../workers/base/files/names.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import { builtFile, failureOf, fingerprintOf, sameTarget, type GmeTarget } from '../../workers/library/fingerprint.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, BuildFailure, BuiltFile } from '../../workers/library/types.js';
import type { JobContext, Jobs } from '../jobs.js';
import { isNotNow } from '../reconcile/outcome.js';
import { notNowOnly } from '../reconcile/outcome.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';

export interface BuildParts {
  library: Library;
  transcoder: Transcoder;
  jobs: Jobs;
  clock: MonotonicClock;
  log: Log;
  cores: number;
  /** The default target, then those of the pens that are known. */
  targets(): readonly [GmeTarget, ...GmeTarget[]];
  /** One of the album's files or its state is another one now. */
  changed(folder: string): void;
}

/** Builds in spite of a former failure, and of files that were removed on purpose. */
type Order = 'anew';

export class Builds {
  private readonly queue: WorkQueue<Order>;
  /** What is being built, by key; the name once it is known. */
  private readonly building = new Map<string, { fingerprint: string; filename?: string }>();
  /** False where something that no record names may have been left. */
  private isTidy = true;
  private readonly once: SayOnce;

  constructor(private readonly parts: BuildParts) {
    this.once = new SayOnce(parts.log);
    this.queue = new WorkQueue({
      clock: parts.clock,
      pauses: [10_000],
      work: (key, run) => this.work(key, run),
      judge: (error) => (isAway(error) ? { notNow: true } : notNowOnly(error)),
      ended: (key) => parts.changed(folderOf(key)),
    });
  }

  /** Of the default target. */
  fingerprint(album: AlbumRecord): string {
    return fingerprintOf(album, this.default);
  }

  isBuilding(album: AlbumRecord, target = this.default): boolean {
    return this.queue.isBusy(keyOf(album.folder, target));
  }

  /** Its generated files were removed on purpose: they come back when someone asks for one, or edits it. */
  isPaused(album: AlbumRecord): boolean {
    return album.gme_paused === this.fingerprint(album);
  }

  /** Starts what is missing of the default target, and stops builds of what is other by now; cheap where nothing is. */
  wake(given?: readonly AlbumRecord[]): void {
    const albums = given ?? this.parts.library.albums;
    for (const album of albums) {
      // What has changed may be what was waited for.
      if (given !== undefined && this.canBuild(album, this.default)) {
        this.queue.hurry(keyOf(album.folder, this.default));
        this.parts.changed(album.folder);
      } else this.want(album, this.default);
    }
    const edited = new Set(albums.map(({ folder }) => folder));
    for (const [key, { fingerprint }] of this.building) {
      const album = this.parts.library.inFolder(folderOf(key));
      if (album === undefined || !edited.has(album.folder) || fingerprintOf(album, targetOf(key)) === fingerprint)
        continue;
      this.queue.interrupt(key, new TonstiftError('aborted', 'The album was changed.'));
    }
  }

  /** The file of an album for a target; where there is none, it is built if it can be. */
  want(album: AlbumRecord, target: GmeTarget): BuiltFile | undefined {
    const key = keyOf(album.folder, target);
    if (this.canBuild(album, target)) {
      this.queue.add(key);
      if (this.queue.isBusy(key)) this.parts.changed(album.folder);
    }
    return builtFile(album, fingerprintOf(album, target));
  }

  /** Builds now, after a failure too, or joins the build that runs; resolves when the file stands. */
  async build(folder: string, target?: GmeTarget): Promise<void> {
    for (;;) {
      const album = this.parts.library.inFolder(folder);
      if (album === undefined) throw deleted();
      const wanted = target ?? this.default;
      if (builtFile(album, fingerprintOf(album, wanted)) !== undefined) return;
      const built = this.queue.run(keyOf(folder, wanted), 'anew');
      this.parts.changed(folder);
      await built;
    }
  }

  /** Ends what is under way for an album that is deleted, or whose files are to go. */
  async forget(folder: string, reason: TonstiftError = deleted()): Promise<void> {
    const keys = [
      ...new Set([...this.parts.targets().map((target) => keyOf(folder, target)), ...this.building.keys()]),
    ];
    await Promise.all(keys.filter((key) => folderOf(key) === folder).map((key) => this.queue.forget(key, reason)));
  }

  /**
   * Looks whether the files are still those of the records, drops what nobody needs, removes what no record names, and
   * starts what is missing.
   */
  async sweep(): Promise<void> {
    const { library } = this.parts;
    // All files would seem to be lost.
    if (library.away !== null) return;
    await library.verify();
    await library.within('gme', async (folder) => {
      for (const album of library.albums)
        await this.check(album, folder).catch(async (error: unknown) => {
          await library.verify();
          const which = `The files for the pen of album ${album.oid} "${album.album_title}"`;
          this.once.say(album.folder, 'error', `${which} could not be looked at: ${messageOf(error)}`);
        });
    });
    await this.tidy();
    this.wake();
  }

  private async check(album: AlbumRecord, folder: HeldFolder): Promise<void> {
    const lost: BuiltFile[] = [];
    for (const file of album.files) {
      const now = await checkBuilt(folder, file);
      if (now === null) lost.push(file);
      else if (now !== file)
        await this.parts.library.changeAlbum(album.folder, (one) => ({
          ...one,
          files: one.files.map((other) => (other === file ? now : other)),
        }));
    }
    const { files } = this.parts.library.inFolder(album.folder) ?? album;
    const stale = files.filter(({ fingerprint }) => !this.fingerprints(album).has(fingerprint));
    // A file that is new may have its name, and not yet its record.
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

  /** What a crash has left that no record names, or what was built when the library's disk went. Never rejects. */
  private async tidy(): Promise<void> {
    const { library, log } = this.parts;
    if (library.away !== null) return;
    this.isTidy = true;
    // Whatever is made now is being built; an ffmpeg that outlived a crash writes for nobody.
    const mayGo = (): boolean => {
      const isQuiet = this.building.size === 0;
      this.isTidy &&= isQuiet;
      return isQuiet;
    };
    try {
      const gone = await removeOrphans(library, Date.now(), mayGo);
      if (gone.length > 0) log.info(`Removed what belongs to no album (left by a crash): ${gone.join(', ')}.`);
    } catch (error) {
      this.isTidy = false;
      this.once.say('', 'warn', `What belongs to no album could not be removed yet: ${messageOf(error)}`);
    }
  }

  /** Forgets failures whose reason may be gone (disk space, ffmpeg), so that what failed is tried again. */
  async retryFailed(): Promise<void> {
    const { library } = this.parts;
    if (library.albums.some((album) => album.failures.length > 0)) {
      await library.change((data) => ({
        ...data,
        albums: data.albums.map((album) => (album.failures.length === 0 ? album : { ...album, failures: [] })),
      }));
    }
    this.resume();
  }

  /** Nothing rests any more: the library is elsewhere or back, or what was in the way may be gone. */
  resume(): void {
    this.queue.resume();
    this.wake();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  private get default(): GmeTarget {
    return this.parts.targets()[0];
  }

  private fingerprints(album: AlbumRecord): ReadonlySet<string> {
    return new Set(this.parts.targets().map((target) => fingerprintOf(album, target)));
  }

  private canBuild(album: AlbumRecord, target: GmeTarget): boolean {
    const isBusy = this.queue.isBusy(keyOf(album.folder, target));
    return this.parts.library.away === null && this.isMissing(album, target) && !isBusy;
  }

  private isMissing(album: AlbumRecord, target: GmeTarget): boolean {
    const fingerprint = fingerprintOf(album, target);
    if (builtFile(album, fingerprint) !== undefined || failureOf(album, fingerprint) !== undefined) return false;
    return album.pending === null && !this.isPaused(album);
  }

  private async work(key: string, { order, signal }: Run<Order>): Promise<void> {
    const album = this.parts.library.inFolder(folderOf(key));
    const target = targetOf(key);
    if (album === undefined || (order === undefined && !this.isMissing(album, target))) return;
    await this.parts.library.verify();
    const fingerprint = fingerprintOf(album, target);
    if (builtFile(album, fingerprint) !== undefined) return;
    const title = sameTarget(target, this.default) ? album.album_title : `${album.album_title} (${kindOf(target)})`;
    this.building.set(key, { fingerprint });
    try {
      await this.parts.jobs.run({ kind: 'build', title, oid: album.oid, signal }, (context) =>
        this.perform(key, fingerprint, context),
      );
    } catch (error) {
      // It may have had its name already, and not yet its record.
      this.isTidy = false;
      throw error;
    } finally {
      this.building.delete(key);
      if (!this.isTidy && this.building.size === 0) void this.tidy();
    }
  }

  private async perform(key: string, fingerprint: string, context: JobContext): Promise<void> {
    const { library, log } = this.parts;
    const [folder, target] = [folderOf(key), targetOf(key)];
    const album = library.inFolder(folder);
    // Edited or deleted while it waited.
    if (album === undefined || fingerprintOf(album, target) !== fingerprint) throw stopped(context.signal.reason);
    if (album.pending !== null) throw new TonstiftError('not_now', `"${album.album_title}" is still coming in.`);
    const started = performance.now();
    const filename = this.freeName(album, target);
    this.building.set(key, { fingerprint, filename });
    try {
      const file = await buildAlbum(album, target, filename, {
        ...this.parts,
        ...context,
        now: () => this.parts.clock.now(),
      });
      await this.keep(folder, file);
      const pens = sameTarget(target, this.default) ? 'the pen' : `pens of another kind (${kindOf(target)})`;
      const facts = `${file.filename}, ${(file.size / 1e6).toFixed(1)} MB`;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      log.info(`Album ${album.oid} "${album.album_title}" is ready for ${pens}: ${facts}, built in ${seconds} s.`);
    } catch (error) {
      const now = library.inFolder(folder);
      if (now === undefined || context.signal.aborted || fingerprintOf(now, target) !== fingerprint)
        throw stopped(error);
      if (error instanceof TonstiftError && error.code === 'not_now') throw error;
      // The album is not to blame where its disk is gone, or was for a moment.
      await library.verify();
      if (isMissing(error) && (await hasTracks(library, now)))
        throw new TonstiftError('not_now', `${messageOf(error)}. It is there again.`, {}, { cause: error });
      throw await this.failed(now, target, error);
    }
  }

  /** `920_Title.gme`; the kind of pen comes in where it is not the default one. No file that stays is overwritten. */
  private freeName(album: AlbumRecord, target: GmeTarget): string {
    const wanted = this.fingerprints(album);
    const own = fingerprintOf(album, target);
    const stays = ({ folder }: AlbumRecord, { fingerprint }: BuiltFile): boolean =>
      folder !== album.folder || (fingerprint !== own && wanted.has(fingerprint));
    const taken = this.parts.library.albums.flatMap((one) => one.files.filter((file) => stays(one, file)));
    const name = sameTarget(target, this.default)
      ? gmeName(album)
      : `${gmeName(album)}.${kindOf(target).replace(/\W+/g, '-')}`;
    return uniqueName(`${name}.gme`, new Set(taken.map(({ filename }) => nameKey(filename))));
  }

  /** Records a file, in place of those that nobody needs any more. */
  private async keep(folder: string, file: BuiltFile): Promise<void> {
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

  /** Takes files off the record, then off the disk where no other record names them. */
  private async drop(folder: string, files: readonly BuiltFile[]): Promise<void> {
    if (files.length === 0) return;
    const { library } = this.parts;
    await library.changeAlbum(folder, (album) => ({
      ...album,
      files: album.files.filter((file) => !files.includes(file)),
    }));
    const kept = new Set(library.albums.flatMap((album) => album.files.map(({ filename }) => filename)));
    // What is built for another target may have its name already, and not yet its record.
    const coming = this.namesUnderWay(folder);
    for (const { filename } of files)
      if (!kept.has(filename) && !coming.has(filename)) await rm(join(library.gmeFolder, filename), { force: true });
  }

  /**
   * Records why, so that nothing is tried again before the album or the settings change. Answers the error to throw.
   */
  private async failed(album: AlbumRecord, target: GmeTarget, error: unknown): Promise<TonstiftError> {
    const { library, log } = this.parts;
    const isFull = systemCodeOf(error) === 'ENOSPC';
    const reason = isFull ? 'The disk of the library is full.' : messageOf(error);
    const failure: BuildFailure = { fingerprint: fingerprintOf(album, target), reason };
    const which = sameTarget(target, this.default) ? '' : ` for pens of another kind (${kindOf(target)})`;
    log.error(`Album ${album.oid} "${album.album_title}" could not be built${which}: ${reason}`);
    await library.changeAlbum(album.folder, (now) => ({
      ...now,
      failures: [
        ...now.failures.filter(
          ({ fingerprint }) => this.fingerprints(now).has(fingerprint) && fingerprint !== failure.fingerprint,
        ),
        failure,
      ],
    }));
    if (isFull) return new TonstiftError('no_space', reason, {}, { cause: error });
    return error instanceof TonstiftError ? error : new TonstiftError('build_failed', reason, {}, { cause: error });
  }
}

/** The system's word for what is not there, whoever has wrapped it. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { syscall = '', cause } = error as { syscall?: string; cause?: unknown };
  // A program that is not there is no file of the library.
  const isFile = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '') && !syscall.startsWith('spawn');
  return isFile || isMissing(cause);
}

async function hasTracks(library: Library, album: AlbumRecord): Promise<boolean> {
  for (const { filename } of album.tracks)
    if ((await lstat(join(library.folderOf(album), filename)).catch(unlessGone(null))) === null) return false;
  return true;
}

const isAway = (error: unknown): boolean => error instanceof TonstiftError && error.code === 'library_unavailable';

// A folder's name holds no slash.
const keyOf = (folder: string, { language, format }: GmeTarget): string => `${folder}/${language}/${format}`;
const folderOf = (key: string): string => key.split('/')[0] ?? '';
const targetOf = (key: string): GmeTarget => {
  const [, language = '', format] = key.split('/');
  return { language, format: format === 'ogg' ? 'ogg' : 'mp3' };
};

const kindOf = ({ language, format }: GmeTarget): string => [language || 'any language', format].join(', ');

const deleted = (): TonstiftError => new TonstiftError('album_not_found', 'The album was deleted meanwhile.');

const stopped = (error: unknown): TonstiftError =>
  isNotNow(error) ? error : new TonstiftError('aborted', 'The build was stopped.', {}, { cause: error });
