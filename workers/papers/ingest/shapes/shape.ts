/**
 * Glossary
 *
 * shape  the form of one source's records, detected by their keys, never by a file name
 * draft  a record with the project's own keys, before missing values are added and `mendPaper` checks it
 * guess  a hint in a record at its conference or year; used only if there is no better source
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

/** The draft of a record, and the keys of its year and conference if they are not `year` and `conference`. */
export interface Reading {
  draft: Draft;
  yearFrom?: string;
  conferenceFrom?: string;
  guess?: { year?: Found<number>; conference?: Found<string> };
  /** Keys that were read. The others are reported as unknown. */
  used: ReadonlySet<string>;
}

export interface Found<Value> {
  value: Value;
  /** The key it was found in. */
  from: string;
}

export interface Shape {
  /** The usual name of the source. */
  name: string;
  fits(record: Raw): boolean;
  /** Returns a sentence if the record is not a paper. */
  read(record: Raw): Reading | { reason: Sentence };
}

/** Reads keys of a record, and tracks which were read. */
export class Taker {
  readonly used = new Set<string>();

  constructor(
    private readonly record: Raw,
    /** The source uses LaTeX, such as braces. */
    private readonly isLatex = false,
  ) {}

  /** Returns the first non-empty value of these keys. */
  raw(...keys: string[]): unknown {
    for (const key of keys) if (Object.hasOwn(this.record, key)) this.used.add(key);
    return keys.map((key) => this.record[key]).find((value) => !isNothing(value));
  }

  /** Returns the first of these keys with a non-empty value. */
  key(...keys: string[]): string | undefined {
    return keys.find((key) => !isNothing(this.record[key]));
  }

  text(...keys: string[]): string | undefined {
    return textIn(this.raw(...keys));
  }

  /** Returns the value as plain text. */
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

/** Returns one text: the first of a list, the value of an object. */
export function textIn(value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return textIn(value.find((one: unknown) => !isNothing(one)));
  if (!isRecord(value)) return undefined;
  return textIn(value['value'] ?? value['text'] ?? value['#text'] ?? value['display_name'] ?? value['name']);
}

/** Converts a title or abstract to plain text, without HTML and LaTeX. */
export function readable(text: string, isLatex = false): string {
  return withoutLatex(withoutHtml(text), isLatex).trim();
}

/** Joins lines that were wrapped. */
export const inOneLine = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ').trim();

/** Returns a list of words from texts, from objects with a name, or from one text separated by ";", "|" or commas. */
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

/** Returns a web address. An address that begins with `/` is relative to the host. */
export function addressIn(value: unknown, host = ''): string | undefined {
  const text = textIn(value)?.trim();
  if (text === undefined) return undefined;
  if (web.test(text)) return text;
  if (/^www\.\S+$/i.test(text)) return `https://${text}`;
  return host !== '' && /^\/[^/\s]\S*$/.test(text) ? `${host}${text}` : undefined;
}

/** Returns the DOI without the resolver's address. */
export function doiIn(value: unknown): string | undefined {
  const text = textIn(value)
    ?.trim()
    .replace(/^(https?:\/\/)?(dx\.)?doi\.org\//i, '')
    .replace(/^doi:\s*/i, '');
  return text === undefined || text === '' ? undefined : text;
}

export const addressOfDoi = (doi: string | undefined): string | undefined =>
  doi !== undefined && /^10\.\d{4,}/.test(doi) ? `https://doi.org/${doi}` : undefined;

/** Returns further addresses with their labels, without duplicates and without `others`. */
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

/** Finds a year in a date, a text, or lists of `date-parts`. */
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

/** Returns the first value that was found, with its key. */
export function firstOf<Value>(...found: [string, Value | undefined][]): Found<Value> | undefined {
  const [from, value] = found.find(([, one]) => one !== undefined) ?? [];
  return value === undefined || from === undefined ? undefined : { value, from };
}

/** Builds the `guess` of a reading and omits missing parts. */
export function guessOf(year?: Found<number>, conference?: Found<string>): NonNullable<Reading['guess']> {
  return { ...(year === undefined ? {} : { year }), ...(conference === undefined ? {} : { conference }) };
}

/** Drops empty values. */
export function draftOf(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isNothing(value)));
}
