/**
 * Glossary
 *
 * source  bytes that hold paper records, in one of these formats
 * record  one of them, unchanged and unchecked
 * line    where a record begins, counted from 1
 * reject  a record that cannot be imported, with the reason
 */

import type { Words } from '../../base/language/sentence.js';

export type PaperFormat =
  | 'json'
  | 'jsonl'
  | 'csv'
  | 'bibtex'
  | 'tagged'
  | 'xml'
  | 'sqlite'
  | 'xlsx'
  | 'parquet'
  | 'zip'
  | 'tar';

export interface Reject {
  line: number;
  /** A sentence. */
  reason: Words;
}

/** `file`: the file within an archive, with its folders, or the sheet of a workbook. The line refers to that file. */
export type ReadRecord = ({ line: number; record: unknown } | Reject) & { file?: string };

const endings: Readonly<Record<string, PaperFormat>> = {
  ...{ json: 'json', jsonl: 'jsonl', ndjson: 'jsonl', csv: 'csv', tsv: 'csv', bib: 'bibtex', bibtex: 'bibtex' },
  ...{ ris: 'tagged', nbib: 'tagged', ciw: 'tagged', enw: 'tagged', txt: 'tagged' },
  ...{ xml: 'xml', atom: 'xml', db: 'sqlite', sqlite: 'sqlite', sqlite3: 'sqlite' },
  ...{ xlsx: 'xlsx', parquet: 'parquet', zip: 'zip', tar: 'tar', tgz: 'tar' },
};

/** Endings of compressed files, after the ending of the format. */
const compressions = 'gz|bz2|xz|zst';
const compressed = new RegExp(String.raw`\.(${compressions})$`, 'i');
const allEndings = new RegExp(String.raw`(\.(${Object.keys(endings).join('|')}|${compressions}))+$`, 'i');

/** Removes the endings of formats and compressions. */
export const withoutEndings = (fileName: string): string => fileName.replace(allEndings, '');

/** Detects the format by the file name, also if the file is compressed; undefined for other files. */
export function formatOf(fileName: string): PaperFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName.replace(compressed, ''))?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/**
 * Returns true if a file among others holds papers. A `.txt` file does not count, because it may be any note. A user
 * with papers in one can import it directly.
 */
export const isPaperFile = (name: string): boolean =>
  ![undefined, 'zip', 'tar'].includes(formatOf(name)) && !/\.txt$/i.test(name.replace(compressed, ''));

/** Detects the format by the content type, for an address without an extension. */
export const formatOfType = (type: string): PaperFormat =>
  /ndjson|jsonl|json-lines/.test(type)
    ? 'jsonl'
    : /csv|tab-separated/.test(type)
      ? 'csv'
      : /xml/.test(type)
        ? 'xml'
        : 'json';
