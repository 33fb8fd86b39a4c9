/**
 * Whether the library is where it should be, and can be written. Desired: it is open. Actual: its folder, by its mark.
 * Difference: to say that it is away and to write nothing; to open it again when it is back.
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
  /** It has gone away, or is back. */
  changed(away: string | null): Promise<void>;
  /** Nothing can be written into it, for the system's reason; null: it can be again. */
  unwritable?(why: string | null): void;
  /** Why a folder cannot be written, in the system's words; null where it can. */
  whyUnwritable?: (path: string) => Promise<string | null>;
}

/** Milliseconds; it costs a look at one file. */
const lookEvery = 2_000;
/** One look of so many tries to write, and one of so many reads the mark, though it seems to be the same. */
const looksPerWriting = 2;
const looksPerReading = 15;
const key = 'library';

export class Presence {
  private readonly queue: WorkQueue;
  private readonly once: SayOnce;
  private cancel = (): void => undefined;
  /** As `changed` was told. */
  private published: string | null;
  private unwritable: string | null = null;
  /** Of the mark that was read last. */
  private mark = '';
  private looks = 0;
  private place = { library: '', mark: '' };

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

  /** Looks now. */
  wake(): void {
    this.queue.add(key);
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.queue.stop();
  }

  private async compare(): Promise<void> {
    const { library, log } = this.parts;
    const mark = await factsOf(this.markFile());
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

  /** Put together once for each place of the library: what runs all the time must cost nothing. */
  private markFile(): string {
    const { path } = this.parts.library;
    if (this.place.library !== path) this.place = { library: path, mark: join(path, markFileName) };
    return this.place.mark;
  }

  private async tryToWrite(): Promise<void> {
    const { library, log } = this.parts;
    const why = await (this.parts.whyUnwritable ?? whyNoWriting)(library.path);
    if (why === this.unwritable) return;
    this.unwritable = why;
    if (why === null) log.info(`The library in ${library.path} can be written again.`);
    else log.error(`The library in ${library.path} cannot be written (${why}); changes are refused until it can.`);
    this.parts.unwritable?.(why);
  }

  private say(why: string): void {
    const otherwise = 'If what is there now is to be the library, stop the daemon and run: tonstift library accept';
    this.once.say(key, 'error', `${why} ${otherwise}`);
  }

  private async publish(): Promise<void> {
    const { away } = this.parts.library;
    if (away === this.published) return;
    this.published = away;
    await this.parts.changed(away);
  }
}

/** What is other where another file has its name, or it was written; empty where nothing can be said. */
const factsOf = (path: string): Promise<string> =>
  lstat(path, { bigint: true }).then(
    ({ dev, ino, ctimeNs }) => `${dev} ${ino} ${ctimeNs}`,
    () => '',
  );

/** access(2) tells of a file system that is read-only, to root too. */
const whyNoWriting = (path: string): Promise<string | null> =>
  access(path, constants.W_OK).then(
    () => null,
    (error: unknown) => messageOf(error).replace(/, access '.*$/s, ''),
  );
