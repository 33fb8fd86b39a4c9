/**
 * Glossary
 *
 * source  bytes that hold paper records, in one of these formats
 * record  one of them, as it stands there, unchecked
 * line    where a record begins, counted from 1
 * reject  a record that cannot be taken, and why
 */

import type { Words } from '../../base/language/sentence.js';

export type PaperFormat = 'json' | 'jsonl' | 'csv' | 'bibtex' | 'tagged' | 'xml' | 'sqlite';

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

const endings: Readonly<Record<string, PaperFormat>> = {
  ...{
    json: 'json',
    jsonl: 'jsonl',
    ndjson: 'jsonl',
    csv: 'csv',
    tsv: 'csv',
    bib: 'bibtex',
    bibtex: 'bibtex',
  },
  ...{ ris: 'tagged', nbib: 'tagged', ciw: 'tagged', enw: 'tagged', txt: 'tagged' },
  ...{ xml: 'xml', atom: 'xml', db: 'sqlite', sqlite: 'sqlite', sqlite3: 'sqlite' },
};

/** By the name of a file, also of one that is packed by gzip; undefined where it is none of ours. */
export function formatOf(fileName: string): PaperFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName.replace(/(?<=\.[^.]+)\.gz$/i, ''))?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}
