/**
 * Glossary
 *
 * shape  the form of one source's records: a row that names the keys of each field
 * draft  a record with the project's own keys, before missing values are added and `mendPaper` checks it
 * guess  a hint in a record at its conference or year; used only if there is no better source
 */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import type { Sentence } from '../../../base/language/sentence.js';
import type { TableColumn } from '../../types.js';
import { namesIn } from '../authors.js';
import {
  addressIn,
  addressWith,
  doiIn,
  isNothing,
  lineIn,
  linksOf,
  partOf,
  plainIn,
  plainWordsIn,
  recordIn,
  textIn,
  textsIn,
  wordsIn,
  type Raw,
} from './values.js';

export type Draft = { [Column in TableColumn | 'uid']?: unknown };

export interface Found<Value = unknown> {
  value: Value;
  /** The key it was found in. */
  from: string;
}

/**
 * Keys, separated by blanks: the first that is not empty counts, and is converted as usual for the field (`usual`). A
 * point separates the keys of nested records.
 */
type Keys = string;
type Convert<Value = unknown> = (value: unknown, isLatex: boolean) => Value | undefined;
/** The draft has the fields that were read before (`order`). */
type Read<Value = unknown> = (take: Taker, draft: Draft) => Value;

/** Keys; keys and another conversion; or a function, if a value has several sources. */
type Field = Keys | readonly [Keys, Convert] | Read;
/** Here a function also says in which key it found the value. */
type NotedField = Keys | readonly [Keys, Convert] | Read<Found | undefined>;

/** A row of the tables (`table.ts`, `text-formats.ts`). */
export interface Shape extends Partial<Record<Exclude<keyof Draft, 'year' | 'conference' | 'links'>, Field>> {
  /** The usual name of the source. */
  name: string;
  /** Checks for keys that only this source has (`has`). */
  fits(record: Raw): boolean;
  /** Texts use LaTeX, such as braces, and abstracts are wrapped lines. */
  isLatex?: boolean;
  /** Addresses that begin with `/` are relative to this. */
  host?: string | ((record: Raw) => string);
  /** Returns a sentence if the record is not a paper. */
  refuse?(record: Raw): Sentence | undefined;
  /** Returns the record with the keys that the row names. */
  prepare?(record: Raw): Raw;
  /** The keys may be in any case, with blanks or hyphens for `_`. */
  isLoose?: true;
  year?: NotedField;
  conference?: NotedField;
  /** Addresses by their label. */
  links?: Readonly<Record<string, Field>> | Read;
  guess?(take: Taker, draft: Draft): Reading['guess'];
  /** The type of the work. A record that names no conference gets one by it. */
  type?: Keys;
  /** Known keys that hold nothing for a paper; `*` for all. All other unread keys are reported as unknown. */
  ignored?: Keys;
  /** The record is a draft already. */
  isOwn?: true;
}

/** The draft of a record, and the keys of its year and conference. */
export interface Reading {
  draft: Draft;
  yearFrom?: string;
  conferenceFrom?: string;
  guess?: { year?: Found<number>; conference?: Found<string> };
  type?: string;
  /** Keys that match no column; undefined for our own shape. */
  unknown?: string[];
}

/** Crossref has the heading of an abstract, and others take it from there. */
const heading = /^\s*(?:abstract|summary)\s*[\n:]\s*/i;
/** Wiley has it on the line of the abstract. Elsewhere it may be "Abstract Meaning Representation". */
const headingOfWiley = /^(?:Abstract|ABSTRACT|Summary|SUMMARY) (?=\p{Lu}|\d)/u;
const isOfWiley = (doi: unknown): boolean => /^10\.(?:1002|1029|1111)\//.test(textIn(doi) ?? '');

/** Springer Nature has `{"h1": "Abstract", "p": ["…", "…"]}`. */
const paragraphsIn = (value: unknown): string => textIn(value) ?? textsIn(recordIn(value)['p']).join('\n\n');

/** How a field is usually converted. */
const usual: Readonly<Record<string, Convert>> = {
  title: lineIn,
  authors: namesIn,
  abstract: (value, isLatex) =>
    isLatex ? lineIn(textIn(value)?.replace(heading, ''), true) : plainIn(paragraphsIn(value))?.replace(heading, ''),
  year: (value) => value,
  conference: lineIn,
  session: (value) => wordsIn(value).join(', '),
  keywords: plainWordsIn,
  award: awardIn,
  doi: doiIn,
};

/** Some lists only mark the papers that have one. */
function awardIn(value: unknown): string | undefined {
  return textIn(value)
    ?.replace(/^true$/i, 'Award')
    .replace(/^false$/i, '');
}

/** Functions of later fields use earlier ones. */
const order = [
  ...['doi', 'paper_pdf_url', 'url', 'title', 'authors', 'abstract', 'session', 'decision', 'award', 'keywords'],
  ...['original_id', 'uid', 'poster_position', 'poster_image_url', 'room_name', 'starttime', 'endtime'],
] as Exclude<keyof Draft, 'year' | 'conference' | 'links'>[];

/** For `fits`: `a b|c !d` checks for a, and b or c, and no d. One of several such texts is enough. */
export function has(...alternatives: string[]): (record: Raw) => boolean {
  const all = alternatives.map((keys) => keys.split(' ').map((term) => term.split('|')));
  const isIn = (record: Raw, key: string): boolean => (key.startsWith('!') ? !(key.slice(1) in record) : key in record);
  return (record) => all.some((terms) => terms.every((term) => term.some((key) => isIn(record, key))));
}

export function readShape(shape: Shape, record: Raw): Reading | { reason: Sentence } {
  const reason = shape.refuse?.(record);
  if (reason !== undefined) return { reason };
  if (shape.isOwn) return { draft: record };
  const take = new Taker(shape, record);
  const draft: Draft = {};
  const put = (field: keyof Draft, value: unknown): void => {
    if (!isNothing(value)) draft[field] = value;
  };
  for (const field of order) put(field, take.field(field, shape[field], draft));
  if (isOfWiley(draft.doi)) put('abstract', textIn(draft.abstract)?.replace(headingOfWiley, ''));
  const year = take.noted('year', shape.year, draft);
  const conference = take.noted('conference', shape.conference, draft);
  put('year', year?.value);
  put('conference', conference?.value);
  if (draft.url === undefined) put('url', addressOfPreprint(textIn(draft.conference)));
  const { links } = shape;
  put('links', typeof links === 'object' ? take.links(links, draft) : links?.(take, draft));
  return {
    draft,
    yearFrom: year?.from,
    conferenceFrom: conference?.from,
    guess: shape.guess?.(take, draft),
    type: shape.type === undefined ? undefined : take.text(shape.type),
    unknown: take.unknownOf(record),
  };
}

/** Google Scholar has the number of a preprint only in its journal: "arXiv preprint arXiv:2001.00001". */
function addressOfPreprint(conference = ''): string | undefined {
  const [, id] =
    /^arxiv(?: preprint)?[ :](?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})\b/i.exec(conference) ?? [];
  return addressWith('https://arxiv.org/abs/', id);
}

type Path = readonly [string, ...string[]];
const paths = new Map<Keys, readonly Path[]>();

/** The keys of the rows are constant, so each text is split once. */
function pathsOf(keys: Keys): readonly Path[] {
  let found = paths.get(keys);
  if (found === undefined) paths.set(keys, (found = keys.split(' ').map((key) => key.split('.') as unknown as Path)));
  return found;
}

/** Reads keys of a record, and tracks which were read. */
export class Taker {
  readonly record: Raw;
  private readonly host: string;
  private readonly isLatex: boolean;
  private readonly used = new Set<string>();

  constructor(
    private readonly shape: Shape,
    record: Raw,
  ) {
    this.record = shape.isLoose ? inLowerCase(record) : (shape.prepare?.(record) ?? record);
    this.host = typeof shape.host === 'function' ? shape.host(record) : (shape.host ?? '');
    this.isLatex = shape.isLatex === true;
  }

  /** Returns the first non-empty value of these keys. */
  raw(keys: Keys): unknown {
    return this.found(keys)?.value;
  }

  text(keys: Keys): string | undefined {
    return textIn(this.raw(keys));
  }

  /** Returns the value as plain text. */
  plain(keys: Keys): string | undefined {
    return plainIn(this.raw(keys), this.isLatex);
  }

  address(keys: Keys): string | undefined {
    return addressIn(this.raw(keys), this.host);
  }

  /** Returns the first of these keys that converts to a value, by default any that is not empty. */
  found<Value = unknown>(keys: Keys, convert = given as Convert<Value>): Found<Value> | undefined {
    let found: Found<Value> | undefined;
    for (const [from, ...inner] of pathsOf(keys)) {
      if (!Object.hasOwn(this.record, from)) continue;
      this.used.add(from);
      if (found !== undefined) continue;
      const value = convert(partOf(this.record[from], ...inner), this.isLatex);
      if (value !== undefined) found = { value, from };
    }
    return found;
  }

  field(name: keyof Draft, field: Field | undefined, draft: Draft): unknown {
    if (field === undefined) return undefined;
    return typeof field === 'function' ? field(this, draft) : this.converted(name, field, draft)?.value;
  }

  noted(name: 'year' | 'conference', field: NotedField | undefined, draft: Draft): Found | undefined {
    if (field === undefined) return undefined;
    return typeof field === 'function' ? field(this, draft) : this.converted(name, field, draft);
  }

  /** Returns addresses with their labels, without those of the paper and its PDF. */
  links(links: Readonly<Record<string, Field>>, draft: Draft): string | undefined {
    const values = Object.entries(links).map(([label, field]) => [
      label,
      typeof field === 'string' ? this.raw(field) : this.field('links', field, draft),
    ]);
    return linksOf(Object.fromEntries(values) as Raw, [draft.url, draft.paper_pdf_url]);
  }

  unknownOf(record: Raw): string[] {
    const ignored = (this.shape.ignored ?? '').split(' ');
    if (ignored[0] === '*') return [];
    const nameOf = this.shape.isLoose ? lowerCased : (key: string): string => key;
    return Object.keys(record).filter(
      (key) => !this.used.has(nameOf(key)) && !ignored.includes(key) && !key.startsWith('@') && !isNothing(record[key]),
    );
  }

  private converted(name: keyof Draft, field: Keys | readonly [Keys, Convert], draft: Draft): Found | undefined {
    const [keys, convert] = typeof field === 'string' ? [field] : field;
    const found = this.found(keys);
    if (convert !== undefined) return found && { ...found, value: convert(found.value, this.isLatex) };
    if (name === 'url') return { value: addressIn(found?.value, this.host) ?? addressOfDoi(draft.doi), from: name };
    if (found === undefined) return undefined;
    if (name.endsWith('_url')) return { ...found, value: addressIn(found.value, this.host) };
    return { ...found, value: (usual[name] ?? textIn)(found.value, this.isLatex) };
  }
}

const given: Convert = (value) => (isNothing(value) ? undefined : value);

/** Returns the first value that was found, with its key. */
export function firstOf<Value>(...found: (readonly [string, Value | undefined])[]): Found<Value> | undefined {
  const [from, value] = found.find(([, one]) => one !== undefined) ?? [];
  return value === undefined || from === undefined ? undefined : { value, from };
}

/** "Paper Title" becomes paper_title. */
const lowerCased = (key: string): string => key.toLowerCase().replace(/[\s-]+/g, '_');

const inLowerCase = (record: Raw): Raw =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [lowerCased(key), value]));

/** For `links`. */
export const doiLink: Read = (_take, { doi }) => addressOfDoi(doi);
