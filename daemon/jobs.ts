/**
 * Jobs: never two at once on the same thing, with a limit of parallel jobs, abortable.
 *
 * job    one piece of work; events publish its start, progress and end
 * lane   a mutex by name, such as `album:<folder>`: its jobs run one after the other
 * kind   the number of parallel jobs is limited by kind
 * gate   closed while the library is moved or opened: new jobs wait, except nested ones that a running job waits for
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { linkedSignal } from '../workers/base/async/linked-signal.js';
import { messageOf, TonstiftError } from '../workers/base/errors.js';
import type { Progress } from '../workers/base/ports.js';
import type { AlbumRecord } from '../workers/library/types.js';
import type { EventBus } from './events.js';
import { isNotNow } from './reconcile/outcome.js';
import { say, type Words } from '../workers/base/language/sentence.js';

export interface JobContext {
  signal: AbortSignal;
  progress: Progress;
}

export interface JobDescription {
  lane?: string;
  kind: 'import' | 'build' | 'edit' | 'print' | 'copy' | 'embed' | 'papers' | 'backup' | 'restore';
  title: string;
  oid: number | null;
  /** Aborts the job, even while it waits. */
  signal?: AbortSignal;
  /** Changes only records and names: there is no limit of parallel jobs, so that they share one write. */
  brief?: true;
  /** A running job waits for it: it ignores a closed gate and the limit, both of which that job may hold. */
  nested?: true;
}

/** An edit of an album; one at a time for each album. */
export const editOf = ({ folder, album_title, oid }: Pick<AlbumRecord, 'folder' | 'album_title' | 'oid'>) =>
  ({ lane: `album:${folder}`, kind: 'edit', title: album_title, oid }) as const satisfies JobDescription;

interface Job extends JobDescription {
  id: number;
  controller: AbortController;
  ended: Promise<unknown>;
  begun: boolean;
}

export interface Pause {
  /** The reason for the pause, for a sentence. */
  to?: 'moved' | 'opened' | 'ended';
  /** Kinds to pause; all if omitted. */
  kinds?: readonly JobDescription['kind'][];
  /** Timeout in milliseconds. */
  ms?: number;
}

/** Kinds that change files in the library's folder. */
export const libraryKinds = ['import', 'build', 'edit', 'restore'] as const satisfies readonly JobDescription['kind'][];

/** Kinds that change or read files in the library's folder: all but those of papers. */
export const kindsInLibrary = [
  ...libraryKinds,
  ...(['print', 'copy', 'backup'] as const),
] satisfies readonly JobDescription['kind'][];

interface Gate {
  isMeant: (job: JobDescription) => boolean;
  opened: Promise<void>;
}

/** Milliseconds that a move waits for jobs. */
const patience = 60_000;
/** Progress events of one job are at least this many milliseconds apart. */
const progressPause = 200;

export class Jobs {
  private readonly running = new Map<number, Job>();
  /** Each runs one job at a time. */
  private readonly lanes = new Map<string, { limit: LimitFunction; jobs: number }>();
  private readonly limits: Record<JobDescription['kind'], LimitFunction>;
  /** Null while it is open. */
  private gate: Gate | null = null;
  private lastId = 0;
  private stopped = false;

  constructor(
    private readonly events: EventBus,
    cores: number,
  ) {
    // A build keeps a disk busy, an import a core; edits are short and must not wait for either. Papers arrive as
    // fast as a client sends them, and a client that sends nothing must not delay the others.
    this.limits = {
      import: pLimit(cores),
      build: pLimit(Math.max(2, cores)),
      edit: pLimit(50),
      print: pLimit(4),
      copy: pLimit(4),
      embed: pLimit(1),
      papers: pLimit(50),
      backup: pLimit(4),
      restore: pLimit(1),
    };
  }

  /** Runs the work when its lane is free. Rejects with the error of the work, or the reason of an abort. */
  run<Result>(description: JobDescription, work: (context: JobContext) => Promise<Result>): Promise<Result> {
    const id = ++this.lastId;
    const controller = new AbortController();
    const { signal, unlink } = linkedSignal([controller.signal, description.signal]);
    if (this.stopped) controller.abort(stopping());
    const job: Job = { ...description, id, controller, ended: Promise.resolve(), begun: false };
    const worked = this.inTurn(description, () => {
      signal.throwIfAborted();
      job.begun = true;
      return this.perform(id, description, signal, work);
    });
    // A job that is aborted while it waits rejects at once.
    const ended = new Promise<Result>((resolve, reject) => {
      worked.then(resolve, reject);
      const abort = (): void => void (job.begun || reject(signal.reason as Error));
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    });
    job.ended = ended;
    this.running.set(id, job);
    const forget = (): void => {
      unlink();
      this.running.delete(id);
    };
    ended.then(forget, forget);
    return ended;
  }

  /** Waits for the gate, its lane and its kind. While the gate is closed, it occupies neither lane nor kind. */
  private async inTurn<Result>(job: JobDescription, work: () => Promise<Result>): Promise<Result> {
    const { lane, kind, nested = false, brief = false } = job;
    // A nested job must not wait for a place that its parent holds: that would be a deadlock.
    const isFree = brief || nested;
    const limited = <Done>(task: () => Promise<Done>): Promise<Done> => (isFree ? task() : this.limits[kind](task));
    const gate = (): Gate | null => (!nested && this.gate?.isMeant(job) === true ? this.gate : null);
    for (;;) {
      for (let closed = gate(); closed !== null; closed = gate()) await closed.opened;
      const done = await this.inLane(lane, () =>
        limited(async () => (gate() === null ? { result: await work() } : null)),
      );
      if (done !== null) return done.result;
    }
  }

  private inLane<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (name === undefined) return work();
    const lane = this.lanes.get(name) ?? { limit: pLimit(1), jobs: 0 };
    this.lanes.set(name, lane);
    lane.jobs += 1;
    return lane.limit(work).finally(() => {
      lane.jobs -= 1;
      if (lane.jobs === 0) this.lanes.delete(name);
    });
  }

  private async perform<Result>(
    id: number,
    { kind, title, oid }: JobDescription,
    signal: AbortSignal,
    work: (context: JobContext) => Promise<Result>,
  ): Promise<Result> {
    const job = { id, kind, title, oid };
    const quiet = kind === 'edit';
    let reportedAt = 0;
    const progress: Progress = (done, total) => {
      const now = performance.now();
      if (quiet || (done < total && now - reportedAt < progressPause)) return;
      reportedAt = now;
      this.events.emit('job.progress', { ...job, done, total });
    };
    if (!quiet) this.events.emit('job.started', job);
    try {
      const result = await work({ signal, progress });
      if (!quiet) this.events.emit('job.ended', { ...job, outcome: 'done', reason: null });
      return result;
    } catch (error) {
      const later = signal.aborted || isNotNow(error);
      if (!quiet)
        this.events.emit('job.ended', { ...job, outcome: later ? 'not_now' : 'failed', reason: messageOf(error) });
      throw error;
    }
  }

  /**
   * Prevents new jobs, aborts builds and waits for the rest. The returned function ends the pause. Pauses run one
   * after another.
   * @throws TonstiftError `not_now` that names a job that is still running after the timeout; all jobs then continue
   */
  async pause({ to = 'moved', kinds, ms = patience }: Pause = {}): Promise<() => void> {
    const isMeant = ({ kind }: JobDescription): boolean => kinds?.includes(kind) ?? true;
    const refusal = (what: Words): TonstiftError =>
      new TonstiftError('not_now', say('error.library_busy', { to, what }));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)));
    try {
      while (this.gate !== null)
        if ((await Promise.race([this.gate.opened, late])) === 'late') throw refusal(say('error.library_moving'));
      const open = this.close(isMeant);
      const begun = [...this.running.values()].filter((job) => job.begun && isMeant(job));
      for (const job of begun)
        if (job.kind === 'build')
          job.controller.abort(new TonstiftError('not_now', say('error.library_is_to', { to })));
      await Promise.race([Promise.allSettled(begun.map((job) => job.ended)), late]);
      const [busy] = begun.filter((job) => this.running.has(job.id));
      if (busy === undefined) return open;
      open();
      throw refusal(busy.title);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns a function that opens the gate again */
  private close(isMeant: Gate['isMeant']): () => void {
    let resolve = (): void => undefined;
    const gate = { isMeant, opened: new Promise<void>((done) => (resolve = done)) };
    this.gate = gate;
    return () => {
      if (this.gate === gate) this.gate = null;
      resolve();
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const jobs = [...this.running.values()];
    for (const job of jobs) job.controller.abort(stopping());
    await Promise.allSettled(jobs.map((job) => job.ended));
  }
}

const stopping = (): TonstiftError => new TonstiftError('not_now', say('error.stopping'));
