/** A thread that reads the tags of one file; see `tags.ts`. */
import { serveThread } from '../../base/async/serve-thread.js';
import { coverOf, type EmbeddedCover } from './cover-choice.js';
import { metadataFacts, type MetadataFacts } from '../formats/facts.js';
import { withFileBytes } from '../formats/file-bytes.js';
import type { Content } from '../formats/kind.js';
import { readMetadata } from './metadata.js';
import { giveWay } from '../../base/async/give-way.js';

giveWay();

/** Maximum size of a picture in an audio file. */
const largestRead = 64 << 20;

export interface TagJob {
  path: string;
  content: Content;
  want: 'facts' | 'cover';
}

export function tags({ path, content, want }: TagJob): Promise<MetadataFacts | EmbeddedCover | null> {
  return withFileBytes(path, async (bytes) => {
    const metadata = await readMetadata(bytes, content, largestRead);
    return want === 'facts' ? metadataFacts(metadata) : coverOf(metadata);
  });
}

serveThread({ run: tags });
