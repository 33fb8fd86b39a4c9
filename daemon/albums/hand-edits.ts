/** Notices tracks that someone changes by hand in the library folder. */
import { editAlbumTracks } from '../../workers/library/edit.js';
import { differs, folderState, rescannedTracks, type FolderState } from '../../workers/library/rescan.js';
import type { Library } from '../../workers/library/library.js';
import { messageOf } from '../../workers/base/errors.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { Jobs } from '../jobs.js';
import { Looking } from '../reconcile/looking.js';

export interface MediaParts {
  library: Library;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  settleMs(): number;
  changed(folder: string): void;
}

/** A hand is slower than a copy; and reading tags of a half-written file would be for nothing. */
const shortestSettle = 500;

export class MediaReconciler {
  /** What a folder was last found to be, while it is not what the record says. */
  private readonly seen = new Map<string, { signature: string; since: number; handled: boolean }>();
  private readonly looking: Looking;
  private lookAtAll = false;
  private readonly touched = new Set<string>();
  private cancelNext = (): void => undefined;

  constructor(private readonly parts: MediaParts) {
    this.looking = new Looking(
      () => this.lookOnce(),
      (error) => parts.log.error(`The library folder could not be looked at: ${messageOf(error)}`),
    );
  }

  /** At the albums in these folders; at all of them without a name. */
  look(folders: ReadonlySet<string> = new Set()): void {
    if (folders.size === 0) this.lookAtAll = true;
    for (const folder of folders) this.touched.add(folder);
    this.looking.look();
  }

  async stop(): Promise<void> {
    this.cancelNext();
    await this.looking.stop();
  }

  private async lookOnce(): Promise<void> {
    this.cancelNext();
    const { library, clock } = this.parts;
    const settle = Math.max(shortestSettle, this.parts.settleMs());
    let waiting = false;
    // What has not settled is looked at until it has.
    const waitingFor = [...this.seen].filter(([, { handled }]) => !handled).map(([folder]) => folder);
    const folders = this.lookAtAll ? library.albums.map(({ folder }) => folder) : [...this.touched, ...waitingFor];
    this.lookAtAll = false;
    this.touched.clear();
    for (const folder of new Set(folders)) {
      const state = await this.foreignState(folder);
      if (state === null) {
        this.seen.delete(folder);
        continue;
      }
      const now = performance.now();
      const signature = JSON.stringify(state.files);
      const known = this.seen.get(folder);
      if (known?.signature !== signature) this.seen.set(folder, { signature, since: now, handled: false });
      else if (known.handled) continue;
      else if (now - known.since >= settle) {
        known.handled = true;
        await this.take(folder);
        continue;
      }
      waiting = true;
    }
    if (waiting && !this.looking.isStopped)
      this.cancelNext = clock.after(Math.min(settle, 1000), () => this.looking.look());
  }

  /** The folder's files where they are not the record's; null where all is well or nothing can be said. */
  private async foreignState(folder: string): Promise<FolderState | null> {
    const { library } = this.parts;
    const album = library.inFolder(folder);
    if (album === undefined || album.pending !== null) return null;
    const state = await folderState(library.folderOf(album));
    // The record may be another one by now.
    const current = library.inFolder(folder);
    return state !== null && current !== undefined && current.pending === null && differs(current, state)
      ? state
      : null;
  }

  private async take(folder: string): Promise<void> {
    const { library, jobs, log, clock } = this.parts;
    const title = library.inFolder(folder)?.album_title ?? folder;
    await jobs
      .run({ lane: `album:${folder}`, kind: 'edit', title, oid: null }, async ({ signal }) => {
        const state = await this.foreignState(folder);
        const album = library.inFolder(folder);
        if (state === null || album === undefined) return;
        const { tracks, unreadable } = await rescannedTracks(album, state, library, signal);
        await library.changeAlbum(folder, (current) => editAlbumTracks(current, tracks, clock.now()));
        log.info(
          `Album ${album.oid} "${album.album_title}" was changed by hand in its folder: ` +
            `it has ${tracks.length} tracks now.`,
        );
        for (const name of unreadable) log.warn(`${name} in the folder of album ${album.oid} cannot be read as audio.`);
        this.parts.changed(folder);
      })
      .catch((error: unknown) => log.warn(`The folder of "${title}" could not be read: ${messageOf(error)}`));
  }
}
