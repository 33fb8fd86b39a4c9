/**
 * HTML by a tagged template that escapes by construction: what goes in is text, unless it is Html itself.
 * A template that could not be escaped rightly (an unquoted attribute, a URL from nowhere) throws.
 */

/** Text that is HTML already. Only this file makes one. */
export class Html {
  constructor(readonly text: string) {}
}

/** A path of this service, for href, src and action; or an address on the web, for href. */
export class Path {
  constructor(readonly text: string) {}
}

export type Part = string | number | boolean | null | undefined | Html | Path | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** Throws for anything but a path on this service; `javascript:`, `//elsewhere` and the like never get into a page. */
export function path(text: string): Path {
  if (!/^(\/(?![/\\])|#)[^\s\\]*$/.test(text))
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
function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part instanceof Path) return escape(part.text);
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  if (part === null || part === undefined || typeof part === 'boolean') return '';
  return part.map(textOf).join('');
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = parts.map((part, n) => {
    const before = strings[n] ?? '';
    if (/=\s*$/.test(before)) throw new Error(`An attribute must be quoted: ${before.slice(-30)}`);
    if (/\s(href|src|action|formaction)="$/.test(before) && !(part instanceof Path))
      throw new Error(`A URL must come from path(): ${before.slice(-30)}`);
    return before + textOf(part);
  });
  return new Html(pieces.join('') + (strings[strings.length - 1] ?? ''));
}

/** A field of a form that nobody sees. */
export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** One choice of a select. */
export const option = (value: string | number, words: string, selected = false): Html =>
  html`<option value="${value}"${flag('selected', selected)}>${words}</option>`;

/** A sheet that workers/print/output/page-svg.ts drew, which escapes what it writes. */
export const drawnSheet = (svg: string): Html => new Html(svg);

/** An attribute that is there or not: `checked`, `open`, `selected`. */
export const flag = (name: 'checked' | 'open' | 'selected' | 'disabled' | 'hidden', on: boolean): Html =>
  new Html(on ? ` ${name}` : '');
