/** A thread that reads the tags of one file; see `tags.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { coverOf } from './cover-choice.js';
import { metadataFacts } from '../formats/facts.js';
import { withFileBytes } from '../formats/file-bytes.js';
import { readMetadata } from './metadata.js';
import type { TagAnswer, TagJob } from './tags.js';
import { giveWay } from '../../base/async/give-way.js';

giveWay();

/** Maximum size of a picture in an audio file. */
const largestRead = 64 << 20;

const { path, content, want } = workerData as TagJob;

const answer = await withFileBytes(path, async (bytes): Promise<TagAnswer> => {
  const metadata = await readMetadata(bytes, content, largestRead);
  return { result: want === 'facts' ? metadataFacts(metadata) : coverOf(metadata) };
}).catch((error: unknown): TagAnswer => {
  const code = error instanceof TonstiftError ? undefined : systemCodeOf(error);
  return { trouble: messageOf(error), code };
});

parentPort?.postMessage(answer);
