import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orAborted } from '../../base/async/linked-signal.js';
import { createProcessPool, SilenceError } from '../../base/async/processes.js';
import { threadScript, ThreadError } from '../../base/async/threads.js';
import { makeFolder } from '../../base/files/make-folder.js';
import { revived, say, type Sentence } from '../../base/language/sentence.js';
import { systemClock, type Progress } from '../../base/ports.js';
import { Batches, type PaperTaker } from './batches.js';
import { Tally, type ImportReport } from './import-report.js';
import type { FoundPapers, ReadingProcess } from './reading-process.js';
import type { Found, SourceFacts } from './read-source.js';
import type { Bytes } from './read/unpacking.js';

export type { ImportReport } from './import-report.js';

export interface PaperSource extends SourceFacts {
  /** The name in the record of the import; by default that of the file. */
  title?: string;
  /** A function opens the source at its start, so that it can be read again. */
  bytes: Bytes | (() => Bytes);
  /** Bytes, if known. Progress uses it. */
  size?: number;
}

export interface ImportOptions {
  signal?: AbortSignal;
  /** Called with the bytes read and the total. If the size is unknown, the total is the bytes read so far. */
  progress?: Progress;
  /**
   * Papers per transaction (1000). With larger batches SQLite writes fewer pages per paper, but other writers wait:
   * about 200 ms at 1000. At 3000 an import of a million is no faster and needs 580 MB instead of 360.
   */
  batchSize?: number;
  /** The folder for temporary copies of ZIP and SQLite files; that of the system if omitted. */
  folder?: string;
}

/** Megabytes. The longest record takes 16 MB, and its copies while it is read five times as much. */
const limits = { heap: 512, memory: 1024 };
/** Milliseconds for the records of one piece of a source; the longest takes a fraction of a second. */
const silence = 30_000;
const pool = createProcessPool<ReadingProcess>(threadScript('workers/papers/ingest/reading-process'), {
  ...{ most: 4, idleMs: 30_000, clock: systemClock, ...limits },
});

/**
 * Imports the papers of a source, one batch per transaction. A separate process reads them: a source that takes
 * too much time or memory is rejected from there on. If that process ends, which may have another cause, a source that
 * can be opened again is read again. After a crash each paper is complete, old or new, and a repeated import adds
 * the missing ones. The record of the import notes what it has changed, also after a crash (`undoImport`). Throws what
 * the source or the database throws, or the signal's reason. Batches stored before remain.
 */
export async function importPapers(
  database: PaperTaker,
  source: PaperSource,
  { signal, progress, batchSize = 1000, folder = tmpdir() }: ImportOptions = {},
): Promise<ImportReport> {
  const tally = new Tally();
  let [taken, line, done] = [0, 1, 0];
  const running = await database.startImport(nameOf(source), { signal });
  const batches = new Batches(running, batchSize, (stored, lines, read) => {
    tally.count(stored, lines);
    progress?.(read, Math.max(read, source.size ?? 0));
  });
  const take: Taking['take'] = async (one, number, at) => {
    // The first reading has taken it.
    if (number <= taken) return;
    [taken, line, done] = [number, one.line, at];
    if ('reason' in one) return tally.reject(line, revived(one.reason));
    tally.take(line, one);
    signal?.throwIfAborted();
    await batches.add(one, done);
  };
  const read = async (): Promise<void> => void (done = await readInProcess(source, { take, folder, signal }));
  try {
    await read()
      .catch((thrown: unknown) => {
        if (thrown instanceof ThreadError && typeof source.bytes === 'function') return read();
        throw thrown;
      })
      .catch((thrown: unknown) => tally.reject(line, reasonOf(thrown)));
    signal?.throwIfAborted();
    await batches.finish(done);
    await running.end(tally.rejects);
    await database.sync();
  } catch (thrown) {
    await batches.settled();
    await running.end(tally.rejects).catch(() => undefined);
    await database.sync().catch(() => undefined);
    throw thrown;
  }
  return tally.report(running.id);
}

const nameOf = ({ title, name, format }: PaperSource): string => title ?? (name || format);

interface Taking extends Pick<ImportOptions, 'signal'> {
  /** Receives each record with its number, from 1, and the bytes of the source up to it. */
  take: (one: Found, number: number, done: number) => Promise<void>;
  /** For temporary copies. */
  folder: string;
}

/**
 * Reads all records of a source in a process. Throws as `ProcessPool.run`; no record is being taken then.
 * @returns the bytes of the source
 */
async function readInProcess(
  { bytes, size: _, title: __, ...facts }: PaperSource,
  { take, folder, signal }: Taking,
): Promise<number> {
  const pieces = untilAborted(typeof bytes === 'function' ? bytes : () => bytes, signal);
  let [number, done] = [0, 0];
  let taking = Promise.resolve();
  const takeAll = async (found: readonly Found[]): Promise<void> => {
    for (const one of found) await take(one, ++number, done);
  };
  const event = async ({ found, wantsMore }: FoundPapers): Promise<Uint8Array | string | undefined> => {
    await (taking = takeAll(found));
    if (!wantsMore) return undefined;
    const { value } = (await pieces.next()) as IteratorResult<Uint8Array | string, undefined>;
    if (value !== undefined) done += typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    return value;
  };
  makeFolder(folder, 0o700);
  const copies = await mkdtemp(join(folder, 'papers-'));
  try {
    await pool.run('read', { ...facts, folder: copies }, { signal, silence, event });
    return done;
  } finally {
    // The process may have ended while its records are stored.
    await taking.catch(() => undefined);
    // Not awaited: it would wait for a piece that may never arrive.
    pieces.return(undefined).catch(() => undefined);
    await rm(copies, { recursive: true, force: true });
  }
}

/** Returns why the rest of a source was not read. Throws any other error. */
function reasonOf(thrown: unknown): Sentence {
  if (thrown instanceof SilenceError) return say('paper.too_slow', { seconds: thrown.seconds });
  if (thrown instanceof ThreadError) return say('paper.too_heavy', { memory: limits.memory });
  throw thrown;
}

/** Stops at the signal even if the client sends nothing for hours. */
async function* untilAborted(open: () => Bytes, signal?: AbortSignal): AsyncGenerator<Uint8Array | string> {
  const iterator = open()[Symbol.asyncIterator]();
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
    // Not awaited: it would wait for a chunk that never arrives.
    if (!isOver) iterator.return?.().catch(() => undefined);
  }
}
