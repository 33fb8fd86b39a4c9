/** Reads the paper files in a ZIP one by one, as if each were a separate source. */
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { isOfSystem, messageOf } from '../../../base/errors.js';
import { isIgnored, isPartial, pathParts } from '../../../base/files/names.js';
import { say } from '../../../base/language/sentence.js';
import { mostFiles } from '../limits.js';
import { formatOf, isPaperFile, type PaperFormat, type ReadRecord } from '../types.js';
import { copyOf, type Bytes, type Packed, type Unpacking } from './unpacking.js';

/** The most names of other files in a message. */
const named = 10;

interface PaperEntry {
  entry: yauzl.Entry;
  /** The path in the ZIP, with `/` between folders. */
  name: string;
  format: PaperFormat;
}

interface Listed {
  papers: PaperEntry[];
  /** Names of all other files. */
  others: string[];
}

/** Paths in the ZIP, with `/` between folders. */
export interface NamesInZip {
  papers: string[];
  others: string[];
}

/** @param file descriptor of an open file; stays open @throws Error if it is not a ZIP */
export async function namesInZip(file: number): Promise<NamesInZip> {
  const zip = await yauzl.fromFdPromise(file, { decodeStrings: false, lazyEntries: true, autoClose: false });
  const { papers, others } = await listOf(zip);
  return { papers: papers.map(({ name }) => name), others };
}

/** Reads the records of one file. */
type ReadFile = (bytes: Bytes, format: PaperFormat) => AsyncIterable<ReadRecord>;

/**
 * Yields the records, each with the name of its file.
 * @param readPacked reads the records of one file @throws NotUnpacked if the ZIP is in too many others
 */
export async function* readZip(
  packed: Packed,
  readPacked: (file: Packed, format: PaperFormat) => AsyncIterable<ReadRecord>,
): AsyncGenerator<ReadRecord> {
  const path = await copyOf(packed, 'copy.zip');
  const inside = packed.unpacking.inside();
  yield* filesIn(path, (file, format) =>
    readPacked({ ...packed, source: counted(file, inside), unpacking: inside }, format),
  );
}

async function* counted(file: Bytes, unpacking: Unpacking): AsyncGenerator<Uint8Array | string> {
  for await (const piece of file) {
    unpacking.addUnpacked(piece.length);
    yield piece;
  }
}

async function* filesIn(path: string, readFile: ReadFile): AsyncGenerator<ReadRecord> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, {
      ...{ decodeStrings: false, lazyEntries: true, autoClose: false, validateEntrySizes: true },
    });
    const { papers, others } = await listOf(zip);
    if (papers.length === 0) {
      const names = others.slice(0, named).join(', ') || '–';
      yield { line: 1, reason: say('paper.zip_without', { names }) };
    }
    for (const one of papers) yield* recordsOf(zip, one, readFile);
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    yield { line: 1, reason: say('paper.no_zip', { why: messageOf(thrown) }) };
  } finally {
    zip?.close();
  }
}

/** A broken or encrypted file does not affect the others. */
async function* recordsOf(
  zip: yauzl.ZipFile,
  { entry, name, format }: PaperEntry,
  readFile: ReadFile,
): AsyncGenerator<ReadRecord> {
  let line = 1;
  try {
    if (entry.isEncrypted()) throw new Error('it is encrypted');
    for await (const found of readFile(checked(await zip.openReadStreamPromise(entry), entry.crc32), format)) {
      ({ line } = found);
      yield { ...found, file: name };
    }
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    yield { line, file: name, reason: say('paper.not_unpacked', { why: messageOf(thrown) }) };
  }
}

/** yauzl does not verify checksums. */
async function* checked(bytes: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const piece of bytes) {
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== expected) throw new Error('its checksum is wrong');
}

async function listOf(zip: yauzl.ZipFile): Promise<Listed> {
  if (zip.entryCount > mostFiles) throw new Error(`it has ${zip.entryCount} files; the limit is ${mostFiles}`);
  const listed: Listed = { papers: [], others: [] };
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString('utf8');
    const parts = pathParts(path);
    if (/[/\\]$/.test(path) || parts.length === 0 || parts.some((part) => isIgnored(part) || isPartial(part))) continue;
    const name = parts.join('/');
    const format = formatOf(name);
    if (format !== undefined && isPaperFile(name)) listed.papers.push({ entry, name, format });
    else listed.others.push(name);
  }
  return listed;
}
