/**
 * HTML from a tagged template that always escapes: every value is text, unless it is Html itself. A template that
 * cannot be escaped safely (an unquoted attribute, an unchecked URL) throws.
 */
import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';

/** HTML whose sentences and paths stay data until the reader is known. Only this file creates instances. */
export class Html {
  constructor(
    private readonly strings: readonly string[],
    private readonly parts: readonly Part[] = [],
  ) {}

  /** The HTML as text. @param base the path that the reverse proxy puts before ours */
  in(language: Language, base = ''): string {
    const texts = this.parts.map((part, n) => textOf(part, language, base) + (this.strings[n + 1] ?? ''));
    return (this.strings[0] ?? '') + texts.join('');
  }
}

/** A path of this service, for href, src and action; or a web address, for href. */
export class Path {
  constructor(readonly text: string) {}
}

export type Part = string | number | boolean | null | undefined | Html | Path | Sentence | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** Browsers treat `\` as `/`, and remove tabs and line ends. */
export const isPath = (text: string): boolean => /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(text);

/**
 * Throws unless the text is a path on this service. It keeps `javascript:`, `//elsewhere` and the like out of pages.
 */
export function path(text: string): Path {
  if (!isPath(text) && !/^#[^\s\\]*$/.test(text))
    throw new Error(`${JSON.stringify(text)} is not a path of this service.`);
  return new Path(text);
}

/** A web address for an external link; undefined if the text is not one. */
export function webAddress(text: string | undefined): Path | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? new Path(href) : undefined;
}

/** A path as the browser knows it. Web addresses and anchors begin with other characters, and stay. */
export const pathBelow = (base: string, { text }: Path): string => (text.startsWith('/') ? base + text : text);

/** null, undefined, false and true become an empty text; lists are joined. */
function textOf(part: Part, language: Language, base: string): string {
  const joined = (parts: readonly unknown[]): string =>
    parts.map((one) => textOf(one as Part, language, base)).join('');
  if (part instanceof Html) return part.in(language, base);
  if (part instanceof Sentence) return joined(part.pieces(language));
  if (part instanceof Path) return escape(pathBelow(base, part));
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  if (part === null || part === undefined || typeof part === 'boolean') return '';
  return joined(part);
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  parts.forEach((part, n) => {
    const before = strings[n] ?? '';
    if (/=\s*$/.test(before)) throw new Error(`An attribute must be quoted: ${before.slice(-30)}`);
    if (/\s(href|src|action|formaction)="$/.test(before) && !(part instanceof Path))
      throw new Error(`A URL must come from path(): ${before.slice(-30)}`);
  });
  return new Html(strings, parts);
}

/** A hidden form field. */
export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** One option of a select. */
export const option = (value: string | number, words: string | Sentence, selected = false): Html =>
  html`<option value="${value}"${flag('selected', selected)}>${words}</option>`;

/** Turns a tag of a sentence into a link: `<library>Library</library>`. */
export const link =
  (to: string) =>
  (inside: readonly Part[]): Html =>
    html`<a href="${path(to)}">${inside}</a>`;

/** Emphasizes a tag of a sentence. */
export const em = (inside: readonly Part[]): Html => html`<em>${inside}</em>`;

/** A sheet drawn by workers/print/output/page-svg.ts, which escapes its text. Its pictures are files of the library. */
export function drawnSheet(svg: string): Html {
  const picture = '<image href="';
  const pieces = svg.split(`${picture}/`);
  const strings = pieces.map((piece, n) => (n < pieces.length - 1 ? piece + picture : piece));
  return new Html(
    strings,
    pieces.slice(1).map(() => new Path('/')),
  );
}

/** A boolean attribute: `checked`, `open`, `selected`. */
export const flag = (name: 'checked' | 'open' | 'selected' | 'disabled' | 'hidden', on: boolean): Html =>
  new Html([on ? ` ${name}` : '']);
