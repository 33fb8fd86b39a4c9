/** Reads the paper files in a ZIP one by one, as if each were a separate source. */
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { isOfSystem, messageOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { mostFiles } from '../limits.js';
import type { PaperFormat, ReadRecord } from '../types.js';
import { archivedFile, mostNamed } from './archived-file.js';
import { copyOf, type Packed } from './unpacking.js';

interface Listed {
  papers: { entry: yauzl.Entry; name: string; format: PaperFormat }[];
  /** Names of all other files. */
  others: string[];
}

/**
 * Returns the paths of the files in a ZIP, with `/` between folders.
 * @param file descriptor of an open file; stays open @throws Error if it is not a ZIP
 */
export async function namesInZip(file: number): Promise<{ papers: string[]; others: string[] }> {
  const zip = await yauzl.fromFdPromise(file, { decodeStrings: false, lazyEntries: true, autoClose: false });
  const { papers, others } = await listOf(zip);
  return { papers: papers.map(({ name }) => name), others };
}

/**
 * Yields the records, each with the name of its file.
 * @param readPacked reads the records of one file @throws NotUnpacked if the ZIP is in too many others
 */
export async function* readZip(
  packed: Packed,
  readPacked: (file: Packed, format: PaperFormat) => AsyncIterable<ReadRecord>,
): AsyncGenerator<ReadRecord> {
  const path = await copyOf(packed, 'copy.zip');
  const unpacking = packed.unpacking.inside();
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, {
      ...{ decodeStrings: false, lazyEntries: true, autoClose: false, validateEntrySizes: true },
    });
    const { papers, others } = await listOf(zip);
    if (papers.length === 0) {
      const names = others.slice(0, mostNamed).join(', ') || '–';
      yield { line: 1, reason: say('paper.zip_without', { names }) };
    }
    for (const { entry, name, format } of papers) {
      const source = unpacking.counted(bytesOf(zip, entry));
      yield* recordsOf(name, readPacked({ ...packed, source, unpacking }, format));
    }
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    yield { line: 1, reason: say('paper.no_zip', { why: messageOf(thrown) }) };
  } finally {
    zip?.close();
  }
}

/** A broken or encrypted file does not affect the others. */
async function* recordsOf(file: string, records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord> {
  let line = 1;
  try {
    for await (const found of records) {
      ({ line } = found);
      yield { ...found, file };
    }
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    yield { line, file, reason: say('paper.not_unpacked', { why: messageOf(thrown) }) };
  }
}

async function* bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new Error('it is encrypted');
  let sum = 0;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    sum = crc32(piece, sum);
    yield piece;
  }
  // yauzl does not verify checksums.
  if (sum !== entry.crc32) throw new Error('its checksum is wrong');
}

async function listOf(zip: yauzl.ZipFile): Promise<Listed> {
  if (zip.entryCount > mostFiles) throw new Error(`it has ${zip.entryCount} files; the limit is ${mostFiles}`);
  const listed: Listed = { papers: [], others: [] };
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString('utf8');
    const file = /[/\\]$/.test(path) ? undefined : archivedFile(path);
    if (file === undefined) continue;
    const { name, format } = file;
    if (format === undefined) listed.others.push(name);
    else listed.papers.push({ entry, name, format });
  }
  return listed;
}
