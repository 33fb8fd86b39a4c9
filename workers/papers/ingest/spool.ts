/**
 * Papers in the order of their uids, more of them than memory is to hold: each batch that comes is sorted and written
 * behind the others, and all are merged as they are read back. What is put into the trees of a database in their own
 * order changes each page of them once, and not once for each paper.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeFully } from '../../base/files/open-file.js';
import type { Paper } from '../types.js';
import { readAtOnce, SpoolRun } from './spool-run.js';

/** Made into text in some 2 ms, after which others get their turn. */
const papersAtOnce = 200;

export class Spool {
  private readonly runs: SpoolRun[] = [];
  private end = 0;
  /** Papers in it. */
  count = 0;

  private constructor(private readonly file: FileHandle) {}

  /** Its file has no name any more: whoever is killed leaves nothing behind. */
  static async open(folder: string): Promise<Spool> {
    const path = join(folder, `.${randomUUID()}.spool`);
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Spool(file);
  }

  async add(papers: readonly Paper[]): Promise<void> {
    const sorted = papers.toSorted((one, other) => (one.uid < other.uid ? -1 : Number(one.uid > other.uid)));
    let text = '';
    for (const [at, paper] of sorted.entries()) {
      if (at % papersAtOnce === papersAtOnce - 1) await nextTurn();
      text += `${JSON.stringify(paper)}\n`;
    }
    const bytes = Buffer.from(text);
    await writeFully(this.file, bytes, this.end);
    this.runs.push(new SpoolRun(this.file, this.runs.length, this.end, this.end + bytes.length));
    this.end += bytes.length;
    this.count += papers.length;
  }

  /** In batches; those of one uid in the order in which they came. To be read once, when all are in. */
  async *sorted(batchSize: number): AsyncGenerator<Paper[]> {
    /** The one whose paper is next comes last. */
    const waiting: SpoolRun[] = [];
    const room = Buffer.allocUnsafeSlow(readAtOnce);
    const queue = async (run: SpoolRun): Promise<void> => {
      if (run.isDry) await run.fill(room);
      if (!run.isDry) waiting.splice(placeOf(run, waiting), 0, run);
    };
    for (const run of this.runs) await queue(run);
    let batch: Paper[] = [];
    for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
      batch.push(run.take());
      await queue(run);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** Behind all that come later than it. */
function placeOf(run: SpoolRun, waiting: readonly SpoolRun[]): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (run.isBefore(waiting[middle] as SpoolRun)) from = middle + 1;
    else to = middle;
  }
  return from;
}
