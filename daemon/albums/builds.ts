/**
 * library → files for the pen. Desired: each album has a file for each kind of pen that asks for one, and always for
 * the default target. Actual: the files in its record, by fingerprint. Difference: build.
 *
 * target       the pen's language and the audio format that a file is built for
 * fingerprint  a digest of everything that a file is built from; if it differs, the file is outdated
 * paused       its files were removed on purpose: no build until someone asks for one or edits the album
 */
import type { Transcoder } from '../../workers/audio/ffmpeg/transcode.js';
import type { Speaker } from '../../workers/audio/speaker.js';
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
  speaker: Speaker;
  jobs: Jobs;
  clock: MonotonicClock;
  cores: number;
  /** One of the album's files or its state has changed. */
  changed(folder: string): void;
}

/** Builds despite an earlier failure, and although files were removed on purpose. */
type Order = 'again';

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

  /** Fingerprint for the default target. */
  fingerprint(album: AlbumRecord): string {
    return fingerprintOf(album, this.default);
  }

  isBuilding(album: AlbumRecord, target = this.default): boolean {
    return this.queue.isBusy(keyOf(album.folder, target));
  }

  /** True if its generated files were removed on purpose: no build until someone asks for one or edits the album. */
  isPaused(album: AlbumRecord): boolean {
    return album.gme_paused === this.fingerprint(album);
  }

  /**
   * Queues missing builds of the default target, and aborts builds with an outdated fingerprint; cheap if there are
   * none.
   */
  wake(given?: readonly AlbumRecord[]): void {
    const albums = given ?? this.parts.library.albums;
    for (const album of albums) {
      // The change may be what a waiting build needs.
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

  /** Returns the file of an album for a target; if there is none, queues a build if possible. */
  want(album: AlbumRecord, target: GmeTarget): BuiltFile | undefined {
    const key = keyOf(album.folder, target);
    if (this.canBuild(album, target)) {
      this.queue.add(key);
      if (this.queue.isBusy(key)) this.parts.changed(album.folder);
    }
    return builtFile(album, fingerprintOf(album, target));
  }

  /** Builds now, even after a failure, or joins the running build; resolves when the file exists. */
  async build(folder: string, target?: GmeTarget): Promise<void> {
    for (;;) {
      const album = this.parts.library.inFolder(folder);
      if (album === undefined) throw deleted();
      const wanted = target ?? this.default;
      const key = keyOf(folder, wanted);
      // Its record may not be on the disk yet.
      if (builtFile(album, fingerprintOf(album, wanted)) !== undefined && !this.queue.isBusy(key)) return;
      const built = this.queue.run(key, 'again');
      this.parts.changed(folder);
      await built;
    }
  }

  /** Aborts the builds of an album that is being deleted, or whose files are to be deleted. */
  async forget(folder: string, reason: TonstiftError = deleted()): Promise<void> {
    const keys = [
      ...new Set([
        ...this.parts.targets().map((target) => keyOf(folder, target)),
        ...this.files.underWay().map(([key]) => key),
      ]),
    ];
    await Promise.all(keys.filter((key) => folderOf(key) === folder).map((key) => this.queue.forget(key, reason)));
  }

  /** As `look` and `tidy`. */
  async sweep(): Promise<void> {
    await this.look();
    await this.tidy();
  }

  /** As `BuiltFiles.look`; also queues missing builds. */
  async look(): Promise<void> {
    // Otherwise all files would seem to be lost.
    if (this.parts.library.away !== null) return;
    await this.files.look();
    await this.lookForRoom();
    this.wake();
  }

  /** As `BuiltFiles.lookInto`. */
  lookInto(file: { oid: number; sha256: string }): Promise<void> {
    return this.files.lookInto(file);
  }

  /** As `BuiltFiles.tidy`. */
  tidy(): Promise<void> {
    return this.files.tidy();
  }

  /** Retries builds that failed because the disk was full, once there is space. */
  async lookForRoom(): Promise<void> {
    const { library, log } = this.parts;
    const again = await this.full.withRoom(library.albums, library.path).catch((error: unknown) => {
      log.debug(`Cannot read the free space of ${library.path}: ${messageOf(error)}`);
      return [];
    });
    for (const { folder, oid, album_title: title } of again) {
      log.info(`There is free space again: retrying the build of album ${oid} "${title}".`);
      await library.changeAlbum(folder, (album) => ({
        ...album,
        failures: album.failures.filter((failure) => !isOfFullDisk(failure)),
      }));
    }
    if (again.length > 0) this.wake();
  }

  /** Forgets failures whose cause may be gone (disk space, ffmpeg), so that these builds are retried. */
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

  /** Retries all waiting builds: the library was moved or is back, or a cause of failures may be gone. */
  resume(): void {
    this.queue.resume();
    this.wake();
  }

  /** Aborts running builds; when this resolves, nothing writes to the library any more. */
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
    // The album was edited or deleted while the build waited.
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
      // The album did not cause the error if its disk is gone, or was gone for a moment.
      await library.verify();
      if (isFileGone(error) && (await hasTracks(library, now)))
        throw new TonstiftError('not_now', say('error.back_again', { why: wordsOf(error) }), {}, { cause: error });
      throw await this.failed(now, target, error);
    }
  }

  /**
   * Records the reason, so that the build is not retried until the album or the settings change. Returns the error to
   * throw.
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
