import { Parser } from 'htmlparser2';
import { texFormula, whole } from './latex.js';
import { longestScript, lowered, raised } from './latex-signs.js';

const tagNames =
  'p|br|em|i|b|strong|sub|sup|span|div|a|ul|ol|li|dl|dt|dd|h[1-6]|code|pre|tt|u|s|small|font|scp|sc|q|cite|table|' +
  'tr|td|th|tbody|thead|blockquote|section|title|abstract|math|semantics|annotation(?:-xml)?|m(?:row|i|n|o|sup|sub|' +
  'text|frac|sqrt|root|over|under|underover|subsup|space|style|padded|fenced|table|tr|td)|(?:inline-|disp-)?formula|' +
  'alternatives|tex|tex-math|(?:jats|mml|ns\\d|html|xhtml):[\\w-]+|fixed-case|url|italic|bold|monospace|underline|' +
  'roman|emphasis|ext-link|xref|named-content|styled-content|sec|list|list-item|disp-quote';
/**
 * Matches only known tags: "a<b and c>d" has none. A value without quotes has no "<": else each unfinished tag would
 * search the whole text.
 */
const tag = `</?(?:${tagNames})(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>]+))*\\s*/?>`;
const markup = new RegExp(`${tag}|<!--|<!\\[CDATA\\[|&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,30});`, 'i');
const noTag = new RegExp(`<(?!${tag.slice(1)}|!--|!\\[CDATA\\[)`, 'gi');
const everyTag = new RegExp(tag, 'gi');

const blocks = /^(p|br|div|li|tr|h\d|dt|dd|blockquote|section|pre|sec|list-item|jats:(p|title|sec|list-item))$/;
/** Elements whose content is not visible text. */
const hidden = /^(script|style|(?:mml:)?annotation-xml)$/;
/** Elements around the forms of one formula, and those whose content is TeX. */
const formulas = /^(?:jats:|mml:)?((inline-|disp-)?formula|alternatives|math|tex-math|tex)$/;
const isTex = (name: string, { encoding = '' }: Record<string, string>): boolean =>
  /^(?:jats:)?tex(-math)?$/.test(name) || (/^(?:mml:)?annotation$/.test(name) && /tex/i.test(encoding));
/** The deepest nesting that is read. Formulas have some dozens of levels. The parser searches all open elements. */
const deepest = 256;

type Table = ReadonlyMap<string, string>;

/**
 * Converts HTML, and the JATS of publishers, to text: paragraphs become lines, entities characters. Other text does not
 * change.
 */
export function withoutHtml(text: string): string {
  if (!/[<&]/.test(text) || !markup.test(text)) return text;
  return (textOf(text) ?? text.replace(everyTag, ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim();
}

/** Returns true for an element that holds a formula, in one form or several. */
export const isFormula = (name: string): boolean => formulas.test(name);

/** Returns undefined for text that is nested too deep. */
function textOf(html: string): string | undefined {
  const writer = new Writer();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!writer.open(name, attributes)) parser.pause();
      },
      ontext: (data) => writer.say(data),
      onclosetag: () => writer.close(),
    },
    { decodeEntities: true, recognizeCDATA: true },
  );
  parser.end(html.replace(noTag, '&lt;'));
  return writer.isTooDeep ? undefined : writer.out.join('');
}

interface Element {
  name: string;
  isHidden: boolean;
  isTex: boolean;
  /** Where the text of the element, and of each of its children, begins. */
  from: number;
  children: number[];
}

class Writer {
  readonly out: string[] = [];
  isTooDeep = false;
  private readonly elements: Element[] = [];
  private skipped = 0;
  /** The number of open elements around the current formula, and its TeX. */
  private inFormula = 0;
  private inTex = 0;
  private tex: string[] = [];

  /** Returns false if the text is nested too deep. */
  open(name: string, attributes: Record<string, string>): boolean {
    if (this.elements.length >= deepest) {
      this.isTooDeep = true;
      return false;
    }
    const opensTex = isTex(name, attributes);
    // One form of a formula is enough.
    const isHidden = hidden.test(name) || (/annotation$/.test(name) && !opensTex) || (opensTex && this.tex.length > 0);
    if (isHidden) this.skipped++;
    else if (opensTex) this.inTex++;
    if (isFormula(name)) this.inFormula++;
    if (blocks.test(name)) endLine(this.out);
    const from = this.out.length;
    this.elements.at(-1)?.children.push(from);
    this.elements.push({ name, isHidden, isTex: opensTex && !isHidden, from, children: [] });
    return true;
  }

  say(data: string): void {
    if (this.skipped > 0) return;
    if (this.inTex > 0) this.tex.push(data);
    else if (this.inFormula === 0 || data.trim() !== '') this.out.push(data);
  }

  close(): void {
    const element = this.elements.pop();
    if (element === undefined) return;
    const { name } = element;
    if (element.isHidden) this.skipped--;
    if (element.isTex) this.inTex--;
    const script = /^(?:jats:)?su([pb])$/.exec(name)?.[1];
    if (script !== undefined) this.replace(element.from, (text) => scripted(text, script === 'p' ? raised : lowered));
    else if (blocks.test(name) && name !== 'br') endLine(this.out);
    else if (this.inFormula > 0) this.closeMath(element);
    if (isFormula(name) && --this.inFormula === 0) this.endFormula(element.from);
  }

  /** TeX tells more than MathML, whose elements have few words. */
  private endFormula(from: number): void {
    const tex = texFormula(this.tex.splice(0).join(''));
    if (tex !== '') this.out.splice(from, this.out.length, tex);
  }

  private closeMath({ name, from, children: [, second = from, third = from] }: Element): void {
    const kind = name.replace(/^mml:/, '');
    if (kind === 'msubsup') this.replace(third, raisedOrMarked);
    if (kind === 'msup') this.replace(second, raisedOrMarked);
    if (kind === 'msub' || kind === 'msubsup') this.replace(second, loweredOrMarked, third);
    if (kind === 'msqrt') this.replace(from, (text) => `√${whole(text)}`);
    if (kind !== 'mfrac' || second === from) return;
    this.replace(second, (below) => `/${whole(below)}`);
    this.replace(from, whole, second);
  }

  /** Replaces the text from one place to another or to the end. A long one stays as it is. */
  private replace(from: number, change: (text: string) => string, to = this.out.length): void {
    let length = 0;
    const end = to > from ? to : this.out.length;
    for (let at = end; at > from && length <= longestScript;) length += this.out[--at]?.length ?? 0;
    if (length > longestScript) return;
    const text = this.out.slice(from, end).join('');
    if (text !== '') this.out.splice(from, end - from, change(text));
  }
}

const marked = (table: Table, mark: string) => (text: string) => {
  const said = scripted(text, table);
  if (said !== text) return said;
  return text.length === 1 ? `${mark}${text}` : `${mark}(${text})`;
};
const raisedOrMarked = marked(raised, '^');
const loweredOrMarked = marked(lowered, '_');

/** Replaces blanks at the end by a line break, unless nothing was written yet. */
function endLine(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const line = last.trimEnd();
    if (line !== '') return void out.push(line, '\n');
  }
}

/** Returns the text unchanged if a character has no counterpart. */
function scripted(text: string, table: Table): string {
  let said = '';
  for (const sign of text) {
    const one = table.get(sign);
    if (one === undefined) return text;
    said += one;
  }
  return said;
}

/** Replaces a text by Unicode's superscript or subscript characters, if all exist. */
export function inScript(text: string, kind: 'sup' | 'sub'): string {
  return text.length > longestScript ? text : scripted(text, kind === 'sup' ? raised : lowered);
}
