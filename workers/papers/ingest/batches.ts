/**
 * Papers on their way into the database: the first ones batch by batch as they come, and where they are very many the
 * others sorted by their uids, some hundred thousand at a time. A database whose trees are larger than its memory
 * changes a page of each for every paper otherwise: a million wrote 47 GB into a file of 5.6 GB.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseManager } from '../database-manager.js';
import type { Stored } from '../sql/results.js';
import type { Paper } from '../types.js';
import { Spool } from './spool.js';

export type PaperTaker = Pick<DatabaseManager, 'storePapers' | 'sync' | 'scratchFolder'>;

export interface BatchOptions {
  /** Papers in a transaction. */
  batchSize: number;
  /** So many are stored as they come; of what follows behind them so many at a time are sorted first. */
  spools: { behind: number; of: number };
  signal: AbortSignal | undefined;
}

/** While one is stored, the next is made ready, and the one behind it read. */
const batchesAtOnce = 3;

export class Batches {
  private batch: Paper[] = [];
  private asTheyCame = 0;
  /** What is being filled, and how many bytes had been read when that began. */
  private spool: Spool | undefined;
  private readUpTo = 0;
  /** A spool on its way into the database, while the next one is filled. */
  private emptying: Promise<void> | undefined;
  private readonly storing: Promise<void>[] = [];

  /** @param stored is told what became of a batch, and how many bytes of the source that makes */
  constructor(
    private readonly database: PaperTaker,
    private readonly options: BatchOptions,
    private readonly stored: (what: Stored, read: number) => void,
  ) {}

  /**
   * Waits where enough are on their way.
   * @param read bytes of the source so far
   * @throws what the database throws, of an earlier batch
   */
  async add(paper: Paper, read: number): Promise<void> {
    this.batch.push(paper);
    if (this.batch.length < this.options.batchSize) return;
    await this.next(read);
    await nextTurn();
  }

  async finish(read: number): Promise<void> {
    await this.next(read);
    await this.empty(read);
    await this.emptying;
    await Promise.all(this.storing);
  }

  /** Who gets a failure finds nothing under way any more. */
  async settled(): Promise<void> {
    await this.emptying?.catch(() => undefined);
    await this.spool?.close();
    this.spool = undefined;
    await Promise.allSettled(this.storing);
  }

  private async next(read: number): Promise<void> {
    const { batch } = this;
    const { behind, of } = this.options.spools;
    this.batch = [];
    if (this.asTheyCame < behind) {
      this.asTheyCame += batch.length;
      this.readUpTo = read;
      return this.store(batch, read);
    }
    if (batch.length === 0) return;
    this.spool ??= await Spool.open(await this.database.scratchFolder());
    await this.spool.add(batch);
    if (this.spool.count >= of) await this.empty(read);
  }

  /** Begins to. What was read before is in the database then. */
  private async empty(read: number): Promise<void> {
    await this.emptying;
    const { spool, readUpTo } = this;
    if (spool === undefined) return;
    this.spool = undefined;
    this.readUpTo = read;
    this.emptying = this.storeAll(spool, (share) => readUpTo + (read - readUpTo) * share).finally(() => spool.close());
    this.emptying.catch(() => undefined);
  }

  private async storeAll(spool: Spool, readAt: (share: number) => number): Promise<void> {
    let count = 0;
    for await (const batch of spool.sorted(this.options.batchSize)) {
      this.options.signal?.throwIfAborted();
      count += batch.length;
      await this.store(batch, Math.floor(readAt(count / spool.count)));
    }
    await Promise.all(this.storing);
  }

  private async store(batch: readonly Paper[], read: number): Promise<void> {
    const storing = this.database.storePapers(batch, { isDurable: false }).then((what) => this.stored(what, read));
    storing.catch(() => undefined);
    this.storing.push(storing);
    if (this.storing.length >= batchesAtOnce) await this.storing.shift();
  }
}
