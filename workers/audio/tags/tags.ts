/** Reads tags and picture of a file. Large ones are read in a separate thread, which can be terminated. */
import { say } from '../../base/language/sentence.js';
import pLimit from 'p-limit';
import { TonstiftError } from '../../base/errors.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { runInThread, TaskError, threadScript } from '../../base/async/threads.js';
import { coverOf, type EmbeddedCover } from './cover-choice.js';
import { type MetadataFacts, metadataFacts } from '../formats/facts.js';
import type { FileBytes } from '../formats/file-bytes.js';
import type { Content } from '../formats/kind.js';
import { readMetadata } from './metadata.js';
import type { TagJob, tags } from './tag-thread.js';

/**
 * Maximum bytes to read without a thread. Even tiny fields then take at most a second; 1 MB of empty fields takes two.
 */
const mostInline = 512 * 1024;
/** Limits of the thread: megabytes of JavaScript heap, and milliseconds. */
const threadMemory = 768;
const threadTime = 20_000;
/** Maximum threads of all imports and uploads together. */
const threads = pLimit(2);

/** @throws Error with the reason if the file is broken, the system's error, TonstiftError `aborted` */
export async function metadataOf(bytes: FileBytes, content: Content, signal?: AbortSignal): Promise<MetadataFacts> {
  return (await read(bytes, content, 'facts', signal)) as MetadataFacts;
}

/** Returns the picture that is most likely the front cover. Same errors as `metadataOf`. */
export async function pictureOf(
  bytes: FileBytes,
  content: Content,
  signal?: AbortSignal,
): Promise<EmbeddedCover | null> {
  return (await read(bytes, content, 'cover', signal)) as EmbeddedCover | null;
}

async function read(
  bytes: FileBytes,
  content: Content,
  want: TagJob['want'],
  signal?: AbortSignal,
): Promise<MetadataFacts | EmbeddedCover | null> {
  try {
    const metadata = await readMetadata(bytes, content, mostInline);
    return want === 'facts' ? metadataFacts(metadata) : coverOf(metadata);
  } catch (error) {
    if (!(error instanceof TonstiftError) || error.code !== 'too_large') throw error;
  }
  return threads(() => readInThread({ path: bytes.path, content, want }, signal));
}

async function readInThread(job: TagJob, signal?: AbortSignal): ReturnType<typeof tags> {
  using limits = linkedSignal([AbortSignal.timeout(threadTime), signal]);
  const options = { memory: threadMemory, signal: limits.signal };
  try {
    return await runInThread<typeof tags>(threadScript('workers/audio/tags/tag-thread'), job, options);
  } catch (error) {
    if (signal?.aborted === true) throw new TonstiftError('aborted', say('error.reading_stopped'));
    if (error instanceof TaskError) throw error;
    if (error instanceof TonstiftError) throw new Error(error.message, { cause: error });
    throw new Error(limits.signal.aborted ? 'its tags take too long' : 'its tags are too large', { cause: error });
  }
}
