import { createHash } from 'node:crypto';
import { metadataOf } from './metadata.js';
import type { Paper, PaperInput } from './types.js';

/**
 * Returns the text to embed: title, blank line, abstract, trimmed. A finite number counts as text, as in the metadata.
 * Omits a missing part; "" if both are missing. Half of a surrogate pair becomes U+FFFD, because files and databases
 * return it that way.
 */
export function documentOf(paper: PaperInput): string {
  return [paper['title'], paper['abstract']]
    .map((part) => (Number.isFinite(part) ? String(part) : part))
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n\n')
    .trim()
    .toWellFormed();
}

/** Returns 32 hex digits that change if the text to embed or any stored metadata of the paper changes. */
export function recordHash(paper: Paper): string {
  const metadata = Object.entries(metadataOf({ ...paper })).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([documentOf({ ...paper }), metadata]))
    .digest('hex')
    .slice(0, 32);
}
