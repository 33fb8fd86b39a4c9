/**
 * HTML by a tagged template that escapes by construction: what goes in is text, unless it is Html itself.
 * A template that could not be escaped rightly (an unquoted attribute, a URL from nowhere) throws.
 */
import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';

/**
 * HTML that is written when it is known in which language: its sentences are data until then. Only this file makes one.
 */
export class Html {
  private kept: Map<Language, string> | undefined;

  constructor(
    private readonly strings: readonly string[],
    private readonly parts: readonly Part[] = [],
  ) {}

  /** As text. */
  in(language: Language): string {
    const known = this.kept?.get(language);
    if (known !== undefined) return known;
    const text = this.written(language);
    this.kept?.set(language, text);
    return text;
  }

  /** Is written once in each language: for what stands on many pages. Nothing in it may change. */
  keep(): this {
    this.kept ??= new Map();
    return this;
  }

  private written(language: Language): string {
    let text = this.strings[0] ?? '';
    this.parts.forEach((part, n) => {
      text += textOf(part, language) + (this.strings[n + 1] ?? '');
    });
    return text;
  }
}

/** A path of this service, for href, src and action; or an address on the web, for href. */
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

/** Browsers take `\` for `/`, and leave out tabs and line ends. */
export const isPath = (text: string): boolean => /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(text);

/** Throws for anything but a path on this service; `javascript:`, `//elsewhere` and the like never get into a page. */
export function path(text: string): Path {
  if (!isPath(text) && !/^#[^\s\\]*$/.test(text))
    throw new Error(`${JSON.stringify(text)} is not a path of this service.`);
  return new Path(text);
}

/** A place on the web, for a link that leads out; undefined for what is none. */
export function webAddress(text: string | undefined): Path | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? new Path(href) : undefined;
}

/** null, undefined, false and true are nothing; lists are joined. */
function textOf(part: Part, language: Language): string {
  if (part instanceof Html) return part.in(language);
  if (part instanceof Sentence)
    return part
      .pieces(language)
      .map((piece) => textOf(piece as Part, language))
      .join('');
  if (part instanceof Path) return escape(part.text);
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  if (part === null || part === undefined || typeof part === 'boolean') return '';
  return part.map((one) => textOf(one, language)).join('');
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

/** A field of a form that nobody sees. */
export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** One choice of a select. */
export const option = (value: string | number, words: string | Sentence, selected = false): Html =>
  html`<option value="${value}"${flag('selected', selected)}>${words}</option>`;

/** What a tag of a sentence becomes that leads somewhere: `<library>Library</library>`. */
export const link =
  (to: string) =>
  (inside: readonly Part[]): Html =>
    html`<a href="${path(to)}">${inside}</a>`;

/** A sheet that workers/print/output/page-svg.ts drew, which escapes what it writes. */
export const drawnSheet = (svg: string): Html => new Html([svg]);

/** An attribute that is there or not: `checked`, `open`, `selected`. */
export const flag = (name: 'checked' | 'open' | 'selected' | 'disabled' | 'hidden', on: boolean): Html =>
  new Html([on ? ` ${name}` : '']);
