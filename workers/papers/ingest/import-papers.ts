import { orAborted } from '../../base/async/linked-signal.js';
import { say, type Words } from '../../base/language/sentence.js';
import type { Progress } from '../../base/ports.js';
import { Batches, type PaperTaker } from './batches.js';
import { Tally, type ImportReport } from './import-report.js';
import { readPapers } from './read-papers.js';
import { readRecord } from './read-record.js';
import { sniffed } from './read/sniff.js';
import { toldByName, type Told } from './guess-from-name.js';
import type { PaperFormat, ReadRecord } from './types.js';
import { unwrapped } from './unwrap.js';

export type { ImportReport } from './import-report.js';

export interface PaperSource {
  bytes: AsyncIterable<Uint8Array | string>;
  /** The format according to the file name. The first bytes take precedence. */
  format: PaperFormat;
  /** The file's path, with `/` between folders. It may contain a conference and a year. */
  name?: string;
  /** Conference and year for records that lack them. */
  given?: Told;
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
}

/**
 * Imports the papers of a source, one batch per transaction. After a crash each paper is complete, old or new, and a
 * repeated import adds the missing ones. Throws what the source or the database throws, or the signal's reason. Batches
 * stored before remain.
 */
export async function importPapers(
  database: PaperTaker,
  source: PaperSource,
  { signal, progress, batchSize = 1000 }: ImportOptions = {},
): Promise<ImportReport> {
  const tally = new Tally();
  const { counts } = tally;
  let done = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of untilAborted(source.bytes, signal)) {
      done += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length;
      yield chunk;
    }
  };
  const batches = new Batches(database, batchSize, (stored, read) => {
    counts.added += stored.added;
    counts.updated += stored.updated;
    counts.unchanged += stored.unchanged;
    progress?.(read, Math.max(read, source.size ?? 0));
  });
  const { given = {}, name = '' } = source;
  /** Changes with each file of a ZIP. */
  let around = { file: undefined as string | undefined, given, byName: toldByName(name) };
  const reject = ({ line, file }: ReadRecord, reason: Words): void =>
    tally.reject(line, file === undefined ? reason : say('papers.in_file', { file, reason }));
  const readAll = async (): Promise<void> => {
    const { format, bytes } = await sniffed(counted(), source.format);
    for await (const found of readPapers(bytes, format)) {
      if ('reason' in found) {
        counts.read++;
        reject(found, found.reason);
        continue;
      }
      const { file } = found;
      if (file !== undefined && file !== around.file)
        around = { file, given, byName: toldByName(`${name.replace(/\.zip$/i, '')}/${file}`) };
      for (const record of unwrapped(found.record)) {
        counts.read++;
        const result = readRecord(record, around);
        if ('reason' in result) {
          reject(found, result.reason);
          continue;
        }
        tally.take(found.line, result);
        signal?.throwIfAborted();
        await batches.add(result.paper, done);
      }
    }
    signal?.throwIfAborted();
  };
  try {
    await readAll();
    await batches.finish(done);
    await database.sync();
  } catch (thrown) {
    await batches.settled();
    await database.sync().catch(() => undefined);
    throw thrown;
  }
  return tally.report();
}

/** Stops at the signal even if the client sends nothing for hours. */
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
    // Not awaited: it would wait for a chunk that never arrives.
    if (!isOver) iterator.return?.().catch(() => undefined);
  }
}
