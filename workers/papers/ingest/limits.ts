/**
 * The limits of a source of papers. Honest sources stay far below them. They keep one source from taking the time and
 * memory of all others. `docs/papers.md` has the same table.
 */
import { say, type Sentence } from '../../base/language/sentence.js';
import type { Paper } from '../types.js';

/**
 * UTF-16 units. A longer record is not a paper (a quote never closed, another kind of file) and must not fill the
 * memory.
 */
export const longestRecord = 8 * 1024 * 1024;

/** Nested brackets, braces or elements. PubMed's XML has ten. Code that follows them needs the stack. */
export const deepestRecord = 64;

/** Values of one JSON record. A list of papers that is not split has about 100,000. Each takes up to 100 bytes. */
export const mostValues = 1_000_000;

/** Keys of a record, and columns of a table. Web of Science has 70. */
export const mostFields = 1000;

/** Authors of a paper. The most of a real one were 15,025 (https://doi.org/10.1093/bjs/znab101). */
export const mostAuthors = 20_000;

/** UTF-16 units of a field. Lists count as the joined text that is stored. */
export const longest = {
  /** The longest value that a database can index. */
  uid: 500,
  conference: 500,
  /** Real ones have at most about 1,000. */
  title: 10_000,
  /** Real ones have about 10,000. A few sources have a whole text here. */
  abstract: 1_000_000,
  /** 20,000 authors of 50. */
  authors: 1_000_000,
  /** MeSH terms of a paper are below 2,000. */
  keywords: 100_000,
  /** Addresses have at most about 2,000. Pages and exports show all of them. */
  links: 20_000,
  /** Any other field. */
  other: 20_000,
} as const;

/** Layers of compression: a `.json.gz` in a ZIP has two. */
export const mostLayers = 2;

/** A source may unpack to this many times its size. JSON and XML unpack to about 10 times, and empty lines to 1,000. */
export const unpackedTimes = 200;

/** Bytes that any source may unpack to. */
export const alwaysUnpacked = 64 * 1024 * 1024;

/** Files in a ZIP. */
export const mostFiles = 10_000;

/** Characters that a definition (`@string`) in a .bib file stands for: names of journals. */
export const longestDefinition = 10_000;

/** Characters of all definitions of a file. */
export const mostDefinitions = 8 * 1024 * 1024;

/** Returns half a sentence for each field of a paper that is too long. */
export function beyondLimits(paper: Paper): Sentence[] {
  const problems: Sentence[] = [];
  for (const [field, value] of Object.entries(paper) as [string, Value][]) {
    const most = Object.hasOwn(longest, field) ? longest[field as keyof typeof longest] : longest.other;
    const length = lengthOf(value);
    if (length > most) problems.push(say('paper.long', { field, length: String(length), most: String(most) }));
  }
  const { length } = paper.authors;
  if (length > mostAuthors)
    problems.push(say('paper.many', { field: 'authors', number: String(length), most: String(mostAuthors) }));
  return problems;
}

type Value = string | number | readonly string[];

const lengthOf = (value: Value): number =>
  typeof value === 'object' ? value.reduce((sum, one) => sum + one.length + 2, 0) : String(value).length;
