import type { Sentence } from '../../../base/language/sentence.js';
import type { PaperFormat } from '../types.js';
import { dialectOf } from './dialects.js';
import { decompressed } from './compressions.js';
import { Unpacking, type Bytes } from './unpacking.js';
import { whyWrongFile } from './wrong-file.js';

export interface Sniffed {
  format: PaperFormat;
  bytes: Bytes;
  /** For the archives in it. */
  unpacking: Unpacking;
  /** Why the source is not read: it is no list of papers. */
  reason?: Sentence | undefined;
}

/** Bytes that are checked to detect the format. */
const enough = 4096;

/**
 * Detects the format of a source by its first bytes, and returns the whole source, decompressed
 * (`compressions.ts`). If the bytes are ambiguous, the format by name applies. Never throws: the bytes do.
 */
export async function sniffed(source: Bytes, called: PaperFormat, unpacking = new Unpacking()): Promise<Sniffed> {
  const { beginning, all } = await peek(source);
  const content = decompressed(beginning, all, unpacking);
  if (content === undefined) {
    const reason = whyWrongFile(beginning, textIn(beginning));
    if (reason !== undefined) await close(all);
    return { format: formatBy(beginning, called), bytes: all, unpacking, reason };
  }
  return sniffed(content, called, unpacking.inside());
}

/** Ends a source that is not read. */
async function close(source: Bytes): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  // A generator runs its end only if it has begun.
  await iterator.next().catch(() => undefined);
  await iterator.return?.();
}

const textIn = (beginning: Buffer): string =>
  beginning
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/^[\ufeff\ufffd\s]+/, '');

const xmlStart =
  /^<\?xml|^<(feed|collection|volume|dblp|result|entry|PubmedArticleSet|xml|records|modsCollection|mods)\b/i;

function formatBy(beginning: Buffer, called: PaperFormat): PaperFormat {
  if (beginning.toString('latin1', 0, 15) === 'SQLite format 3') return 'sqlite';
  if (beginning.toString('latin1', 0, 4) === 'PAR1') return 'parquet';
  if (beginning.toString('latin1', 257, 262) === 'ustar' || (called === 'tar' && beginning.includes(0))) return 'tar';
  if (/^PK(\x03\x04|\x05\x06)/.test(beginning.toString('latin1', 0, 4)))
    return isWorkbook(beginning) || called === 'xlsx' ? 'xlsx' : 'zip';
  const text = textIn(beginning);
  if (xmlStart.test(text)) return 'xml';
  if (/^PT\t[A-Z][A-Z\d]\t/.test(text)) return 'csv';
  if (dialectOf(text) !== undefined) return 'tagged';
  if (/^(%[^\n]*\n\s*)*@\s*(?:[a-z]+|\['[^\]{]{0,200}\])\s*[{(]/i.test(text)) return 'bibtex';
  if (/^[[{]/.test(text) && called !== 'jsonl') return 'json';
  if (/^\[\s*[{\]]/.test(text)) return 'json';
  // A table with the extension .txt.
  if (called === 'tagged' && /^[^\n]*\btitle\b[^\n]*[,;\t]|^[^\n]*[,;\t][^\n]*\btitle\b/i.test(text)) return 'csv';
  // A file with a wrong extension is most likely a table.
  return binary.has(called) ? 'csv' : called;
}

const binary: ReadonlySet<PaperFormat> = new Set(['sqlite', 'zip', 'xlsx', 'parquet', 'tar']);

/** The first file in the ZIP of a workbook. */
const isWorkbook = (beginning: Buffer): boolean =>
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/|docProps\/)/.test(beginning.toString('latin1', 30, 60));

async function peek(source: Bytes): Promise<{ beginning: Buffer; all: Bytes }> {
  const iterator = source[Symbol.asyncIterator]();
  const held: (Uint8Array | string)[] = [];
  let length = 0;
  let failure: { thrown: unknown } | undefined;
  try {
    while (length < enough) {
      const next = await iterator.next();
      if (next.done === true) break;
      held.push(next.value);
      length += next.value.length;
    }
  } catch (thrown) {
    failure = { thrown };
  }
  const all = async function* (): AsyncGenerator<Uint8Array | string> {
    try {
      yield* held.splice(0);
      if (failure !== undefined) throw failure.thrown;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  const beginning = Buffer.concat(held.map((piece) => Buffer.from(piece as Uint8Array))).subarray(0, enough);
  return { beginning, all: all() };
}
