/** Inspects every file of a batch: track, picture or other. */
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { isAudioName, probe } from '../audio/probe.js';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { sha256OfFile } from '../base/files/hash.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { withSeen } from '../base/files/seen-file.js';
import type { FoundFile } from '../base/files/walk.js';
import { isPictureName } from '../library/pictures/cover.js';
import type { Rejected } from '../library/types.js';
import type { ImportContext, InspectedTrack } from './types.js';
import { unzip } from './unzip.js';
import { say, type Words } from '../base/language/sentence.js';

export interface UnpackedZip extends FoundFile {
  /** Undefined if the ZIP is not given away. */
  sha256?: string;
}

export interface Inspected {
  tracks: InspectedTrack[];
  pictures: FoundFile[];
  /** Booklets, texts, playlists: stored with the tracks. */
  extras: FoundFile[];
  rejected: Rejected[];
  /** ZIPs whose whole content is in the lists above. */
  unpacked: UnpackedZip[];
}

/**
 * Unpacks ZIPs, and reads tags and hashes of files with an audio name. Unreadable files are rejected with the reason.
 * If a file changes or disappears meanwhile, the whole batch is retried later.
 * @param unpackInto folder for the content of ZIPs; the caller removes it
 * Throws TonstiftError `not_now`, `too_large`; the system's error on a full or broken disk; AbortError.
 */
export async function inspect(
  files: readonly FoundFile[],
  unpackInto: HeldFolder,
  context: ImportContext,
): Promise<Inspected> {
  const rejected: Rejected[] = [];
  const unpacked: UnpackedZip[] = [];
  const all: FoundFile[] = [];
  for (const file of files) {
    if (file.special) {
      rejected.push({ filename: file.relativePath, reason: say('wrong.special_file') });
    } else if (!isZipName(file.relativePath)) {
      all.push(file);
    } else {
      const name = String(unpacked.length + rejected.length);
      const folder = await unpackInto.below(name, { make: true });
      const content = await unzipInto(file, folder, context, rejected).finally(() => folder.close());
      if (content === null) continue;
      unpacked.push({ ...file, ...content.zip });
      all.push(...content.files);
    }
  }
  const limit = pLimit(context.cores);
  const looked = await limit.map(
    all.filter((file) => isAudioName(file.relativePath)),
    (file) => lookAt(file, context, rejected),
  );
  return {
    tracks: looked.filter((track) => track !== null),
    pictures: all.filter((file) => isPictureName(file.relativePath)),
    extras: all.filter((file) => !isAudioName(file.relativePath) && !isPictureName(file.relativePath)),
    rejected,
    unpacked,
  };
}

export const isZipName = (name: string): boolean => /\.zip$/i.test(name);

async function unzipInto(
  zip: FoundFile,
  folder: HeldFolder,
  context: ImportContext,
  rejected: Rejected[],
): Promise<{ files: FoundFile[]; zip: { sha256?: string } } | null> {
  try {
    const { content, ...rest } = await withSeen(zip, async (path) => ({
      content: await unzip(path, folder, context.maxBytes(), context.signal),
      // An uploaded ZIP has no source to remove.
      zip: zip.own === true ? {} : { sha256: await sha256OfFile(path, context.signal) },
    }));
    const inside = zip.relativePath.replace(/\.zip$/i, '');
    rejected.push(
      ...content.rejected.map(({ filename, reason }) => ({ filename: `${zip.relativePath}/${filename}`, reason })),
    );
    return {
      ...rest,
      files: content.files.map((file) => ({ ...file, relativePath: `${inside}/${file.relativePath}` })),
    };
  } catch (error) {
    if (!(error instanceof TonstiftError) || error.code === 'not_now') throw error;
    rejected.push({ filename: zip.relativePath, reason: error.words });
    return null;
  }
}

async function lookAt(file: FoundFile, context: ImportContext, rejected: Rejected[]): Promise<InspectedTrack | null> {
  const { relativePath } = file;
  try {
    return await withSeen(file, async (path) => {
      const before = await stat(path);
      if (before.size === 0) throw new TonstiftError('unreadable_audio', say('wrong.empty_file'));
      const facts = await probe(path, { signal: context.signal });
      const sha256 = await sha256OfFile(path, context.signal);
      const after = await stat(path);
      if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw stillChanging(relativePath);
      return { ...file, size: after.size, mtime_ms: after.mtimeMs, sha256, facts };
    });
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') throw stillChanging(relativePath);
    const reason = refusal(error);
    if (reason === null) throw error;
    rejected.push({ filename: relativePath, reason });
    return null;
  }
}

const stillChanging = (name: string): TonstiftError =>
  new TonstiftError('not_now', say('error.still_changing', { name }));

/** Returns why this file is rejected; null if the error is not caused by the file, such as EIO of a failing disk. */
function refusal(error: unknown): Words | null {
  if (error instanceof TonstiftError) return error.code === 'unreadable_audio' ? error.words : null;
  return ['EACCES', 'EPERM', 'EISDIR'].includes(systemCodeOf(error) ?? '')
    ? say('wrong.unreadable', { why: messageOf(error) })
    : null;
}
