/** Work that takes time: never twice at once on the same thing, at most so many side by side, abortable. */
import pLimit, { type LimitFunction } from 'p-limit';
import { messageOf, TonstiftError } from '../workers/base/errors.js';
import type { Progress } from '../workers/base/ports.js';
import type { EventBus } from './events.js';

export interface JobContext {
  signal: AbortSignal;
  progress: Progress;
}

export interface JobDescription {
  /** Jobs with the same lane wait for each other. */
  lane: string;
  kind: 'import' | 'build' | 'edit' | 'print' | 'copy' | 'embed' | 'papers';
  title: string;
  oid: number | null;
}

interface Job extends JobDescription {
  id: number;
  controller: AbortController;
  ended: Promise<unknown>;
}

/** Progress events of one job are at least this many milliseconds apart. */
const progressPause = 200;

export class Jobs {
  private readonly running = new Map<number, Job>();
  private readonly lanes = new Map<string, Promise<unknown>>();
  private readonly limits: Record<JobDescription['kind'], LimitFunction>;
  private gate: Promise<void> = Promise.resolve();
  private lastId = 0;
  private stopped = false;

  constructor(
    private readonly events: EventBus,
    cores: number,
  ) {
    // A build keeps a disk busy, an import a core; edits are short and must not wait for either. Papers come as fast as
    // a client sends them, and one that sends nothing must not hold up the others.
    this.limits = {
      import: pLimit(cores),
      build: pLimit(Math.max(2, cores)),
      edit: pLimit(50),
      print: pLimit(4),
      copy: pLimit(4),
      embed: pLimit(1),
      papers: pLimit(50),
    };
  }

  /** Runs when its lane is free. Rejects with what the work threw, or `aborted`. */
  run<Result>(description: JobDescription, work: (context: JobContext) => Promise<Result>): Promise<Result> {
    const id = ++this.lastId;
    const controller = new AbortController();
    if (this.stopped) controller.abort(stopping());
    const before = this.lanes.get(description.lane) ?? Promise.resolve();
    const ended = before
      .catch(() => undefined)
      .then(() =>
        this.limits[description.kind](async () => {
          await this.gate;
          controller.signal.throwIfAborted();
          return this.perform(id, description, controller.signal, work);
        }),
      );
    const job: Job = { ...description, id, controller, ended };
    this.running.set(id, job);
    this.lanes.set(description.lane, ended);
    const forget = (): void => {
      this.running.delete(id);
      if (this.lanes.get(description.lane) === ended) this.lanes.delete(description.lane);
    };
    ended.then(forget, forget);
    return ended;
  }

  private async perform<Result>(
    id: number,
    { kind, title, oid }: JobDescription,
    signal: AbortSignal,
    work: (context: JobContext) => Promise<Result>,
  ): Promise<Result> {
    const told = { id, kind, title, oid };
    const quiet = kind === 'edit';
    let told_at = 0;
    const progress: Progress = (done, total) => {
      const now = performance.now();
      if (quiet || (done < total && now - told_at < progressPause)) return;
      told_at = now;
      this.events.emit('job.progress', { ...told, done, total });
    };
    if (!quiet) this.events.emit('job.started', told);
    try {
      const result = await work({ signal, progress });
      if (!quiet) this.events.emit('job.ended', { ...told, outcome: 'done', reason: null });
      return result;
    } catch (error) {
      const later =
        signal.aborted || (error instanceof TonstiftError && (error.code === 'not_now' || error.code === 'aborted'));
      if (!quiet)
        this.events.emit('job.ended', { ...told, outcome: later ? 'not_now' : 'failed', reason: messageOf(error) });
      throw error;
    }
  }

  /** True while such a job runs or waits. */
  has(kind: JobDescription['kind'], lane: string): boolean {
    return [...this.running.values()].some(
      (job) => job.kind === kind && job.lane === lane && !job.controller.signal.aborted,
    );
  }

  count(kind: JobDescription['kind']): number {
    return [...this.running.values()].filter((job) => job.kind === kind).length;
  }

  /** Aborts what runs or waits in a lane, and resolves when it has ended. */
  async abort(lane: string, reason = 'The work was stopped.'): Promise<void> {
    const jobs = [...this.running.values()].filter((job) => job.lane === lane);
    for (const job of jobs) job.controller.abort(new TonstiftError('aborted', reason));
    await Promise.allSettled(jobs.map((job) => job.ended));
  }

  /** Keeps new work from starting, aborts builds and waits for the rest; what comes back lets it start again. */
  async pause(): Promise<() => void> {
    let open = (): void => undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    const started = [...this.running.values()];
    for (const job of started)
      if (job.kind === 'build') job.controller.abort(new TonstiftError('not_now', 'The library is being moved.'));
    await Promise.race([
      Promise.allSettled(started.map((job) => job.ended)),
      new Promise((resolve) => setTimeout(resolve, 60_000).unref()),
    ]);
    return open;
  }

  /** Aborts everything and waits for it. */
  async stop(): Promise<void> {
    this.stopped = true;
    const jobs = [...this.running.values()];
    for (const job of jobs) job.controller.abort(stopping());
    await Promise.allSettled(jobs.map((job) => job.ended));
  }
}

const stopping = (): TonstiftError => new TonstiftError('not_now', 'The daemon is stopping.');
