import { createHash } from 'node:crypto';
import type { PaperInput } from './types.js';

/** The text that is embedded: title, blank line, abstract, the whole trimmed. A missing part is left out; "" where nothing is left. */
export function documentOf(paper: PaperInput): string {
  return [paper['title'], paper['abstract']]
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n\n')
    .trim();
}

/** 32 hex digits that change when the text to embed does. */
export function documentHash(document: string): string {
  return createHash('sha256').update(document).digest('hex').slice(0, 32);
}
