/**
 * Glossary
 *
 * shape  the form in which one source has its papers, told by the keys of a record, never by the name of a file
 * draft  a record in our own words, before what is missing is given and `mendPaper` looks at it
 * guess  what a record says of its conference or year only in passing: used where nobody says otherwise
 */
import { isRecord } from '../../../base/input/record.js';
import type { Sentence } from '../../../base/language/sentence.js';
import { withoutHtml } from '../text/html.js';
import { withoutLatex } from '../text/latex.js';

export type Raw = Readonly<Record<string, unknown>>;

export interface Draft {
  title?: unknown;
  authors?: unknown;
  abstract?: unknown;
  year?: unknown;
  conference?: unknown;
  session?: unknown;
  poster_position?: unknown;
  original_id?: unknown;
  uid?: unknown;
  keywords?: unknown;
  decision?: unknown;
  award?: unknown;
  paper_pdf_url?: unknown;
  poster_image_url?: unknown;
  url?: unknown;
  room_name?: unknown;
  starttime?: unknown;
  endtime?: unknown;
  doi?: unknown;
  /** Further addresses: "code https://…; video https://…". */
  links?: unknown;
}

/** What a record says, and of what of it, where its key is not just `year` or `conference`. */
export interface Reading {
  draft: Draft;
  yearFrom?: string;
  conferenceFrom?: string;
  guess?: { year?: Found<number>; conference?: Found<string> };
  /** Keys that were taken; the others are named as not kept. */
  used: ReadonlySet<string>;
}

export interface Found<Value> {
  value: Value;
  /** The key. */
  from: string;
}

export interface Shape {
  /** As people call it. */
  name: string;
  fits(record: Raw): boolean;
  /** A sentence where the record is no paper. */
  read(record: Raw): Reading | { reason: Sentence };
}

/** Takes keys of a record, and notes which. */
export class Taker {
  readonly used = new Set<string>();

  constructor(
    private readonly record: Raw,
    /** Braces and the like are of LaTeX in this source. */
    private readonly isLatex = false,
  ) {}

  /** The first of these keys that holds something. */
  raw(...keys: string[]): unknown {
    for (const key of keys) if (Object.hasOwn(this.record, key)) this.used.add(key);
    return keys.map((key) => this.record[key]).find((value) => !isNothing(value));
  }

  /** The key of these that `raw` takes. */
  key(...keys: string[]): string | undefined {
    return keys.find((key) => !isNothing(this.record[key]));
  }

  text(...keys: string[]): string | undefined {
    return textIn(this.raw(...keys));
  }

  /** As text that people read. */
  readable(...keys: string[]): string | undefined {
    const text = this.text(...keys);
    return text === undefined ? undefined : readable(text, this.isLatex);
  }

  list(...keys: string[]): string[] {
    return wordsIn(this.raw(...keys)).map((word) => readable(word, this.isLatex));
  }
}

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.trim() === '' || /^(nan|none|null|n\/a)$/i.test(value.trim()))) ||
  (Array.isArray(value) && value.every(isNothing));

/** One text: of a list the first, of an object its value. */
export function textIn(value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return textIn(value.find((one: unknown) => !isNothing(one)));
  if (!isRecord(value)) return undefined;
  return textIn(value['value'] ?? value['text'] ?? value['#text'] ?? value['display_name'] ?? value['name']);
}

/** Title and abstract: without HTML and LaTeX, in one paragraph where only lines were broken. */
export function readable(text: string, isLatex = false): string {
  return withoutLatex(withoutHtml(text), isLatex).trim();
}

/** Lines that were broken for their length are one. */
export const inOneLine = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ').trim();

/** A list of words: of texts, of objects with a name, or of one text with ";", "|" or commas. */
export function wordsIn(value: unknown): string[] {
  if (isNothing(value)) return [];
  if (Array.isArray(value)) {
    const words = value.map(textIn).filter((word) => word !== undefined);
    return words.length === 1 ? wordsIn(words[0]) : words.map((word) => word.trim());
  }
  const text = textIn(value) ?? '';
  const sign = ['|', ';'].find((one) => text.includes(one)) ?? ',';
  return text
    .split(sign)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const web = /^https?:\/\/\S+$/i;

/** An address of the web; one that begins with `/` is below a host. */
export function addressIn(value: unknown, host = ''): string | undefined {
  const text = textIn(value)?.trim();
  if (text === undefined) return undefined;
  if (web.test(text)) return text;
  if (/^www\.\S+$/i.test(text)) return `https://${text}`;
  return host !== '' && /^\/[^/\s]\S*$/.test(text) ? `${host}${text}` : undefined;
}

/** Without the address of the resolver. */
export function doiIn(value: unknown): string | undefined {
  const text = textIn(value)
    ?.trim()
    .replace(/^(https?:\/\/)?(dx\.)?doi\.org\//i, '')
    .replace(/^doi:\s*/i, '');
  return text === undefined || text === '' ? undefined : text;
}

export const addressOfDoi = (doi: string | undefined): string | undefined =>
  doi !== undefined && /^10\.\d{4,}/.test(doi) ? `https://doi.org/${doi}` : undefined;

/** Addresses beside the main two, each with what it leads to, and each once. */
export function linksOf(links: Readonly<Record<string, unknown>>, others: readonly unknown[] = []): string | undefined {
  const seen = new Set(others);
  const told = Object.entries(links).flatMap(([name, value]) => {
    const address = addressIn(value);
    if (address === undefined || seen.has(address)) return [];
    seen.add(address);
    return [`${name} ${address}`];
  });
  return told.length === 0 ? undefined : told.join('; ');
}

/** A year in a date, a text, or lists of `date-parts`. */
export function yearIn(value: unknown): number | undefined {
  if (typeof value === 'number') {
    if (value >= 1900 && value <= 2100) return Math.trunc(value);
    // Milliseconds since 1970.
    return value > 1e11 && value < 5e12 ? new Date(value).getUTCFullYear() : undefined;
  }
  if (typeof value === 'string') {
    const [, year] = /(?<!\d)((?:19|20)\d\d)(?!\d)/.exec(value) ?? [];
    return year === undefined ? undefined : Number(year);
  }
  if (Array.isArray(value)) return value.map(yearIn).find((year) => year !== undefined);
  if (!isRecord(value)) return undefined;
  return yearIn(value['date-parts'] ?? value['value'] ?? value['year'] ?? value['date-time'] ?? value['raw']);
}

/** What is found first, with its key. */
export function firstOf<Value>(...found: [string, Value | undefined][]): Found<Value> | undefined {
  const [from, value] = found.find(([, one]) => one !== undefined) ?? [];
  return value === undefined || from === undefined ? undefined : { value, from };
}

/** For a reading: nothing where nothing is guessed. */
export function guessOf(year?: Found<number>, conference?: Found<string>): NonNullable<Reading['guess']> {
  return { ...(year === undefined ? {} : { year }), ...(conference === undefined ? {} : { conference }) };
}

/** Without what is not there. */
export function draftOf(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isNothing(value)));
}
