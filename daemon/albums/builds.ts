/**
 * library → files for the pen. Desired: each album has a file for each kind of pen that asks for one, the default
 * target always. Actual: the files in its record, by fingerprint. Difference: build.
 *
 * target       what a file is built for: the language of the pen, and the format of the sound
 * fingerprint  stands for all that a file is made of; another one, and the file is stale
 * paused       its files were removed on purpose: nothing is built until someone asks or edits
 */
import type { Transcoder } from '../../workers/audio/ffmpeg/transcode.js';
import { isDiskFull, messageOf, TonstiftError, wordsOf } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import { buildAlbum } from '../../workers/build/build-album.js';
import { builtFile, failureOf, fingerprintOf, sameTarget, type GmeTarget } from '../../workers/library/fingerprint.js';
import type { AlbumRecord, BuildFailure, BuiltFile } from '../../workers/library/types.js';
import type { JobContext, Jobs } from '../jobs.js';
import { notNowOnly } from '../reconcile/outcome.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';
import { deleted, hasTracks, isAway, isFileGone, stopped } from './build-errors.js';
import { folderOf, keyOf, kindOf, targetOf } from './build-keys.js';
import { BuiltFiles, type BuiltFilesParts } from './built-files.js';
import { diskFull, FullDisk, isOfFullDisk } from './full-disk.js';
import { say, Sentence } from '../../workers/base/language/sentence.js';

export interface BuildParts extends BuiltFilesParts {
  transcoder: Transcoder;
  jobs: Jobs;
  clock: MonotonicClock;
  cores: number;
  /** One of the album's files or its state is another one now. */
  changed(folder: string): void;
}

/** Builds in spite of a former failure, and of files that were removed on purpose. */
type Order = 'anew';

interface Begun {
  key: string;
  fingerprint: string;
  named: (filename: string) => void;
}

export class Builds {
  private readonly queue: WorkQueue<Order>;
  private readonly files: BuiltFiles;
  private readonly full = new FullDisk();

  constructor(private readonly parts: BuildParts) {
    this.files = new BuiltFiles(parts);
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

  /** Nothing is built, or about to be. */
  get isIdle(): boolean {
    return this.queue.isIdle;
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
    for (const [key, fingerprint] of this.files.underWay()) {
      const album = this.parts.library.inFolder(folderOf(key));
      if (album === undefined || !edited.has(album.folder) || fingerprintOf(album, targetOf(key)) === fingerprint)
        continue;
      this.queue.interrupt(key, new TonstiftError('aborted', say('error.album_changed_now')));
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
      const key = keyOf(folder, wanted);
      // Its record may be on its way to the disk.
      if (builtFile(album, fingerprintOf(album, wanted)) !== undefined && !this.queue.isBusy(key)) return;
      const built = this.queue.run(key, 'anew');
      this.parts.changed(folder);
      await built;
    }
  }

  /** Ends what is under way for an album that is deleted, or whose files are to go. */
  async forget(folder: string, reason: TonstiftError = deleted()): Promise<void> {
    const keys = [
      ...new Set([
        ...this.parts.targets().map((target) => keyOf(folder, target)),
        ...this.files.underWay().map(([key]) => key),
      ]),
    ];
    await Promise.all(keys.filter((key) => folderOf(key) === folder).map((key) => this.queue.forget(key, reason)));
  }

  /** As `BuiltFiles.sweep`, and starts what is missing. */
  async sweep(): Promise<void> {
    await this.look();
    await this.tidy();
  }

  /** As `BuiltFiles.look`, and starts what is missing. */
  async look(): Promise<void> {
    // All files would seem to be lost.
    if (this.parts.library.away !== null) return;
    await this.files.look();
    await this.lookForRoom();
    this.wake();
  }

  /** As `BuiltFiles.tidy`. */
  tidy(): Promise<void> {
    return this.files.tidy();
  }

  /** What failed for want of room is tried again where there is some. */
  async lookForRoom(): Promise<void> {
    const { library, log } = this.parts;
    const again = await this.full.withRoom(library.albums, library.path).catch((error: unknown) => {
      log.debug(`How much is free in ${library.path} is not known: ${messageOf(error)}`);
      return [];
    });
    for (const { folder, oid, album_title: title } of again) {
      log.info(`There is room again: album ${oid} "${title}" is built once more.`);
      await library.changeAlbum(folder, (album) => ({
        ...album,
        failures: album.failures.filter((failure) => !isOfFullDisk(failure)),
      }));
    }
    if (again.length > 0) this.wake();
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

  /** Ends what is under way; nothing is done in the library any more when this resolves. */
  async stop(): Promise<void> {
    await this.queue.stop();
    await this.files.settled();
  }

  private get default(): GmeTarget {
    return this.parts.targets()[0];
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
    await this.files.whileBuilding(key, fingerprint, (named) =>
      this.parts.jobs.run({ kind: 'build', title, oid: album.oid, signal }, (context) =>
        this.perform({ key, fingerprint, named }, context),
      ),
    );
  }

  private async perform({ key, fingerprint, named }: Begun, context: JobContext): Promise<void> {
    const { library, log } = this.parts;
    const [folder, target] = [folderOf(key), targetOf(key)];
    const album = library.inFolder(folder);
    // Edited or deleted while it waited.
    if (album === undefined || fingerprintOf(album, target) !== fingerprint) throw stopped(context.signal.reason);
    if (album.pending !== null)
      throw new TonstiftError('not_now', say('error.coming_in', { title: album.album_title }));
    const started = performance.now();
    const filename = this.files.freeName(album, target);
    named(filename);
    try {
      const file = await buildAlbum(album, target, filename, {
        ...this.parts,
        ...context,
        now: () => this.parts.clock.now(),
      });
      await this.files.keep(folder, file);
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
      if (isFileGone(error) && (await hasTracks(library, now)))
        throw new TonstiftError('not_now', say('error.back_again', { why: wordsOf(error) }), {}, { cause: error });
      throw await this.failed(now, target, error);
    }
  }

  /**
   * Records why, so that nothing is tried again before the album or the settings change. Answers the error to throw.
   */
  private async failed(album: AlbumRecord, target: GmeTarget, error: unknown): Promise<TonstiftError> {
    const { library, log } = this.parts;
    const isFull = isDiskFull(error);
    const words = isFull ? diskFull() : wordsOf(error);
    const reason = String(words);
    const failure: BuildFailure = {
      ...{ fingerprint: fingerprintOf(album, target), reason },
      ...(words instanceof Sentence ? { words: words.data() } : {}),
    };
    const which = sameTarget(target, this.default) ? '' : ` for pens of another kind (${kindOf(target)})`;
    log.error(`Album ${album.oid} "${album.album_title}" could not be built${which}: ${reason}`);
    await library.changeAlbum(album.folder, (now) => ({
      ...now,
      failures: [
        ...now.failures.filter(
          ({ fingerprint }) => this.files.fingerprints(now).has(fingerprint) && fingerprint !== failure.fingerprint,
        ),
        failure,
      ],
    }));
    if (isFull) return new TonstiftError('no_space', words, {}, { cause: error });
    return error instanceof TonstiftError ? error : new TonstiftError('build_failed', words, {}, { cause: error });
  }
}
