/** The records of a library: the current state in memory, and the last written state on the disk. */
import { Low } from 'lowdb';
import { isDiskFull, messageOf, TonstiftError } from '../base/errors.js';
import type { Log } from '../base/ports.js';
import { emptyLibrary, type LibraryData } from './data.js';
import { libraryFile } from './json-file.js';
import { restingAfter } from './oids.js';
import type { Place } from './place.js';
import type { Loaded } from './records/load.js';
import { say } from '../base/language/sentence.js';

export class Records {
  /** The state on the disk. Records are replaced, never changed in place, so an undo only restores this reference. */
  private durable: LibraryData;
  private writing: Promise<void> = Promise.resolve();
  private nextWrite: Promise<void> | null = null;
  private failures = 0;
  private nextTrackId: number;

  private constructor(
    private readonly db: Low<LibraryData>,
    private readonly path: string,
    /** The records differ from the file, so entries that they do not name may still be needed. */
    readonly isMended: boolean,
  ) {
    this.durable = db.data;
    this.nextTrackId = db.data.next_track_id;
  }

  /** @param loaded the records that were found in the place; null if there are none */
  static async open(place: Place, loaded: Loaded | null, log: Log): Promise<Records> {
    const db = new Low<LibraryData>(libraryFile(place, loaded, log), emptyLibrary(place.id));
    // lowdb keeps the default if there is no file.
    await db.read();
    return new Records(db, place.path, loaded?.isMended ?? false);
  }

  /** The state in memory, which is written next. */
  get data(): LibraryData {
    return this.db.data;
  }

  /** The state on the disk. */
  get written(): LibraryData {
    return this.durable;
  }

  freeTrackId(): number {
    return this.nextTrackId++;
  }

  /** See `Library.passTrackIds`. */
  passTrackIds(upTo: number): number {
    const first = this.nextTrackId;
    this.nextTrackId = Math.max(first, upTo + 1);
    return first;
  }

  /**
   * Applies a change in memory at once, updates the resting numbers, and resolves when it is on the disk. Changes
   * that are made during a write share the next one. If the write fails, every change that is not yet on the disk is
   * undone and its promise rejects.
   */
  async change(next: (data: LibraryData) => LibraryData): Promise<void> {
    const { data } = this.db;
    const made = next(data);
    const resting_oids = restingAfter(made.resting_oids, data.albums, made.albums);
    this.db.data = { ...made, resting_oids, next_track_id: this.nextTrackId, revision: data.revision + 1 };
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

  private async write(failures: number): Promise<void> {
    if (failures !== this.failures) {
      // Changes that were made after the failure share this promise.
      this.db.data = this.durable;
      throw new TonstiftError('library_unavailable', say('error.undone_too'));
    }
    const data = this.db.data;
    try {
      await this.db.write();
      this.durable = data;
    } catch (error) {
      this.failures++;
      this.db.data = this.durable;
      throw new TonstiftError(
        isDiskFull(error) ? 'no_space' : 'library_unavailable',
        say('error.library_unwritten', { path: this.path, why: messageOf(error).replace(/, \w+ '.*$/s, '') }),
        {},
        { cause: error },
      );
    }
  }

  /** Waits for the last write. */
  async close(): Promise<void> {
    await this.nextWrite?.catch(() => undefined);
    await this.writing.catch(() => undefined);
  }
}
