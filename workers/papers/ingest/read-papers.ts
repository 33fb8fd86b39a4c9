import { say } from '../../base/language/sentence.js';
import { readCsv } from './read-csv.js';
import { jsonRecord, readJsonLines } from './read-json-lines.js';
import { textOf } from './read-text.js';
import { readBibtex } from './read/bibtex.js';
import { readParquet } from './read/parquet.js';
import { readSqlitePapers } from './read/sqlite.js';
import { sniffed } from './read/sniff.js';
import { readTagged } from './read/tagged.js';
import { readTar } from './read/tar.js';
import { NotUnpacked, Unpacking, type Bytes, type Packed } from './read/unpacking.js';
import { readXlsx } from './read/xlsx.js';
import { readXml } from './read/xml.js';
import { readZip } from './read/zip.js';
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
  if (format === 'zip') return readZip(packed, readUnpacked);
  if (format === 'tar') return readTar(packed, readUnpacked);
  const text = textOf(source);
  return { json: readJson, jsonl: readJsonLines, csv: readCsv, bibtex: readBibtex, tagged: readTagged, xml: readXml }[
    format
  ](text);
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
