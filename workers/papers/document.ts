import { createHash } from 'node:crypto';
import { metadataOf } from './metadata.js';
import type { Paper, PaperInput } from './types.js';

/**
 * The text that is embedded: title, blank line, abstract, the whole trimmed. A missing part is left out;
 * "" where nothing is left. Half of a character is U+FFFD, as files and databases give it back.
 */
export function documentOf(paper: PaperInput): string {
  return [paper['title'], paper['abstract']]
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n\n')
    .trim()
    .toWellFormed();
}

/**
 * 32 hex digits that change when the text to embed does, or anything else that the vector database keeps of the paper.
 */
export function recordHash(paper: Paper): string {
  const metadata = Object.entries(metadataOf({ ...paper })).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([documentOf({ ...paper }), metadata]))
    .digest('hex')
    .slice(0, 32);
}
