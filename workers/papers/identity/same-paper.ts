/** Decides whether two records are one paper, and completes a paper with a record of another source. */
import { createHash } from 'node:crypto';
import { foldWords } from '../fold.js';
import { asSaid } from '../ingest/authors.js';
import { furtherTexts, plainTexts, type Paper } from '../types.js';
import { identifiersOf, linkOf } from './identifiers.js';

/** Titles such as "Editorial" or "Book review" belong to many papers. */
const fewestWords = 3;
const fewestLetters = 12;

const plainWords = (text: string): string[] =>
  foldWords(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

/** Returns the last word of a name that is no initial: the same for "A. Lovelace", "Lovelace, Ada", "Lovelace A". */
function firstFamilyName({ authors: [name = ''] }: Paper): string {
  return plainWords(asSaid(name)).findLast((word) => word.length > 1) ?? '';
}

/** For papers without identifiers: title, year and the first author's family name. Undefined for a short title. */
function titleKey(paper: Paper): string | undefined {
  const words = plainWords(paper.title);
  const title = words.join(' ');
  if (words.length < fewestWords || title.length < fewestLetters) return undefined;
  const key = `${title}|${paper.year}|${firstFamilyName(paper)}`;
  return `title:${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}

/** The keys by which papers are found that may be the same. */
export function keysOf(paper: Paper): string[] {
  const key = titleKey(paper);
  return key === undefined ? identifiersOf(paper) : [...identifiersOf(paper), key];
}

export type Sameness = 'identifier' | 'title';

/** Returns by what two papers are the same; undefined if they are not. */
export function sameness(one: Paper, other: Paper): Sameness | undefined {
  if (haveOtherDois(one, other)) return undefined;
  const [own, its] = [identifiersOf(one), new Set(identifiersOf(other))];
  if (own.some((identifier) => its.has(identifier))) return isPlausible(one, other) ? 'identifier' : undefined;
  if (own.length > 0 && its.size > 0) return undefined;
  const key = titleKey(one);
  return key !== undefined && key === titleKey(other) && !areListedApart(one, other) ? 'title' : undefined;
}

/** Two papers may have the same title, but not two DOIs. */
export function haveOtherDois(one: Paper, other: Paper): boolean {
  const doisOf = (paper: Paper): string[] => identifiersOf(paper).filter((identifier) => identifier.startsWith('doi:'));
  const [own, its] = [doisOf(one), doisOf(other)];
  return own.length > 0 && its.length > 0 && !own.some((doi) => its.includes(doi));
}

/** Some lists give each paper the DOI of the whole volume. */
function isPlausible(one: Paper, other: Paper): boolean {
  const [own, its] = [new Set(plainWords(one.title)), new Set(plainWords(other.title))];
  const shared = [...own].filter((word) => its.has(word)).length;
  if (shared * 2 >= Math.min(own.size, its.size)) return true;
  const name = firstFamilyName(one);
  return name !== '' && name === firstFamilyName(other) && Math.abs(one.year - other.year) <= 1;
}

/** One source lists them as two papers, for example a talk and its demo. */
const areListedApart = (one: Paper, other: Paper): boolean =>
  one.conference === other.conference &&
  one.year === other.year &&
  one.original_id !== undefined &&
  other.original_id !== undefined &&
  one.original_id !== other.original_id;

/**
 * Returns the stored paper with what the record adds. Nothing is erased, and the uid stays.
 * @param by `uid`: each value of the record replaces the stored one. `identifier`: title and abstract do. `title`:
 *   only missing values are filled
 */
export function completed(stored: Paper, record: Paper, by: 'uid' | Sameness): Paper {
  const paper = { ...stored };
  const isReplaced = (field: string): boolean =>
    by === 'uid' || (by === 'identifier' && ['title', 'abstract'].includes(field));
  const fill = <Field extends keyof Paper>(field: Field): void => {
    const value = record[field];
    if (!isEmpty(field, value) && (isReplaced(field) || isEmpty(field, paper[field]))) paper[field] = value;
  };
  for (const field of fields) fill(field);
  const has = new Set(identifiersOf(paper));
  const more = [...identifiersOf(stored), ...identifiersOf(record)].filter((identifier) => !has.has(identifier));
  if (more.length > 0) paper.links = [paper.links ?? [], more.map(linkOf)].flat().join('; ');
  return paper;
}

const fields = [
  ...(['title', 'abstract', 'authors', 'keywords', 'session', 'poster_position', 'original_id'] as const),
  ...plainTexts,
  ...furtherTexts,
] as const satisfies readonly (keyof Paper)[];

const isEmpty = (field: keyof Paper, value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (field === 'session' && value === 'No session');
