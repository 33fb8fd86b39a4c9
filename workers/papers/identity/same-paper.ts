/** Decides whether two records are one paper, and completes a paper with a record of another source. */
import { createHash } from 'node:crypto';
import { foldWords } from '../fold.js';
import { asSaid } from '../ingest/authors.js';
import { furtherTexts, plainTexts, type Paper } from '../types.js';
import { identifiersOf, linkOf, ownDoi } from './identifiers.js';

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((each) => other.has(each)).length;

/** Titles such as "Editorial" or "Book review" belong to many papers. */
const fewestWords = 3;
const fewestLetters = 12;

const plainWords = (text: string): string[] =>
  foldWords(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

/** Words that say nothing about what a paper is about, of English, German, French and Dutch. */
const smallWords = new Set(
  (
    'a an and are as at by can do for from how in into is it its of on or over s that the to toward towards using ' +
    'via we what when with without der die das des den dem ein eine einer und fur von zu zur zum mit im in auf uber ' +
    'le la les l un une du de d et pour dans sur au aux en het een van voor met op'
  ).split(' '),
);

/** Parts of a paper that are compared with many others. */
interface Traits {
  identifiers: ReadonlySet<string>;
  ownDoi: string | undefined;
  /** The plain words of the title. */
  title: readonly string[];
  words: ReadonlySet<string>;
  family: string;
}

const traits = new WeakMap<Paper, Traits>();

/** A paper whose traits were taken must not be changed. */
function traitsOf(paper: Paper): Traits {
  const known = traits.get(paper);
  if (known !== undefined) return known;
  const title = plainWords(paper.title);
  const words = title.filter((word) => !smallWords.has(word));
  const taken = {
    ...{ identifiers: new Set(identifiersOf(paper)), ownDoi: ownDoi(paper), title },
    ...{ words: new Set(words.length === 0 ? title : words), family: firstFamilyName(paper) },
  };
  traits.set(paper, taken);
  return taken;
}

const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', '2nd', '3rd', '4th']);

/**
 * Returns the last word of a name that is no initial or suffix: the same for "A. Lovelace", "Lovelace, Ada", "Lovelace
 * A".
 */
function firstFamilyName({ authors: [name = ''] }: Paper): string {
  return plainWords(asSaid(name)).findLast((word) => word.length > 1 && !suffixes.has(word)) ?? '';
}

const isShort = (title: readonly string[]): boolean =>
  title.length < fewestWords || title.join(' ').length < fewestLetters;

/** For papers without identifiers: title, year and the first author's family name. Undefined for a short title. */
function titleKey(paper: Paper): string | undefined {
  const { title, family } = traitsOf(paper);
  if (isShort(title)) return undefined;
  const key = `${title.join(' ')}|${paper.year}|${family}`;
  return `title:${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}

/** The keys by which papers are found that may be the same. */
export function keysOf(paper: Paper): string[] {
  const { identifiers } = traitsOf(paper);
  const key = titleKey(paper);
  return key === undefined ? [...identifiers] : [...identifiers, key];
}

export type Sameness = 'identifier' | 'title';

/** Returns by what two papers are the same; undefined if they are not. */
export function sameness(one: Paper, other: Paper): Sameness | undefined {
  if (haveOtherDois(one, other)) return undefined;
  const [own, its] = [traitsOf(one).identifiers, traitsOf(other).identifiers];
  if (sharedOf(own, its) > 0) return isPlausible(one, other) ? 'identifier' : undefined;
  if (own.size > 0 && its.size > 0) return undefined;
  const key = titleKey(one);
  return key !== undefined && key === titleKey(other) && !areListedApart(one, other) ? 'title' : undefined;
}

/** Two papers may have the same title, but not two DOIs. */
export function haveOtherDois(one: Paper, other: Paper): boolean {
  const [own, its] = [traitsOf(one), traitsOf(other)];
  if (own.ownDoi !== undefined && its.ownDoi !== undefined) return own.ownDoi !== its.ownDoi;
  const [dois, others] = [own, its].map(({ identifiers }) =>
    [...identifiers].filter((identifier) => identifier.startsWith('doi:')),
  ) as [string[], string[]];
  return dois.length > 0 && others.length > 0 && !dois.some((doi) => others.includes(doi));
}

/** The least part of the longer title's words that nearly the same titles share. */
const nearly = 0.8;

/** Some lists give each paper the DOI of the whole volume. */
function isPlausible(one: Paper, other: Paper): boolean {
  const [own, its] = [traitsOf(one), traitsOf(other)];
  const shared = sharedOf(own.words, its.words) / Math.max(own.words.size, its.words.size);
  if (own.family !== '' && own.family === its.family) return shared > 0.5;
  const isAnyUnnamed = own.family === '' || its.family === '';
  return shared >= nearly && (isAnyUnnamed || !isShort(own.title));
}

/**
 * One list names them as two papers, for example a talk and its demo. Ids of two lists do not look alike: a citation
 * key, a key of Zotero, a number.
 */
function areListedApart(one: Paper, other: Paper): boolean {
  const [own, its] = [one.original_id, other.original_id].map((id) => String(id ?? ''));
  if (own === undefined || its === undefined || own === '' || its === '' || own === its) return false;
  const lookAlike = own.length === its.length || patternOf(own) === patternOf(its);
  return lookAlike && one.conference === other.conference && one.year === other.year;
}

/** "Doe17" and "Lovelace2020" are both "Aa0". */
const patternOf = (id: string): string =>
  id
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{N}+/gu, '0');

/**
 * Returns the stored paper with what the record adds. Nothing is erased, and the uid stays.
 * @param by `uid`: each value of the record replaces the stored one, also each identifier of the same kind.
 *   `identifier`: title and abstract do. `title`: only missing values are filled
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
  if (by === 'uid') [paper.year, paper.conference] = [record.year, record.conference];
  const has = new Set(identifiersOf(paper));
  const its = identifiersOf(record);
  const kinds = new Set(by === 'uid' ? its.map(kindOf) : []);
  const kept = identifiersOf(stored).filter((identifier) => !kinds.has(kindOf(identifier)));
  const more = [...kept, ...its].filter((identifier) => !has.has(identifier));
  if (more.length > 0) paper.links = [paper.links ?? [], more.map(linkOf)].flat().join('; ');
  return paper;
}

const kindOf = (identifier: string): string => identifier.slice(0, identifier.indexOf(':'));

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
