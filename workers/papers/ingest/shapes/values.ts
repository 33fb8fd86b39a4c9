/** Converts values as sources write them: texts, lists, objects with a name, addresses, dates. */
import { isRecord } from '../../../base/input/record.js';
import { withoutResolver } from '../../../base/text/doi-address.js';
import { withoutHtml } from '../text/html.js';
import { withoutLatex } from '../text/latex.js';
import { literalIn } from '../text/literal.js';

export type Raw = Readonly<Record<string, unknown>>;

export const recordIn = (value: unknown): Raw => (isRecord(value) ? value : {});

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' &&
    (value.trim() === '' || /^(nan|none|null|n\/a|nat|<na>)$/i.test(value.trim()) || value.trim() === 'NA')) ||
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

/** Crossref, OpenAlex and Europe PMC have titles whose entities were written twice: `&amp;amp;`, `&lt;i&gt;`. */
function decoded(text: string): string {
  const once = withoutHtml(text);
  const isTwice = text.includes('&') && /<(i|b|em|strong|su[bp]|scp)>[^<]*<\/\1>|&(?:amp|[lg]t|quot|#\d+);/i.test(once);
  return isTwice ? withoutHtml(once) : once;
}

/** Returns a title or abstract as plain text, without HTML and LaTeX. */
export function plainIn(value: unknown, isLatex = false): string | undefined {
  const text = textIn(value);
  if (text === undefined) return undefined;
  if (!isLatex) return withoutLatex(decoded(text)).trim();
  // Mendeley writes the tags of HTML in LaTeX: `{\textless}i{\textgreater}`, `\<i\>`.
  return withoutHtml(withoutLatex(decoded(text.replace(/\\([<>])/g, '$1')), true)).trim();
}

export const titleWith = (title: string | undefined, subtitle: string | undefined): string | undefined =>
  title === undefined || subtitle === undefined ? title : `${title}: ${subtitle}`;

/** Joins lines that were wrapped. */
export const inOneLine = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ').trim();

export const lineIn = (value: unknown, isLatex = false): string | undefined => inOneLine(plainIn(value, isLatex));

const withoutEntities = (text: string): string => (/&#?\w{1,31};/.test(text) ? withoutHtml(text) : text);

/** Returns a list of words from texts, from objects with a name, or from one text separated by ";", "|" or commas. */
export function wordsIn(value: unknown): string[] {
  if (isNothing(value)) return [];
  if (Array.isArray(value)) {
    const words = value.map(textIn).filter((word) => word !== undefined);
    return words.length === 1 ? wordsIn(words[0]) : words.map((word) => word.trim());
  }
  // The ";" of an entity separates nothing.
  const text = inOneLine(withoutEntities(textIn(value) ?? '')) ?? '';
  const list = literalIn(text);
  if (Array.isArray(list)) return wordsIn(list);
  const sign = ['|', ';'].find((one) => text.includes(one)) ?? ',';
  return text
    .split(sign)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export const plainWordsIn = (value: unknown, isLatex = false): string[] =>
  wordsIn(value).map((word) => plainIn(word, isLatex) ?? '');

/** Returns a list for one value or several, as XML and tagged lines have them. */
export const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

export const textsIn = (value: unknown): string[] =>
  listOf(value)
    .map(textIn)
    .filter((text) => text !== undefined);

const web = /^https?:\/\/\S+$/i;
/** Programs join several addresses by a blank, ";", ", " or " and ". */
const between = /;\s?(?=https?:\/\/)|(?:,|\sand)?\s(?=https?:\/\/)/i;
const addressesOf = (value: unknown): string[] =>
  (textIn(value)?.trim().split(between) ?? []).map((address) => address.trim());

/** Returns a web address, the first of several. An address that begins with `/` is relative to the host. */
export function addressIn(value: unknown, host = ''): string | undefined {
  const [text] = addressesOf(value);
  if (text === undefined) return undefined;
  if (web.test(text)) return text;
  if (/^www\.\S+$/i.test(text)) return `https://${text}`;
  return host !== '' && /^\/[^/\s]\S*$/.test(text) ? `${host}${text}` : undefined;
}

export const addressesIn = (value: unknown): string[] =>
  listOf(value)
    .flatMap(addressesOf)
    .map((one) => addressIn(one))
    .filter((one) => one !== undefined);

export const isPdf = (address: string): boolean => /\.pdf($|\?)/i.test(address);

/** Returns the DOI without the resolver's address. */
export function doiIn(value: unknown): string | undefined {
  const text = withoutResolver(textIn(value) ?? '');
  return text === '' ? undefined : text;
}

/** Adds an id to an address. */
export const addressWith = (before: string, id: string | undefined, behind = ''): string | undefined =>
  id === undefined ? undefined : `${before}${id}${behind}`;

/** Returns further addresses with their labels, without duplicates and without `others`. */
export function linksOf(links: Raw, others: readonly unknown[]): string | undefined {
  const seen = new Set(others);
  const told = Object.entries(links).flatMap(([name, value]) => {
    const address = addressIn(value);
    if (address === undefined || seen.has(address)) return [];
    seen.add(address);
    return [`${name} ${address}`];
  });
  return told.length === 0 ? undefined : told.join('; ');
}

/** Types of a paper that was retracted: of PubMed and Web of Science, and of Scopus. */
export const retractedIn = (types: unknown): string | undefined =>
  textsIn(types).some((type) => /\bretracted publication\b|^retracted$/i.test(type)) ? 'Retracted' : undefined;

/** Finds a year in a date, a text, or lists of `date-parts`. */
export function yearIn(value: unknown): number | undefined {
  if (typeof value === 'number') {
    if (value >= 1900 && value <= 2100) return Math.trunc(value);
    // Milliseconds since 1970.
    return value > 1e11 && value < 5e12 ? new Date(value).getUTCFullYear() : undefined;
  }
  if (typeof value === 'string') {
    // Also the day 20200131.
    const [, year] = /(?<!\d)((?:19|20)\d\d|2100)(?:(?!\d)|(?=(?:0[1-9]|1[0-2])[0-3]\d(?!\d)))/.exec(value) ?? [];
    return year === undefined ? undefined : Number(year);
  }
  if (Array.isArray(value)) return value.map(yearIn).find((year) => year !== undefined);
  if (!isRecord(value)) return undefined;
  return yearIn(value['date-parts'] ?? value['value'] ?? value['year'] ?? value['date-time'] ?? value['raw']);
}

/** Follows keys into a record. Of a list it takes the first element. */
export function partOf(value: unknown, ...names: readonly string[]): unknown {
  let part = value;
  for (const name of names) {
    const inner: unknown = Array.isArray(part) ? part[0] : part;
    part = isRecord(inner) ? inner[name] : undefined;
  }
  return part;
}

/** Undefined instead of an empty list. */
export const some = (words: string[]): string[] | undefined => (words.length === 0 ? undefined : words);
