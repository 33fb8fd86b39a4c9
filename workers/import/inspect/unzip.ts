/** Unpacks untrusted ZIP files. */
import { createWriteStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { codePage850 } from '../../base/text/encodings.js';
import { isDiskFull, messageOf, systemCodeOf, TonstiftError, wordsOf } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { isIgnored, pathParts } from '../../base/files/names.js';
import { fileIdentity } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import type { Rejected } from '../../library/types.js';
import { say, type Words } from '../../base/language/sentence.js';

const mostEntries = 5000;

export interface Unzipped {
  files: FoundFile[];
  /** Entries that could not be unpacked. */
  rejected: Rejected[];
}

/**
 * Unpacks into an empty folder, with numbers as file names. The name of an entry is kept only as text (`relativePath`,
 * without `.`, `..` and empty parts), so that it cannot escape the folder. Hidden files and unfinished downloads are
 * skipped.
 * An encrypted or broken entry is rejected; the others are unpacked.
 * Throws TonstiftError: `unreadable_audio` if it is not a ZIP; `too_large` past `maxBytes`; the system's error if a
 * disk is full or fails.
 */
export async function unzip(
  zip: string,
  folder: HeldFolder,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Unzipped> {
  const isNotOfFile = (error: unknown): boolean =>
    error instanceof TonstiftError || signal?.aborted === true || isDiskFull(error) || systemCodeOf(error) === 'EIO';
  const archive = await openArchive(zip).catch((error: unknown) => {
    if (isNotOfFile(error)) throw error;
    throw new TonstiftError('unreadable_audio', say('wrong.no_zip', { why: messageOf(error) }), {}, { cause: error });
  });
  const files: FoundFile[] = [];
  const rejected: Rejected[] = [];
  let left = maxBytes;
  try {
    if (archive.entryCount > mostEntries)
      throw new TonstiftError(
        'too_large',
        say('wrong.zip_files', { number: String(archive.entryCount), most: String(mostEntries) }),
      );
    for await (const entry of archive.eachEntry()) {
      signal?.throwIfAborted();
      const parts = pathParts(entryName(entry));
      if (/[/\\]$/.test(entryName(entry)) || parts.length === 0 || parts.some(isIgnored)) continue;
      const relativePath = parts.join('/');
      const name = String(files.length + rejected.length);
      try {
        const { size, wrong } = await unpackEntry(archive, entry, { path: folder.at(name), left, signal });
        left -= size;
        if (wrong !== undefined) {
          rejected.push({ filename: relativePath, reason: wrong });
          continue;
        }
        const identity = fileIdentity(await lstat(folder.at(name)));
        const path = join(folder.path, name);
        files.push({ root: folder.path, path, relativePath, size, mtime_ms: 0, special: false, own: true, identity });
      } catch (error) {
        if (isNotOfFile(error)) throw error;
        rejected.push({ filename: relativePath, reason: say('wrong.not_unpacked', { why: wordsOf(error) }) });
      }
    }
  } catch (error) {
    if (isNotOfFile(error)) throw error;
    throw new TonstiftError(
      'unreadable_audio',
      say('wrong.broken_zip', { why: messageOf(error) }),
      {},
      { cause: error },
    );
  } finally {
    archive.close();
  }
  return { files, rejected };
}

async function openArchive(path: string): Promise<yauzl.ZipFile> {
  return yauzl.openPromise(path, { decodeStrings: false, lazyEntries: true, validateEntrySizes: true });
}

/** The field of Info-ZIP with the name in UTF-8. */
const unicodePath = 0x7075;

/**
 * Decodes a name as UTF-8 if it is marked or valid as such (macOS does not mark it). Otherwise packers write the code
 * page of DOS, in western Europe CP850. CP437 of the format has the same German letters, but no À, Ê or ø.
 */
function entryName(entry: yauzl.Entry): string {
  const raw = entry.fileNameRaw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    const hasName = entry.extraFields.some(({ id }) => id === unicodePath);
    return hasName
      ? yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false)
      : codePage850(raw);
  }
}

/** @returns its bytes, and why it cannot be used */
async function unpackEntry(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
  { path, left, signal }: { path: string; left: number; signal: AbortSignal | undefined },
): Promise<{ size: number; wrong?: Words }> {
  if (entry.isEncrypted()) return { size: 0, wrong: say('wrong.zip_password') };
  // Windows packs files of more than 2 GB by Deflate64, and 7-Zip may use LZMA.
  if (![0, 8].includes(entry.compressionMethod)) return { size: 0, wrong: say('wrong.zip_method') };
  let size = 0;
  let crc = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      if (size > left) done(new TonstiftError('too_large', say('wrong.zip_large')));
      else done(null, chunk);
    },
  });
  const stream = await archive.openReadStreamPromise(entry);
  await pipeline(stream, count, createWriteStream(path, { flags: 'wx' }), { signal });
  // yauzl does not check the CRC. Without this check, a damaged entry would count as imported and the ZIP would be
  // removed.
  return crc === entry.crc32 ? { size } : { size, wrong: say('wrong.zip_checksum') };
}
