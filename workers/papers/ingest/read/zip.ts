/** Files of papers in a ZIP: one after the other, as if each had come by itself. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { messageOf, systemCodeOf } from '../../../base/errors.js';
import { isIgnored, pathParts } from '../../../base/files/names.js';
import { say } from '../../../base/language/sentence.js';
import { formatOf, isPaperFile, type PaperFormat, type ReadRecord } from '../types.js';

const mostEntries = 10_000;
/** Of what else is in it so many are named. */
const named = 10;

interface PaperEntry {
  entry: yauzl.Entry;
  /** With its folders, `/` between them. */
  name: string;
  format: PaperFormat;
}

interface Listed {
  papers: PaperEntry[];
  /** Names of all else. */
  others: string[];
}

/** With their folders, `/` between them. */
export interface NamesInZip {
  papers: string[];
  others: string[];
}

/** @param file descriptor of one that is open, and stays so @throws Error for what is no ZIP */
export async function namesInZip(file: number): Promise<NamesInZip> {
  const zip = await yauzl.fromFdPromise(file, { decodeStrings: false, lazyEntries: true, autoClose: false });
  const { papers, others } = await listOf(zip);
  return { papers: papers.map(({ name }) => name), others };
}

/**
 * Its records, each with the file that it is of. It is copied first: the list of what is in it stands at its end.
 * @param readFile the records of one of its files
 */
export async function* readZip(
  bytes: AsyncIterable<Uint8Array | string>,
  readFile: (bytes: AsyncIterable<Uint8Array>, format: PaperFormat) => AsyncIterable<ReadRecord>,
): AsyncGenerator<ReadRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-papers-'));
  try {
    const path = join(folder, 'copy.zip');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    yield* filesIn(path, readFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Not of the ZIP: what it unpacks with has codes of its own. */
const isOfSystem = (thrown: unknown): boolean => systemCodeOf(thrown)?.startsWith('E') === true;

async function* filesIn(path: string, readFile: Parameters<typeof readZip>[1]): AsyncGenerator<ReadRecord> {
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

/** One that is broken or encrypted takes no other along. */
async function* recordsOf(
  zip: yauzl.ZipFile,
  { entry, name, format }: PaperEntry,
  readFile: Parameters<typeof readZip>[1],
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

/** yauzl leaves the checksum to its caller. */
async function* checked(bytes: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const piece of bytes) {
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== expected) throw new Error('its checksum is wrong');
}

async function listOf(zip: yauzl.ZipFile): Promise<Listed> {
  if (zip.entryCount > mostEntries) throw new Error(`it has ${zip.entryCount} files, at most ${mostEntries} are read`);
  const listed: Listed = { papers: [], others: [] };
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString('utf8');
    const parts = pathParts(path);
    if (/[/\\]$/.test(path) || parts.length === 0 || parts.some(isIgnored)) continue;
    const name = parts.join('/');
    const format = formatOf(name);
    if (format !== undefined && isPaperFile(name)) listed.papers.push({ entry, name, format });
    else listed.others.push(name);
  }
  return listed;
}
