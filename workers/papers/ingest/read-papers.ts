import { say } from '../../base/language/sentence.js';
import { readCsv } from './read-csv.js';
import { jsonRecord, readJsonLines } from './read-json-lines.js';
import { textOf } from './read-text.js';
import { readBibtex } from './read/bibtex.js';
import { readSqlitePapers } from './read/sqlite.js';
import { sniffed } from './read/sniff.js';
import { readTagged } from './read/tagged.js';
import { NotUnpacked, Unpacking, type Bytes, type Packed } from './read/unpacking.js';
import { splitJson } from './split-json.js';
import type { PaperFormat, ReadRecord } from './types.js';

export type { PaperFormat, ReadRecord } from './types.js';

/**
 * Yields the records of a source in constant memory, each with the line where it begins. Yields unreadable records as
 * rejects with a reason. Throws only what the source throws.
 * @param folder for a copy of a source that cannot be read as a stream
 * @param unpacking counts what the source unpacks to
 */
export async function* readPapers(
  source: Bytes,
  format: PaperFormat,
  folder: string,
  unpacking = new Unpacking(),
): AsyncGenerator<ReadRecord> {
  let line = 1;
  try {
    for await (const found of recordsIn({ source, folder, unpacking }, format)) {
      ({ line } = found);
      yield found;
    }
  } catch (thrown) {
    if (!(thrown instanceof NotUnpacked)) throw thrown;
    yield { line, reason: say('paper.not_unpacked', { why: thrown.words }) };
  }
}

function recordsIn(packed: Packed, format: PaperFormat): AsyncGenerator<ReadRecord> {
  const { source, folder } = packed;
  if (format === 'sqlite') return readSqlitePapers(source, folder);
  if (format === 'xlsx') return readXlsx(packed);
  if (format === 'parquet') return readParquet(packed);
  if (format === 'zip') return readZip(packed);
  if (format === 'tar') return readTar(packed);
  const text = textOf(source);
  return { json: readJson, jsonl: readJsonLines, csv: readCsv, bibtex: readBibtex, tagged: readTagged, xml: readXml }[
    format
  ](text);
}

/** The XML parser is loaded on demand. */
async function* readXml(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/xml.js')).readXml(text);
}

/** Readers with packages of their own are loaded on demand too. */
async function* readXlsx(packed: Packed): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/xlsx.js')).readXlsx(packed);
}

async function* readParquet(packed: Packed): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/parquet.js')).readParquet(packed);
}

async function* readTar(packed: Packed): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/tar.js')).readTar(packed, readUnpacked);
}

async function* readZip(packed: Packed): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/zip.js')).readZip(packed, readUnpacked);
}

async function* readUnpacked(file: Packed, called: PaperFormat): AsyncGenerator<ReadRecord> {
  const { format, bytes, unpacking, reason } = await sniffed(file.source, called, file.unpacking);
  if (reason !== undefined) yield { line: 1, reason };
  else if (format === 'zip' || format === 'tar') yield { line: 1, reason: say('paper.zip_in_zip') };
  else yield* readPapers(bytes, format, file.folder, unpacking);
}

async function* readJson(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  for await (const piece of splitJson(text)) yield 'text' in piece ? jsonRecord(piece.text, piece.line) : piece;
}
