/** Reads tags and picture of a file. Large ones are read in a separate thread, which can be terminated. */
import { say } from '../../base/language/sentence.js';
import pLimit from 'p-limit';
import { TonstiftError } from '../../base/errors.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { runInThread, threadScript } from '../../base/async/threads.js';
import { coverOf, type EmbeddedCover } from './cover-choice.js';
import { type MetadataFacts, metadataFacts } from '../formats/facts.js';
import type { FileBytes } from '../formats/file-bytes.js';
import type { Content } from '../formats/kind.js';
import { readMetadata } from './metadata.js';

/**
 * Maximum bytes to read without a thread. Even tiny fields then take at most a second; 1 MB of empty fields takes two.
 */
const mostInline = 512 * 1024;
/** Limits of the thread: megabytes of JavaScript heap, and milliseconds. */
const threadMemory = 768;
const threadTime = 20_000;
/** Maximum threads of all imports and uploads together. */
const threads = pLimit(2);

export interface TagJob {
  path: string;
  content: Content;
  want: 'facts' | 'cover';
}

/** `code` is the system's, if the disk failed. */
export type TagAnswer = { result: MetadataFacts | EmbeddedCover | null } | { trouble: string; code?: string };

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
  const job: TagJob = { path: bytes.path, content, want };
  const answer = await threads(() => readInThread(job, signal));
  if ('trouble' in answer) throw Object.assign(new Error(answer.trouble), { code: answer.code });
  return answer.result;
}

function readInThread(job: TagJob, signal?: AbortSignal): Promise<TagAnswer> {
  const { signal: limits, unlink } = linkedSignal([AbortSignal.timeout(threadTime), signal]);
  return runInThread<TagAnswer>(threadScript('workers/audio/tags/tag-thread'), job, {
    memory: threadMemory,
    signal: limits,
  })
    .catch((error: unknown) => {
      if (signal?.aborted === true) throw new TonstiftError('aborted', say('error.reading_stopped'));
      throw new Error(limits.aborted ? 'its tags take too long' : 'its tags are too large', { cause: error });
    })
    .finally(unlink);
}
