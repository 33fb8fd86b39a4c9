/**
 * Checks that the library is in its folder and writable. Desired: it is open. Actual: its folder, by its marker.
 * Difference: report it as unavailable and write nothing; open it again when it is back.
 */
import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import type { Library } from '../../workers/library/library.js';
import { markFileName } from '../../workers/library/place.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue } from '../reconcile/work-queue.js';

export interface PresenceParts {
  library: Library;
  /** Locks and opens it. */
  enter(): Promise<void>;
  clock: MonotonicClock;
  log: Log;
  /** It became unavailable, or is back. */
  changed(away: string | null): Promise<void>;
  /** The library cannot be written, for the system's reason; null: it can be written again. */
  unwritable?(why: string | null): void;
  /** Returns the system's reason why a folder cannot be written; null if it can. */
  whyUnwritable?: (path: string) => Promise<string | null>;
}

/** Milliseconds; a check reads the attributes of one file. */
const lookEvery = 2_000;
/** Checks write access every 2nd time and reads the marker every 15th, even if its attributes are the same. */
const looksPerWriting = 2;
const looksPerReading = 15;
const key = 'library';

export class LibraryAvailability {
  private readonly queue: WorkQueue;
  private readonly once: SayOnce;
  private cancel = (): void => undefined;
  /** The value last passed to `changed`. */
  private published: string | null;
  private unwritable: string | null = null;
  /** Attributes of the marker when it was last read. */
  private mark = '';
  private looks = 0;

  constructor(private readonly parts: PresenceParts) {
    const { clock, log, library } = parts;
    this.once = new SayOnce(log);
    this.published = library.away;
    this.queue = new WorkQueue({
      clock,
      pauses: [lookEvery],
      work: () => this.compare(),
      judge: () => 'failed',
      ended: (_, outcome) => {
        if (outcome.kind !== 'done') this.say(messageOf(outcome.error));
      },
    });
  }

  start(): void {
    if (this.published !== null) this.say(this.published);
    this.cancel = this.parts.clock.every(lookEvery, () => this.wake());
  }

  wake(): void {
    this.queue.add(key);
  }

  idle(): Promise<void> {
    return this.queue.idle();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.queue.stop();
  }

  private async compare(): Promise<void> {
    const { library, log } = this.parts;
    const mark = await factsOf(join(library.path, markFileName));
    const isSame = library.away === null && this.published === null && mark === this.mark && mark !== '';
    if (isSame && ++this.looks % looksPerReading !== 0)
      return this.looks % looksPerWriting === 0 ? this.tryToWrite() : undefined;
    this.mark = '';
    try {
      await (library.away === null ? library.verify() : this.parts.enter());
    } catch (error) {
      await this.publish();
      throw error;
    }
    if (this.published !== null) log.info(`The library in ${library.path} is back.`);
    this.once.clear(key);
    await this.publish();
    this.mark = mark;
    await this.tryToWrite();
  }

  private async tryToWrite(): Promise<void> {
    const { library, log } = this.parts;
    const why = await (this.parts.whyUnwritable ?? whyNoWriting)(library.path);
    if (why === this.unwritable) return;
    this.unwritable = why;
    if (why === null) log.info(`The library in ${library.path} is writable again.`);
    else log.error(`The library in ${library.path} cannot be written (${why}); changes are rejected until it can.`);
    this.parts.unwritable?.(why);
  }

  private say(why: string): void {
    const otherwise = 'To use this folder as the library, stop the daemon and run: tonstift library accept';
    this.once.say(key, 'error', `${why} ${otherwise}`);
  }

  private async publish(): Promise<void> {
    const { away } = this.parts.library;
    if (away === this.published) return;
    this.published = away;
    await this.parts.changed(away);
  }
}

/** Attributes that differ after the file was replaced or written; empty if they cannot be read. */
const factsOf = (path: string): Promise<string> =>
  lstat(path, { bigint: true }).then(
    ({ dev, ino, ctimeNs }) => `${dev} ${ino} ${ctimeNs}`,
    () => '',
  );

/** access(2) also reports a read-only file system to root. */
const whyNoWriting = (path: string): Promise<string | null> =>
  access(path, constants.W_OK).then(
    () => null,
    (error: unknown) => messageOf(error).replace(/, access '.*$/s, ''),
  );
