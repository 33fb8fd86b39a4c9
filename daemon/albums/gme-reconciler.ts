/** library → GME: each album has the file that its fingerprint asks for. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAlbum } from '../../workers/build/build-album.js';
import type { Transcoder } from '../../workers/audio/ffmpeg/transcode.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { fingerprintOf, type GmeTarget } from '../../workers/library/fingerprint.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { JobContext, Jobs } from '../jobs.js';

export interface GmeParts {
  library: Library;
  transcoder: Transcoder;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  cores: number;
  target(): GmeTarget;
  /** The album's file or its state is another one now. */
  changed(folder: string): void;
}

/** A build that could not be finished for a passing reason is tried again after so long. */
const retryAfter = 10_000;

export class GmeReconciler {
  /** Fingerprint of the build that runs or waits, by album folder. */
  private readonly building = new Map<string, { fingerprint: string; ended: Promise<void> }>();
  private readonly delays = new Set<() => void>();

  constructor(private readonly parts: GmeParts) {}

  fingerprint(album: AlbumRecord): string {
    return fingerprintOf(album, this.parts.target());
  }

  isBuilding(album: AlbumRecord): boolean {
    return this.building.has(album.folder);
  }

  /** Starts what is missing; cheap where nothing is. */
  look(): void {
    for (const album of this.parts.library.albums) {
      if (this.wanted(album)) void this.start(album.folder).catch(() => undefined);
    }
  }

  private wanted(album: AlbumRecord): boolean {
    const fingerprint = this.fingerprint(album);
    return (
      album.pending === null &&
      album.gme?.fingerprint !== fingerprint &&
      album.gme_error?.fingerprint !== fingerprint &&
      album.gme_paused !== fingerprint
    );
  }

  /** Builds now, after a failure too, or joins the build that runs; resolves when the file stands. */
  async build(folder: string): Promise<void> {
    const { library } = this.parts;
    for (;;) {
      const album = library.inFolder(folder);
      if (album === undefined) throw new TonstiftError('album_not_found', 'The album was deleted meanwhile.');
      const fingerprint = this.fingerprint(album);
      if (album.gme?.fingerprint === fingerprint && !this.building.has(folder)) return;
      try {
        await this.start(folder);
      } catch (error) {
        // An edit came between: its own build is the one to wait for.
        const edited = error instanceof TonstiftError && error.code === 'aborted';
        const now = library.inFolder(folder);
        if (!edited || now === undefined || this.fingerprint(now) === fingerprint) throw error;
      }
    }
  }

  private start(folder: string): Promise<void> {
    const { jobs, library } = this.parts;
    const album = library.inFolder(folder);
    if (album === undefined) return Promise.resolve();
    const fingerprint = this.fingerprint(album);
    const running = this.building.get(folder);
    if (running?.fingerprint === fingerprint) return running.ended;

    const lane = `build:${folder}`;
    if (running !== undefined) void jobs.abort(lane, 'The album was changed.');
    const ended = jobs
      .run({ lane, kind: 'build', title: album.album_title, oid: album.oid }, (context) =>
        this.perform(folder, fingerprint, context),
      )
      .finally(() => {
        if (this.building.get(folder)?.ended === ended) this.building.delete(folder);
        this.parts.changed(folder);
      });
    this.building.set(folder, { fingerprint, ended });
    this.parts.changed(folder);
    return ended;
  }

  private async perform(folder: string, fingerprint: string, { signal, progress }: JobContext): Promise<void> {
    const { library, log, clock } = this.parts;
    const album = library.inFolder(folder);
    if (album === undefined || this.fingerprint(album) !== fingerprint) return;
    const started = performance.now();
    try {
      const gme = await buildAlbum(album, this.parts.target(), {
        ...this.parts,
        signal,
        progress,
        now: () => clock.now(),
      });
      const old = album.gme?.filename;
      await library.changeAlbum(folder, (current) => ({ ...current, gme, gme_error: null, gme_paused: null }));
      if (old !== undefined && old !== gme.filename) await rm(join(library.gmeFolder, old), { force: true });
      log.info(
        `Album ${album.oid} "${album.album_title}" is ready for the pen: ` +
          `${gme.filename}, ${megabytes(gme.size)}, built in ${seconds(started)}.`,
      );
    } catch (error) {
      const current = library.inFolder(folder);
      if (current === undefined || signal.aborted || this.fingerprint(current) !== fingerprint) throw asAborted(error);
      if (error instanceof TonstiftError && error.code === 'not_now') {
        this.lookLater();
        throw error;
      }
      const reason = reasonOf(error);
      log.error(`Album ${album.oid} "${album.album_title}" could not be built: ${reason}`);
      await library.changeAlbum(folder, (now) => ({ ...now, gme_error: { fingerprint, reason } }));
      if (systemCodeOf(error) === 'ENOSPC') throw new TonstiftError('no_space', reason, {}, { cause: error });
      throw error instanceof TonstiftError ? error : new TonstiftError('build_failed', reason, {}, { cause: error });
    }
  }

  private lookLater(): void {
    const cancel = this.parts.clock.after(retryAfter, () => {
      this.delays.delete(cancel);
      this.look();
    });
    this.delays.add(cancel);
  }

  /** Looks whether the files are still where the records say, and starts what is missing. */
  async sweep(): Promise<void> {
    const { library } = this.parts;
    for (const { folder, gme } of library.albums) {
      if (gme === null) continue;
      const facts = await stat(join(library.gmeFolder, gme.filename)).catch(unlessGone(null));
      if (facts?.size === gme.size) continue;
      await library.changeAlbum(folder, (album) => (album.gme === gme ? { ...album, gme: null } : album));
    }
    this.look();
  }

  /** Forgets failures whose reason may be gone (disk space, ffmpeg), so that the next look tries again. */
  async retryFailed(): Promise<void> {
    const { library } = this.parts;
    if (!library.albums.some((album) => album.gme_error !== null)) return;
    await library.change((data) => ({
      ...data,
      albums: data.albums.map((album) => (album.gme_error === null ? album : { ...album, gme_error: null })),
    }));
    this.look();
  }

  stop(): void {
    for (const cancel of this.delays) cancel();
    this.delays.clear();
  }
}

function reasonOf(error: unknown): string {
  if (systemCodeOf(error) === 'ENOSPC') return 'The disk of the library is full.';
  return messageOf(error);
}

const asAborted = (error: unknown): TonstiftError =>
  error instanceof TonstiftError && (error.code === 'aborted' || error.code === 'not_now')
    ? error
    : new TonstiftError('aborted', 'The build was stopped.', {}, { cause: error });

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
