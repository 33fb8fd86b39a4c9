/** Stores papers in batches, in the order of the source: the next one is read while one is stored. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseManager, RunningImport } from '../database-manager.js';
import type { StoredImport } from '../sql/results.js';
import type { Paper } from '../types.js';

export type PaperTaker = Pick<DatabaseManager, 'startImport' | 'sync'>;

/** One batch is stored, one is prepared and one is read at the same time. */
const batchesAtOnce = 3;

interface TakenPaper {
  paper: Paper;
  hasOwnUid: boolean;
  /** Where the record begins. */
  line: number;
}

export class Batches {
  private batch: TakenPaper[] = [];
  private readonly storing: Promise<void>[] = [];

  /**
   * @param batchSize papers in a transaction
   * @param stored receives the counts of a stored batch, the lines of its papers, and the bytes of the source up to its
   *   end
   */
  constructor(
    private readonly running: Pick<RunningImport, 'storePapers'>,
    private readonly batchSize: number,
    private readonly stored: (what: StoredImport, lines: readonly number[], read: number) => void,
  ) {}

  /**
   * Waits while enough batches are in progress.
   * @param read bytes of the source so far
   * @throws what the database throws, also for an earlier batch
   */
  async add(one: TakenPaper, read: number): Promise<void> {
    this.batch.push(one);
    if (this.batch.length < this.batchSize) return;
    await this.store(read);
    await nextTurn();
  }

  /** Stores the rest. @throws as `add` */
  async finish(read: number): Promise<void> {
    await this.store(read);
    await Promise.all(this.storing);
  }

  /** Resolves when no batch is in progress. Never throws. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.storing);
  }

  private async store(read: number): Promise<void> {
    const { batch } = this;
    this.batch = [];
    const lines = batch.map(({ line }) => line);
    const storing = this.running
      .storePapers(
        batch.map(({ paper }) => paper),
        batch.map(({ hasOwnUid }) => hasOwnUid),
      )
      .then((what) => this.stored(what, lines, read));
    storing.catch(() => undefined);
    this.storing.push(storing);
    if (this.storing.length >= batchesAtOnce) await this.storing.shift();
  }
}
