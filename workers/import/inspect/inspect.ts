/** Inspects every file of a batch: track, picture or other. */
import { randomUUID } from 'node:crypto';
import { inParallel } from '../../base/async/in-parallel.js';
import { messageOf, systemCodeOf, TonstiftError, unlessCode } from '../../base/errors.js';
import { sha256OfFile } from '../../base/files/hash.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { isZipName } from '../../base/files/names.js';
import { removeTree } from '../../base/files/remove-tree.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import { refuseWritten } from '../../base/files/writers.js';
import { say, type Sentence, type Words } from '../../base/language/sentence.js';
import { isPictureName } from '../../library/pictures/cover.js';
import type { Rejected } from '../../library/types.js';
import { cutAtChapters } from './chapters.js';
import { lookOf, type Look } from './look-like.js';
import { readTrack, stillChanging } from './read-track.js';
import { withPlaylists } from './playlists.js';
import type { Batch, ImportContext, InspectedTrack } from '../types.js';
import { cutOffAmong, unfinishedByName } from './unfinished.js';
import { unzip, type Unzipped } from './unzip.js';

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
  /** Files that are among the tracks although something is wrong with them. */
  warnings: Rejected[];
  /** ZIPs whose whole content is in the lists above. */
  unpacked: UnpackedZip[];
}

/**
 * Inspects the files, cuts them at their chapters, and passes them to `work`; removes what it has unpacked and cut
 * afterwards.
 */
export async function withInspected<Result>(
  { files, giveAway, given }: Batch,
  context: ImportContext,
  work: (inspected: Inspected) => Promise<Result>,
): Promise<Result> {
  await context.library.verify();
  if (giveAway) await refuseWritten(files);
  return context.library.within('staging', async (staging) => {
    const name = `zip-${randomUUID()}`;
    const unpackInto = await staging.below(name, { make: true });
    try {
      const inspected = await inspect(files, unpackInto, context);
      if (given !== undefined) return await work(inspected);
      const { tracks, wholes } = await cutAtChapters(inspected.tracks, inspected.extras, unpackInto, context);
      return await work({ ...inspected, tracks, extras: [...inspected.extras, ...wholes] });
    } finally {
      await unpackInto.close();
      await removeTree(staging, name);
    }
  });
}

/**
 * Unpacks ZIPs, and reads tags and hashes of files with an audio name. Unreadable files are rejected with the reason.
 * If a file changes or disappears meanwhile, the whole batch is retried later.
 * @param unpackInto folder for the content of ZIPs; the caller removes it
 * Throws TonstiftError `not_now`, `too_large`; the system's error on a full or broken disk; AbortError.
 */
async function inspect(
  files: readonly FoundFile[],
  unpackInto: HeldFolder,
  context: ImportContext,
): Promise<Inspected> {
  const rejected: Rejected[] = [];
  const warnings: Rejected[] = [];
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
  const limits = { most: context.cores, signal: context.signal };
  const unfinished = unfinishedByName(all);
  for (const { relativePath } of unfinished) rejected.push({ filename: relativePath, reason: say('wrong.unfinished') });
  const whole = all.filter((file) => !unfinished.has(file));
  const looks = await inParallel(whole, limits, async (file) => ({ file, look: await lookAt(file) }));
  const filesOf = (look: Look): FoundFile[] => looks.filter((one) => one.look === look).map(({ file }) => file);
  for (const { relativePath } of filesOf('archive'))
    rejected.push({ filename: relativePath, reason: say('wrong.archive') });
  const read = await inParallel(filesOf('audio'), limits, (file, signal) =>
    trackOf(file, { ...context, signal }, rejected),
  );
  for (const { relativePath } of await cutOffAmong(filesOf('audio'), context.signal))
    if (read.some((track) => track?.relativePath === relativePath))
      warnings.push({ filename: relativePath, reason: say('wrong.cut_off') });
  const extras = filesOf('other').filter((file) => !isPictureName(file.relativePath));
  return {
    tracks: await withPlaylists(
      read.filter((track) => track !== null),
      extras,
    ),
    pictures: filesOf('other').filter((file) => isPictureName(file.relativePath)),
    extras,
    rejected,
    warnings,
    unpacked,
  };
}

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
    rejected.push(...reasonsOf(zip.relativePath, content));
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

/** One reason for the whole ZIP if all of its files have the same one, such as a password. */
function reasonsOf(zip: string, { files, rejected }: Unzipped): Rejected[] {
  const [first] = rejected;
  if (first !== undefined && files.length === 0 && new Set(rejected.map(({ reason }) => String(reason))).size === 1)
    return [{ filename: zip, reason: first.reason }];
  return rejected.map(({ filename, reason }) => ({ filename: `${zip}/${filename}`, reason }));
}

/** A file that cannot be opened stays with the others of its name; the copy reports the error. */
const lookAt = (file: FoundFile): Promise<Look> => lookOf(file).catch(unlessCode<Look>(['EACCES', 'EPERM'], 'other'));

async function trackOf(file: FoundFile, context: ImportContext, rejected: Rejected[]): Promise<InspectedTrack | null> {
  const { relativePath } = file;
  try {
    return await readTrack(file, { signal: context.signal, listen: context.transcoder.listen });
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') throw stillChanging(relativePath);
    const reason = refusal(error);
    if (reason === null) throw error;
    rejected.push({ filename: relativePath, reason });
    return null;
  }
}

/** Returns why this file is rejected; null if the error is not caused by the file, such as EIO of a failing disk. */
function refusal(error: unknown): Words | null {
  if (error instanceof TonstiftError) return error.code === 'unreadable_audio' ? error.words : null;
  return ['EACCES', 'EPERM', 'EISDIR'].includes(systemCodeOf(error) ?? '')
    ? say('wrong.unreadable', { why: messageOf(error) })
    : null;
}

/**
 * Returns ZIPs whose whole content was imported. They are removed with the last part.
 * @param left paths of files that were not imported
 */
export function importedZips({ unpacked, rejected }: Inspected, left: readonly string[]): UnpackedZip[] {
  const stays = [...rejected.map(({ filename }) => filename), ...left];
  return unpacked.filter(
    ({ relativePath: zip }) =>
      !stays.some((path) => path.startsWith(`${zip}/`) || path.startsWith(`${zip.replace(/\.zip$/i, '')}/`)),
  );
}

/** Files that the message names. Thousands of sentences, each within the next one, overflow the stack. */
const mostNamed = 100;

/** The message names some files, and the fields all of them. */
export function nothingReadable({ name }: Batch, rejected: readonly Rejected[]): TonstiftError {
  const what = name === '' ? say('import.upload') : JSON.stringify(name);
  const named = rejected
    .slice(0, mostNamed)
    .map(({ filename, reason }) => say('import.rejected', { filename, reason }));
  const more = rejected.length - named.length;
  const reasons = more > 0 ? [...named, say('upload.more', { count: more })] : named;
  const why = reasons.reduce<Sentence | undefined>(
    (first, last) => (first === undefined ? last : say('list.semicolon', { first, last })),
    undefined,
  );
  return new TonstiftError(
    'unreadable_audio',
    why === undefined ? say('error.no_audio', { what }) : say('error.no_readable_audio', { what, why }),
    Object.fromEntries(rejected.map(({ filename, reason }) => [filename, reason])),
  );
}
