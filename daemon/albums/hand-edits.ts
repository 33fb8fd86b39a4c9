/**
 * Album folders → records. Desired: each record has the tracks in the album's folder. Actual: the record. Difference:
 * someone changed the files by hand; they are read again once the folder has settled.
 */
import pLimit from 'p-limit';
import type { Listen } from '../../workers/audio/probe.js';
import { editAlbumTracks } from '../../workers/library/edit.js';
import { differs, folderState, isEmptied, rescannedTracks, type FolderState } from '../../workers/library/rescan.js';
import type { Library } from '../../workers/library/library.js';
import { messageOf } from '../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import { counted } from '../../workers/base/text/counted.js';
import type { Jobs } from '../jobs.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';

export interface HandEditParts {
  library: Library;
  jobs: Jobs;
  clock: MonotonicClock;
  log: Log;
  settleMs: () => number;
  /** Reads files that only ffmpeg can read. */
  listen?: Listen;
  changed: (folder: string) => void;
}

/** Milliseconds. People work slower than copy programs, and tags of half-written files are useless. */
const shortestSettle = 500;
/** Milliseconds. A folder that is settling is checked at least this often. */
const longestPause = 1000;

export class HandEdits {
  /** State of each folder that differs from its record, and since when. */
  private readonly seen = new Map<string, { signature: string; since: number }>();
  /**
   * The files that the record was last made from. If some are not audio, the folder always differs from the record.
   */
  private readonly read = new Map<string, string>();
  private readonly queue: WorkQueue;
  private readonly once: SayOnce;
  /** Folders of albums that are missing or have none of their tracks, although the library is available. */
  private readonly absent = new Set<string>();
  private readonly atOnce = pLimit(4);

  constructor(private readonly parts: HandEditParts) {
    this.once = new SayOnce(parts.log);
    this.queue = new WorkQueue({
      clock: parts.clock,
      pauses: [1_000, 10_000, 60_000],
      work: (folder, run) => this.work(folder, run),
      judge: () => ({ notNow: true }),
      ended: (folder, outcome) => {
        if (outcome.kind === 'done') this.once.clear(folder);
        else this.once.say(folder, 'warn', `Cannot read the folder "${folder}": ${messageOf(outcome.error)}`);
      },
    });
  }

  /** Checks the albums in these folders, after a file event; all albums if none is given. */
  wake(folders: ReadonlySet<string> = new Set()): void {
    for (const folder of folders) this.queue.hurry(folder);
    if (folders.size === 0) for (const { folder } of this.parts.library.albums) this.queue.add(folder);
  }

  /** Names of album folders that were missing or empty at the last check. Their records stay as they are. */
  gone(): ReadonlySet<string> {
    return this.absent;
  }

  /** Resolves when no check runs; does not wait for folders that are settling, or for pauses. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  private async work(folder: string, { wakeIn, signal }: Run<never>): Promise<void> {
    const state = await this.atOnce(() => this.foreignState(folder));
    const signature = state === null ? '' : JSON.stringify(state.files);
    if (state === null || signature === this.read.get(folder)) {
      this.seen.delete(folder);
      if (state === null) this.read.delete(folder);
      return;
    }
    const now = this.parts.clock.monotonic();
    const known = this.seen.get(folder);
    const since = known?.signature === signature ? known.since : now;
    this.seen.set(folder, { signature, since });
    const settle = Math.max(shortestSettle, this.parts.settleMs());
    if (now - since < settle) return wakeIn(Math.min(settle - (now - since), longestPause));
    await this.take(folder, signal);
    this.seen.delete(folder);
  }

  /**
   * Returns the folder's files if they differ from the record; null if they match, or if that cannot be decided now.
   */
  private async foreignState(folder: string): Promise<FolderState | null> {
    const { library } = this.parts;
    const album = library.inFolder(folder);
    if (album === undefined || album.pending !== null || library.isGivingAway(folder)) {
      this.absent.delete(folder);
      return null;
    }
    const found = await folderState(library, album);
    const state = found === null || isEmptied(album, found) ? null : found;
    this.noteAbsent(folder, state === null && library.away === null);
    // The record may have changed meanwhile.
    const current = library.inFolder(folder);
    const isWhole = current?.pending === null && !library.isGivingAway(folder);
    return state !== null && isWhole && differs(current, state) ? state : null;
  }

  private noteAbsent(folder: string, isAbsent: boolean): void {
    if (this.absent.has(folder) === isAbsent) return;
    if (isAbsent) this.absent.add(folder);
    else this.absent.delete(folder);
    this.parts.changed(folder);
  }

  private async take(folder: string, signal: AbortSignal): Promise<void> {
    const { library, jobs, log, clock, listen, changed } = this.parts;
    const title = library.inFolder(folder)?.album_title ?? folder;
    await jobs.run({ lane: `album:${folder}`, kind: 'edit', title, oid: null, signal }, async ({ signal: stopped }) => {
      const state = await this.foreignState(folder);
      const album = library.inFolder(folder);
      if (state === null || album === undefined) return;
      const { tracks, unreadable } = await rescannedTracks(album, state, library, { signal: stopped, listen });
      await library.changeAlbum(folder, (current) => editAlbumTracks(current, tracks, clock.now()));
      this.read.set(folder, JSON.stringify(state.files));
      const what = `Album ${album.oid} "${album.album_title}"`;
      log.info(`${what} was changed by hand in its folder: it has ${counted(tracks.length, 'track')} now.`);
      for (const name of unreadable) log.warn(`${name} in the folder of album ${album.oid} cannot be read as audio.`);
      changed(folder);
    });
  }
}
