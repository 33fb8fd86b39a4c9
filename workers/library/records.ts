/** The records of a library: in memory as they are meant to be, on the disk as the last kept promise says. */
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
  /** What is on the disk; records are replaced, never changed in place, so going back is keeping this. */
  private durable: LibraryData;
  private writing: Promise<void> = Promise.resolve();
  private nextWrite: Promise<void> | null = null;
  private failures = 0;
  private nextTrackId: number;

  private constructor(
    private readonly db: Low<LibraryData>,
    private readonly path: string,
    /** They are not as the file said, so that what they do not name may yet be somebody's. */
    readonly isMended: boolean,
  ) {
    this.durable = db.data;
    this.nextTrackId = db.data.next_track_id;
  }

  /** @param loaded what was found in the place; null where nothing is */
  static async open(place: Place, loaded: Loaded | null, log: Log): Promise<Records> {
    const db = new Low<LibraryData>(libraryFile(place, loaded, log), emptyLibrary(place.id));
    // lowdb keeps the default where there is no file.
    await db.read();
    return new Records(db, place.path, loaded?.isMended ?? false);
  }

  /** What is in memory, and soon on the disk. */
  get data(): LibraryData {
    return this.db.data;
  }

  /** What is on the disk. */
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
   * Takes a change over at once, with the numbers that rest by it, and resolves when it is on the disk. Changes made
   * while a write runs share the next one. Where the disk refuses, every change that is not yet on it is undone and its
   * promise rejects.
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
      // Changes that came after the failure share this promise.
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
