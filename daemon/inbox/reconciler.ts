/**
 * inbox → library. Desired: every settled album, loose file or file of papers in the inbox is in the library, or set
 * aside with a reason. Actual: the files in the inbox. Difference: import them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError, wordsOf } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import { sharesFolder } from '../../workers/import/match/find-album.js';
import { tagOf } from '../../workers/import/match/together.js';
import type { Jobs } from '../jobs.js';
import { isNotNow, type Outcome, type Verdict } from '../reconcile/outcome.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';
import { scanInbox, type InboxProblem, type InboxScan, type Entry } from './scan.js';
import { removeEmptied } from './set-aside.js';
import { Settling } from './settle.js';
import { LeftAlone } from './left-alone.js';
import { Stalled } from './stalled.js';
import { Sorting } from './sorting.js';
import { CrashSuspects } from './crash-suspects.js';
import type { OtherIntake } from './other-intake.js';
import { Unfinished, Waiting, type Waits } from './waiting.js';
import { Imports, isToSort, type Import, type ImportParts } from './imports.js';

export interface InboxParts extends Omit<ImportParts, 'papers' | 'left'> {
  jobs: Jobs;
  settleMs: () => number;
  clock: MonotonicClock;
  /** File that lists the running imports, for the next start; see `CrashSuspects`. */
  atWork?: string;
  /** File that lists what is left alone in the inbox; see `LeftAlone`. */
  leftAlone?: string;
  /** True if the watchdog ended the last run because it hung. */
  stoodStill?: boolean;
  /** By default reads the files. */
  tagOf?: typeof tagOf;
}

type Arriving = ({ name: string; files: number } & Partial<Waits>)[];

/** Milliseconds until an emptied folder is removed: a copy into it may continue. */
const emptiedAfter = 60_000;
/** Milliseconds that a single picture waits for its album. */
const pictureWaits = 60_000;
/** Milliseconds until an entry that was still changing is retried. */
const changingPause = 1_000;
/** Milliseconds until an entry that failed for another reason (a full disk, a broken one) is retried. */
const failurePause = 60_000;
/** Milliseconds. While an entry settles, the inbox is read at least this often: a change restarts the wait. */
const longestPause = 1_000;
const inboxKey = 'inbox';
const leftKey = 'left';
/**
 * Caps the list in an event, because events are replayed to clients that reconnect, and the inbox may have thousands.
 */
const mostPublished = 100;

export class InboxReconciler {
  private readonly settling = new Settling();
  private readonly imports: Imports;
  /** Imports of settled entries, until these leave the inbox or change. */
  private readonly settled = new Map<string, Import>();
  private readonly running = new Set<Import>();
  /** Entries that have settled but were still changing: they are published as arriving. */
  private readonly changing = new Set<Import>();
  private readonly sorting: Sorting;
  private readonly scanQueue: WorkQueue;
  private readonly importQueue: WorkQueue;
  private readonly once: SayOnce;
  /** Identities of folders from which files were imported. */
  private readonly emptied = new Set<string>();
  /** Time since which a folder is empty, by name. */
  private readonly emptySince = new Map<string, number>();
  private readonly suspects: CrashSuspects;
  private arriving: Arriving = [];
  private problems: InboxProblem[] = [];
  private unreadable = false;
  /** Entries that failed for a lasting reason, by the key of their import. */
  private readonly stuck = new Map<string, InboxProblem>();
  private readonly stalled: Stalled;
  private readonly waiting = new Waiting();
  private readonly left: LeftAlone;
  /** Entries of the last scan. */
  private entries: readonly Entry[] = [];
  private other: OtherIntake | undefined;

  constructor(private readonly parts: InboxParts) {
    const { clock, log } = parts;
    this.once = new SayOnce(log);
    this.stalled = new Stalled(clock);
    this.left = new LeftAlone(parts.inbox, parts.leftAlone);
    this.suspects = new CrashSuspects(parts.atWork, parts.stoodStill);
    this.imports = new Imports(
      { ...parts, papers: () => this.other, left: this.left },
      (entry) => this.settling.age(entry, clock.monotonic()) < pictureWaits,
    );
    this.sorting = new Sorting({
      clock,
      pause: failurePause,
      judge: verdictOf,
      suspects: this.suspects,
      once: this.once,
      tagOf: parts.tagOf ?? ((files, stop) => tagOf(files, stop, parts.importing.transcoder.listen)),
      sorted: (files, crashing) => {
        for (const one of this.imports.ofLoose(files, crashing)) this.begin(one);
        this.wake();
      },
    });
    this.scanQueue = new WorkQueue({
      clock,
      pauses: [failurePause],
      work: (_, run) => this.scan(run),
      judge: () => 'failed',
      ended: (_, outcome) => {
        if (outcome.kind !== 'done') log.error(`Cannot read the inbox: ${messageOf(outcome.error)}`);
      },
    });
    this.importQueue = new WorkQueue({
      clock,
      pauses: [changingPause],
      work: (key, run) => this.import(key, run),
      judge: verdictOf,
      ended: (key, outcome) => this.ended(key, outcome),
    });
  }

  /** Hands files that are no albums to a feature. */
  accept(other: OtherIntake): void {
    this.other = other;
  }

  status(): { path: string; arriving: Arriving; problems: InboxProblem[] } {
    return { path: this.parts.inbox, arriving: this.arriving, problems: this.problems };
  }

  /** Scans the inbox now, and again as long as an entry is settling. */
  wake(): void {
    this.scanQueue.add(inboxKey);
  }

  /**
   * Imports the complete files of an entry that waits for unfinished ones; those stay.
   * @throws TonstiftError `conflict` if no such entry waits
   */
  importComplete(name: string): void {
    if (!this.waiting.order(this.entries, name))
      throw new TonstiftError('conflict', say('error.waits_not', { name: JSON.stringify(name) }));
    this.wake();
  }

  /** Retries all waiting imports: the library is back. */
  resume(): void {
    this.importQueue.resume();
    this.sorting.resume();
    this.wake();
  }

  /** Resolves when no import runs; does not wait for entries that are settling, or for pauses. */
  async idle(): Promise<void> {
    // An import ends with a scan, which may start another import.
    const queues = [this.scanQueue, this.sorting, this.importQueue];
    do for (const queue of queues) await queue.idle();
    while (!queues.every(({ isIdle }) => isIdle));
  }

  async stop(): Promise<void> {
    await this.scanQueue.stop();
    await this.sorting.stop();
    await this.importQueue.stop();
  }

  private async scan({ wakeIn, signal }: Run<never>): Promise<void> {
    const { clock, settleMs } = this.parts;
    // While the library is unavailable, files wait in the inbox.
    if (this.parts.importing.library.away !== null) return;
    const found = await this.read();
    if (found === null || signal.aborted) return;
    const { entries, left } = await this.left.without(found);
    const scan = { ...found, entries };
    this.dropChanged(scan);
    this.entries = scan.entries;
    this.waiting.look(scan.entries);
    const { settled, nextIn } = this.settling.observe(scan.entries, clock.monotonic(), settleMs());
    const held = new Set([...this.settled.values()].flatMap(({ entries }) => entries.map(({ key }) => key)));
    const fresh = settled
      .filter(({ key }) => !held.has(key) && !this.sorting.has(key))
      .flatMap((entry) => this.waiting.admitted(entry) ?? []);
    for (const one of this.imports.of(fresh)) {
      this.begin(one);
      for (const { key } of one.entries) held.add(key);
    }
    this.sorting.add(fresh.filter(isToSort));
    for (const { entries } of this.changing) for (const { key } of entries) held.delete(key);
    await this.publish(
      scan.entries.filter(({ key }) => !held.has(key)),
      scan.problems,
      left,
    );
    await this.removeEmptied(scan, wakeIn);
    if (nextIn !== null) wakeIn(Math.max(20, Math.min(nextIn, longestPause)));
  }

  private begin(one: Import): void {
    this.settled.set(one.key, one);
    this.importQueue.add(one.key);
  }

  private async read(): Promise<InboxScan | null> {
    const { inbox, log } = this.parts;
    try {
      const scan = await scanInbox(inbox);
      if (this.unreadable) log.info(`The inbox ${inbox} is back.`);
      this.unreadable = false;
      return scan;
    } catch (error) {
      // If only the folder is missing, it is made again. mkdir fails if its parent is missing too, as on a disk that
      // is not mounted.
      const isGone = systemCodeOf(error) === 'ENOENT';
      const made =
        isGone &&
        (await mkdir(inbox)
          .then(() => true)
          .catch(() => false));
      if (!made && !this.unreadable)
        log.error(`Cannot read the inbox ${inbox} (${messageOf(error)}); retrying every minute.`);
      this.unreadable = !made;
      if (!made) this.tell([], [{ name: inbox, reason: say('inbox.unreadable', { why: messageOf(error) }) }]);
      return null;
    }
  }

  /** Entries that changed after they settled must settle again. Running imports detect changes themselves. */
  private dropChanged({ entries }: InboxScan): void {
    const now = new Map(entries.map(({ key, seen }) => [key, seen]));
    this.sorting.keep(({ key, seen }) => now.get(key) === seen);
    for (const [key, one] of this.settled) {
      if (this.running.has(one) || one.entries.every((entry) => now.get(entry.key) === entry.seen)) continue;
      this.release(key, one);
      void this.importQueue.forget(key, new TonstiftError('not_now', `${one.title} has changed.`));
    }
  }

  private release(key: string, one: Import): void {
    this.settled.delete(key);
    this.stuck.delete(key);
    this.changing.delete(one);
  }

  private async import(key: string, { signal }: Run<never>): Promise<void> {
    const one = this.settled.get(key);
    const { away } = this.parts.importing.library;
    if (away !== null) throw new TonstiftError('not_now', away);
    if (one === undefined) return;
    const job = { kind: 'import', title: one.title, oid: null, signal } as const;
    this.running.add(one);
    try {
      await this.parts.jobs.run(job, (context) =>
        this.suspects.guard(
          one.entries,
          async () => {
            await this.waiting.check(one.entries, context.signal);
            await one.run(context);
          },
          () => this.imports.rejectCrashing(one.entries, one.title),
        ),
      );
      for (const { identity } of one.entries) if (identity !== null) this.emptied.add(identity);
    } finally {
      this.running.delete(one);
    }
  }

  private ended(key: string, outcome: Outcome): void {
    const { log } = this.parts;
    const one = this.settled.get(key);
    if (one === undefined) return;
    if (outcome.kind === 'done') {
      this.release(key, one);
      this.once.clear(key);
      for (const entry of one.entries) this.settling.forget(entry);
    } else if (outcome.error instanceof Unfinished) {
      this.release(key, one);
      this.waiting.note(one.entries, outcome.error);
      this.once.say(key, 'info', `${JSON.stringify(one.title)} waits in the inbox. ${outcome.error.message}`);
    } else if (isNotNow(outcome.error)) {
      this.changing.add(one);
      this.stuck.delete(key);
      for (const entry of one.entries) this.stalled.waits(entry.key, wordsOf(outcome.error));
      log.debug(`${one.title} waits: ${messageOf(outcome.error)}`);
    } else {
      this.changing.delete(one);
      this.stuck.set(key, { name: one.title, reason: wordsOf(outcome.error) });
      const why = `Cannot import ${one.title} now: ${messageOf(outcome.error)}`;
      this.once.say(key, 'error', `${why} It stays in the inbox and is retried every minute.`);
    }
    this.wake();
  }

  private async publish(entries: readonly Entry[], closed: InboxProblem[], left: InboxProblem[]): Promise<void> {
    const why = await this.left.closed();
    const here = why === null ? [] : [{ name: this.parts.inbox, reason: why }];
    this.once.sayAll(
      leftKey,
      'warn',
      [...here, ...left].map(({ name, reason }) => `${JSON.stringify(name)}: ${String(reason)}`),
    );
    this.once.sayAll(
      inboxKey,
      'warn',
      closed.map(({ name, reason }) => `${JSON.stringify(name)} in the inbox is skipped: ${String(reason)}`),
    );
    const changing = entries.filter((entry) => this.waiting.of(entry, 0) === null);
    this.tell(entries, [...here, ...closed, ...this.stuck.values(), ...this.stalled.among(changing), ...left]);
  }

  private tell(entries: readonly Entry[], problems: InboxProblem[]): void {
    const now = this.parts.clock.now();
    const arriving = entries.map((entry) => ({
      name: entry.name,
      files: entry.files.length,
      ...this.waiting.of(entry, now),
    }));
    if (JSON.stringify([arriving, problems]) === JSON.stringify([this.arriving, this.problems])) return;
    [this.arriving, this.problems] = [arriving, problems];
    this.parts.events.emit('inbox.changed', { arriving: arriving.slice(0, mostPublished), problems });
  }

  /** Removes only folders that an import emptied. An empty folder that a person made is kept. */
  private async removeEmptied(scan: InboxScan, wakeIn: (ms: number) => void): Promise<void> {
    const { importing, inbox, log, clock } = this.parts;
    const now = clock.monotonic();
    const names = new Set(scan.emptyFolders.map(({ name }) => name));
    for (const name of this.emptySince.keys()) if (!names.has(name)) this.emptySince.delete(name);
    for (const { name, identity } of scan.emptyFolders) {
      const since = this.emptySince.get(name) ?? now;
      this.emptySince.set(name, since);
      const { albums } = importing.library;
      const ours =
        this.emptied.has(identity) || albums.some(({ origin }) => sharesFolder(origin.folder_identity, identity));
      if (!ours) continue;
      if (now - since < emptiedAfter) wakeIn(since + emptiedAfter - now + 10);
      else if (await removeEmptied(join(inbox, name))) {
        log.debug(`The emptied folder ${name} is removed from the inbox.`);
      }
    }
  }
}

const verdictOf = (error: unknown): Verdict => {
  if (error instanceof Unfinished) return 'failed';
  return isNotNow(error) ? { notNow: true } : { notNow: true, atLeast: failurePause };
};
