/**
 * Reads a picture of a printed page as a pen would: the codes, their positions, and the problems. It runs in a separate
 * thread with limits on pixels and time, so pictures from any source are safe.
 */
import { open } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import pLimit from 'p-limit';
import { linkedSignal, orAborted } from '../../../base/async/linked-signal.js';
import { runInThread, threadScript } from '../../../base/async/threads.js';
import { messageOf, TonstiftError } from '../../../base/errors.js';
import { say, type Words } from '../../../base/language/sentence.js';
import { otherPicture, pictureHeader, type PictureHeader } from '../../../base/pictures/picture-header.js';
import { findingsOf, type Findings } from './findings.js';
import { jpegDensity, pngDensity } from './picture/density.js';
import type { scan, ScanTask, SeenPage } from './scan-thread.js';

/**
 * Maximum pixels. An A4 page at 1200 dpi has 139 million, and the glass of most scanners is a little larger. Larger
 * pages must be cropped or scanned at 600 dpi.
 */
const mostPixels = 145_000_000;
/** Maximum pixels of each side. */
const longestSide = 65_500;
/** Maximum bytes: an A4 page at 1200 dpi in colour, as a PNG of a noisy scan. */
const largestFile = 600_000_000;
/** Milliseconds, without the time in the queue. */
const longestWork = 180_000;
/** Range of resolutions that a user may give. */
export const dpiRange = { least: 50, most: 4800 };
/** Lower resolutions come from cameras and screens: programs write 72 and 96 by default. */
const leastDensity = 150;
/** Bytes of a file that are searched for its header. */
const headLength = 1_000_000;

/** Bytes of memory for two pictures at a time: a page at 1200 dpi takes about 300 MB as a PNG, 850 as a JPEG. */
const memoryForTwo = 4e9;
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const inTurn = pLimit(availableParallelism() > 1 && memory >= memoryForTwo ? 2 : 1);

export interface ScanWanted {
  /** Resolution of the scan, if known. Otherwise the file or the dots determine it. */
  readonly dpi?: number;
  readonly signal?: AbortSignal;
}

/**
 * @param picture a path, or the bytes of the file
 * @throws TonstiftError `bad_field` (field `image`) if the file is no PNG or JPEG, is broken or too large, or takes too
 *   long; field `dpi` for an impossible resolution; `not_found` for a path that cannot be read
 */
export async function scanPicture(picture: string | Uint8Array, wanted: ScanWanted = {}): Promise<Findings> {
  const { dpi, signal } = wanted;
  if (dpi !== undefined && !(dpi >= dpiRange.least && dpi <= dpiRange.most)) {
    const why = say('scan.dpi', { least: dpiRange.least, most: String(dpiRange.most), dpi: String(dpi) });
    throw new TonstiftError('bad_field', why, { dpi: why });
  }
  const { header, density } = checked(await headOf(picture));
  const claimed = density !== undefined && density >= leastDensity ? density : undefined;
  const seen = await orAborted(
    inTurn(() => scanned({ picture, header, dpi: dpi ?? claimed, isCertain: dpi !== undefined }, signal)),
    signal,
  );
  return findingsOf(seen, { given: dpi, claimed: density });
}

const refused = (why: Words): TonstiftError => new TonstiftError('bad_field', why, { image: why });

/** Returns the first bytes of a file. */
async function headOf(picture: string | Uint8Array): Promise<Uint8Array> {
  if (typeof picture !== 'string') {
    if (picture.length > largestFile) throw refused(say('scan.large_file', { most: largestFile / 1e6 }));
    return picture.subarray(0, headLength);
  }
  await using file = await open(picture, 'r').catch((error: unknown) => {
    throw new TonstiftError('not_found', say('scan.not_found', { path: picture, why: messageOf(error) }));
  });
  const facts = await file.stat();
  if (!facts.isFile()) throw refused(say('scan.no_file', { path: picture }));
  if (facts.size > largestFile) throw refused(say('scan.large_file', { most: largestFile / 1e6 }));
  const head = new Uint8Array(Math.min(headLength, facts.size));
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

function checked(head: Uint8Array): { header: PictureHeader; density: number | undefined } {
  if (head.length === 0) throw refused(say('wrong.empty_file'));
  const header = pictureHeader(head);
  if (header === undefined || (header.kind !== 'PNG' && header.kind !== 'JPEG'))
    throw refused(say('scan.other_picture', { what: header === undefined ? otherPicture(head) : header.kind }));
  const { kind, width, height } = header;
  if (width === 0 || height === 0) throw refused(say('wrong.no_size'));
  if (width * height > mostPixels || Math.max(width, height) > longestSide)
    throw refused(say('scan.pixels', { width: String(width), height: String(height), most: mostPixels / 1e6 }));
  return { header, density: kind === 'PNG' ? pngDensity(head) : jpegDensity(head) };
}

async function scanned(task: ScanTask, signal: AbortSignal | undefined): Promise<SeenPage> {
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(longestWork);
  using ends = linkedSignal([late, signal]);
  try {
    const script = threadScript('workers/features/try/scan/scan-thread');
    return await runInThread<typeof scan>(script, task, { memory: 1024, signal: ends.signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) throw refused(say('scan.too_long', { seconds: longestWork / 1000 }));
    throw error instanceof TonstiftError ? refused(error.words) : error;
  }
}
