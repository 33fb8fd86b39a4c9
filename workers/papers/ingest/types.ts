/**
 * Glossary
 *
 * source  bytes that hold paper records, in one of these formats
 * record  one of them, as it stands there, unchecked
 * line    where a record begins, counted from 1
 * reject  a record that cannot be taken, and why
 */

import type { Words } from '../../base/language/sentence.js';

export type PaperFormat = 'json' | 'jsonl' | 'csv' | 'bibtex' | 'tagged' | 'xml' | 'sqlite' | 'zip';

export interface Reject {
  line: number;
  /** A sentence. */
  reason: Words;
}

/** `file`: of a ZIP the one that it is in, with its folders; the line is one of that. */
export type ReadRecord = ({ line: number; record: unknown } | Reject) & { file?: string };

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
  ...{ xml: 'xml', atom: 'xml', db: 'sqlite', sqlite: 'sqlite', sqlite3: 'sqlite', zip: 'zip' },
};

/** By the name of a file, also of one that is packed by gzip; undefined where it is none of ours. */
export function formatOf(fileName: string): PaperFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName.replace(/(?<=\.[^.]+)\.gz$/i, ''))?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/**
 * Whether a file is one of papers among others: a `.txt` is anybody's there, what an album is about, a note. Who has
 * papers in one says so elsewhere.
 */
export const isPaperFile = (name: string): boolean =>
  ![undefined, 'zip'].includes(formatOf(name)) && !/\.txt(\.gz)?$/i.test(name);
