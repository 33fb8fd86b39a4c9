/** Covers: checks a picture, scales it and encodes it as a JPEG. */
import { open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { linkedSignal, orAborted } from '../../base/async/linked-signal.js';
import { runInThread, threadScript } from '../../base/async/threads.js';
import type { cover, CoverTask } from './cover-thread.js';
import { otherPicture, pictureHeader, type PictureHeader } from '../../base/pictures/picture-header.js';
import { say, type Sentence } from '../../base/language/sentence.js';

export { isPictureName } from './cover-names.js';

export const coverFileName = 'cover.jpg';

/** Pixels on the longer side: sharp on a screen and at 300 dpi on a CD booklet's quarter. */
export const longestSide = 1200;
/** Pixels on the longer side: sharp in the grid of covers on a screen with two pixels per point. */
const thumbnailSide = 360;
/** Decoding a photograph of 50 megapixels takes 400 MB and 3 s. */
const mostPixels = 60_000_000;
/** jimp takes 1.1 s and 420 MB for 12 megapixels; ffmpeg takes half as much of both. */
const jimpPixels = 6_000_000;
/** Megabytes of the thread's heap: twice what jimp takes for a JPEG of `jimpPixels`. */
const heap = 192;
const largestFile = 50 * 1024 * 1024;
/**
 * Timeout in milliseconds, counted from the start of the work; then the thread is ended. A busy machine took 20 s for
 * an ordinary cover.
 */
const longestWork = 60_000;

/**
 * Decodes one large picture at a time, and one small picture in parallel, so that an ordinary cover does not wait for
 * a poster. Each runs in its own thread, which frees its memory when it ends.
 */
const largeOnes = pLimit(1);
const smallOnes = pLimit(1);
const smallPixels = 4_000_000;
/** Limits the files that are held in memory, including those that wait to be decoded. */
const held = pLimit(4);
const mostWaiting = 64;

export interface PictureWanted {
  /** Maximum length of the longer side, in pixels; by default that of a cover. */
  side?: number;
  /** The field that the error names; by default `cover`. */
  field?: string;
  signal?: AbortSignal;
}

/**
 * Checks a picture by its content, not by its name, and makes a cover or another picture of the library: a JPEG
 * without metadata, with at most `side` pixels on the longer side. The size is read from the header and limited
 * before anything is decoded.
 * Throws TonstiftError `bad_field` with the reason, `not_now` if too many pictures wait.
 */
export async function makeCover(picture: Uint8Array, name: string, wanted: PictureWanted = {}): Promise<Uint8Array> {
  const { side = longestSide, field = 'cover', signal } = wanted;
  const refuse = (why: Sentence): TonstiftError =>
    new TonstiftError('bad_field', say('error.picture', { name: JSON.stringify(name), why }), { [field]: why });
  if (picture.length === 0) throw refuse(say('wrong.empty_file'));
  const header = pictureHeader(picture);
  if (header === undefined) throw refuse(say('wrong.other_picture', { what: otherPicture(picture) }));
  const { width, height } = header;
  if (width === 0 || height === 0) throw refuse(say('wrong.no_size'));
  if (width * height > mostPixels)
    throw refuse(say('wrong.pixels', { width: String(width), height: String(height), most: mostPixels / 1e6 }));
  const answer = await inTurn(picture, header, { side, signal });
  if ('problem' in answer) throw refuse(say('wrong.unreadable_why', { why: answer.problem }));
  return answer.jpeg;
}

/** Makes a small JPEG of a cover. Throws TonstiftError `not_found` with the reason if it cannot be read. */
export async function makeThumbnail(cover: Uint8Array): Promise<Uint8Array> {
  // A person may have replaced the cover by any picture.
  return makeCover(cover, coverFileName, { side: thumbnailSide }).catch((error: unknown) => {
    if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
    throw new TonstiftError('not_found', error.words);
  });
}

type CoverAnswer = { jpeg: Uint8Array } | { problem: string };

interface Wanted {
  /** Maximum length of the longer side, in pixels. */
  side: number;
  signal?: AbortSignal;
}

function inTurn(picture: Uint8Array, header: PictureHeader, wanted: Wanted): Promise<CoverAnswer> {
  const turn = header.width * header.height > smallPixels ? largeOnes : smallOnes;
  return orAborted(
    turn(() => decoded(picture, header, wanted)),
    wanted.signal,
  );
}

/**
 * jimp decodes common pictures of up to `jimpPixels`. ffmpeg decodes the rest, and pictures that jimp rejects. ffmpeg
 * is compiled only when needed, because its WebAssembly has 32 MB.
 */
async function decoded(data: Uint8Array, header: PictureHeader, { side, signal }: Wanted): Promise<CoverAnswer> {
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(longestWork);
  using ends = linkedSignal([late, signal]);
  const run = async (by: CoverTask['by'], most: number): Promise<CoverAnswer> => {
    const task: CoverTask = { data, header, side, mostPixels: most, by };
    const script = threadScript('workers/library/pictures/cover-thread');
    return { jpeg: await runInThread<typeof cover>(script, task, { memory: heap, signal: ends.signal }) };
  };
  try {
    if (header.isCommon && header.width * header.height <= jimpPixels) {
      const answer = await run('jimp', jimpPixels).catch((error: unknown) => ({ problem: messageOf(error) }));
      ends.signal.throwIfAborted();
      if ('jpeg' in answer) return answer;
    }
    // ffmpeg rounds the sides up before it compares.
    return await run('ffmpeg', Math.ceil(mostPixels * 1.05));
  } catch (error) {
    signal?.throwIfAborted();
    return { problem: late.aborted ? `it takes longer than ${longestWork / 1000} s` : messageOf(error) };
  }
}

/** Does the same for a file. A file of more than 50 MB is rejected without reading it. */
export async function makeCoverOfFile(path: string, name: string, wanted: PictureWanted = {}): Promise<Uint8Array> {
  if (held.pendingCount >= mostWaiting) throw new TonstiftError('not_now', say('error.pictures_busy'));
  return orAborted(
    held(() => coverOfFile(path, name, wanted)),
    wanted.signal,
  );
}

async function coverOfFile(path: string, name: string, wanted: PictureWanted): Promise<Uint8Array> {
  wanted.signal?.throwIfAborted();
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size > largestFile)
    throw new TonstiftError(
      'bad_field',
      say('error.picture_large', { name: JSON.stringify(name), size: String(size), most: String(largestFile) }),
      { [wanted.field ?? 'cover']: say('wrong.picture_large') },
    );
  return await makeCover(await file.readFile(), name, wanted);
}
