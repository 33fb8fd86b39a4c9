import { setImmediate as nextTurn } from 'node:timers/promises';
import { orAborted } from '../../base/async/linked-signal.js';
import type { Progress } from '../../base/ports.js';
import type { DatabaseManager } from '../database-manager.js';
import type { Paper } from '../types.js';
import { mendPaper } from './mend-paper.js';
import { readPapers } from './read-papers.js';
import type { PaperFormat, Reject } from './types.js';

export interface PaperSource {
  bytes: AsyncIterable<Uint8Array | string>;
  format: PaperFormat;
  /** Bytes, where they are known: progress counts them. */
  size?: number;
}

/** What became of a source. The lists hold the first of each kind, the counts all. */
export interface ImportReport {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  rejected: Reject[];
  rejected_count: number;
  mended: { line: number; what: string }[];
  /** How many records each thing was mended in. */
  mended_counts: Record<string, number>;
  /** Keys that no column takes, each once. */
  unknown_keys: string[];
}

export interface ImportOptions {
  signal?: AbortSignal;
  /** Bytes read of all; where the size is not known, of those read so far. */
  progress?: Progress;
  /**
   * Papers in a transaction. Default 250: making them ready takes 10 ms, in which nothing else happens in this process;
   * SQLite has a thread of its own.
   */
  batchSize?: number;
}

/** Longer lists help nobody, and a file of nothing but rejects must not fill the memory. */
const listed = 1000;

/**
 * Puts the papers of a source into the database, a batch a transaction: after a kill each of them is whole, old or new,
 * and the same source put in again adds what was missing. Throws what the source or the database throws, or the
 * signal's reason; what was stored before stays.
 */
export async function importPapers(
  database: Pick<DatabaseManager, 'storePapers'>,
  source: PaperSource,
  { signal, progress, batchSize = 250 }: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    rejected: [],
    rejected_count: 0,
    mended: [],
    mended_counts: {},
    unknown_keys: [],
  };
  const unknown = new Set<string>();
  let done = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of untilAborted(source.bytes, signal)) {
      done += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length;
      yield chunk;
    }
  };
  let batch: Paper[] = [];
  const store = async (): Promise<void> => {
    signal?.throwIfAborted();
    const { added, updated, unchanged } = await database.storePapers(batch);
    batch = [];
    report.added += added;
    report.updated += updated;
    report.unchanged += unchanged;
    progress?.(done, Math.max(done, source.size ?? 0));
    await nextTurn();
  };
  for await (const found of readPapers(counted(), source.format)) {
    report.read++;
    const result = 'reason' in found ? found : mendPaper(found.record);
    if ('reason' in result) {
      report.rejected_count++;
      if (report.rejected.length < listed) report.rejected.push({ line: found.line, reason: result.reason });
      continue;
    }
    note(report, found.line, result.mended);
    for (const key of result.unknown) if (unknown.size < listed) unknown.add(key);
    batch.push(result.paper);
    if (batch.length >= batchSize) await store();
  }
  await store();
  report.unknown_keys = [...unknown];
  return report;
}

/** A client that sends nothing for hours must not keep an import from ending. */
async function* untilAborted<Chunk>(chunks: AsyncIterable<Chunk>, signal?: AbortSignal): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await orAborted(iterator.next(), signal);
      isOver = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it comes behind the chunk that never does.
    if (!isOver) iterator.return?.().catch(() => undefined);
  }
}

function note(report: ImportReport, line: number, mended: readonly string[]): void {
  for (const what of new Set(mended)) {
    report.mended_counts[what] = (report.mended_counts[what] ?? 0) + 1;
    if (report.mended.length < listed) report.mended.push({ line, what });
  }
}
