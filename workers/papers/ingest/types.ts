/**
 * Glossary
 *
 * source  bytes that hold paper records, in one of three formats
 * record  one of them, as it stands there, unchecked
 * line    where a record begins, counted from 1
 * reject  a record that cannot be taken, and why
 */

import type { Words } from '../../base/language/sentence.js';

export type PaperFormat = 'json' | 'jsonl' | 'csv';

export interface Reject {
  line: number;
  /** A sentence. */
  reason: Words;
}

export type ReadRecord = { line: number; record: unknown } | Reject;

/**
 * No paper is longer; what is (a quote never closed, a file of another kind) must not fill the memory. In UTF-16 units.
 */
export const longestRecord = 8 * 1024 * 1024;

/** By the name of a file; undefined where it is none of ours. */
export function formatOf(fileName: string): PaperFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (ending === 'json') return 'json';
  if (ending === 'jsonl' || ending === 'ndjson') return 'jsonl';
  return ending === 'csv' || ending === 'tsv' ? 'csv' : undefined;
}
