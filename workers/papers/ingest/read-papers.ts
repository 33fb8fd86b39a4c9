import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '../../base/language/sentence.js';
import { readCsv } from './read-csv.js';
import { jsonRecord, readJsonLines } from './read-json-lines.js';
import { textOf } from './read-text.js';
import { readBibtex } from './read/bibtex.js';
import { readSqlitePapers } from './read/sqlite.js';
import { sniffed } from './read/sniff.js';
import { readTagged } from './read/tagged.js';
import { splitJson } from './split-json.js';
import type { PaperFormat, ReadRecord } from './types.js';

export type { PaperFormat, ReadRecord } from './types.js';

/**
 * Yields the records of a source in constant memory, each with the line where it begins. Yields unreadable records as
 * rejects with a reason. Throws only what the source throws.
 */
export function readPapers(
  source: AsyncIterable<Uint8Array | string>,
  format: PaperFormat,
): AsyncGenerator<ReadRecord> {
  if (format === 'sqlite') return readSqlitePapers(source);
  if (format === 'zip') return readZip(source);
  const text = inTurns(textOf(source));
  return { json: readJson, jsonl: readJsonLines, csv: readCsv, bibtex: readBibtex, tagged: readTagged, xml: readXml }[
    format
  ](text);
}

/** Characters per read: a thousand of the shortest rows, 20 µs each. */
const pieceLength = 2048;
/** Milliseconds after which other tasks get their turn: answering a request takes several turns. */
const longestTurn = 5;

/** Yields the text in small parts, so that a text with many records does not block the process. */
async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<string> {
  let since = performance.now();
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; at += pieceLength) {
      if (performance.now() - since > longestTurn) {
        await nextTurn();
        since = performance.now();
      }
      yield chunk.slice(at, at + pieceLength);
    }
  }
}

/** The XML parser is loaded on demand. */
async function* readXml(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/xml.js')).readXml(text);
}

/** The ZIP reader is loaded on demand too. */
async function* readZip(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<ReadRecord> {
  yield* (await import('./read/zip.js')).readZip(source, readUnpacked);
}

async function* readUnpacked(source: AsyncIterable<Uint8Array>, called: PaperFormat): AsyncGenerator<ReadRecord> {
  const { format, bytes } = await sniffed(source, called);
  if (format === 'zip') yield { line: 1, reason: say('paper.zip_in_zip') };
  else yield* readPapers(bytes, format);
}

async function* readJson(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  for await (const piece of splitJson(text)) yield 'text' in piece ? jsonRecord(piece.text, piece.line) : piece;
}
