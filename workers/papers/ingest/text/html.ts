import { Parser } from 'htmlparser2';
import { longestScript, lowered, raised } from './latex-signs.js';

const tagNames =
  'p|br|em|i|b|strong|sub|sup|span|div|a|ul|ol|li|dl|dt|dd|h[1-6]|code|pre|tt|u|s|small|font|scp|sc|q|cite|table|' +
  'tr|td|th|tbody|thead|blockquote|section|title|abstract|math|semantics|annotation|m(?:row|i|n|o|sup|sub|text|frac|' +
  'sqrt|over|under|subsup|space|style)|inline-formula|tex-math|(?:jats|mml|ns\\d|html|xhtml):[\\w-]+|fixed-case|url';
/**
 * Matches only known tags: "a<b and c>d" has none. A value without quotes has no "<": else each unfinished tag would
 * search the whole text.
 */
const tag = `</?(?:${tagNames})(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>]+))*\\s*/?>`;
const markup = new RegExp(`${tag}|<!--|<!\\[CDATA\\[|&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,30});`, 'i');
const noTag = new RegExp(`<(?!${tag.slice(1)}|!--|!\\[CDATA\\[)`, 'gi');
const everyTag = new RegExp(tag, 'gi');

const blocks = /^(p|br|div|li|tr|h\d|dt|dd|blockquote|section|pre|jats:(p|title|sec|list-item))$/;
/** Elements whose content is not visible text. */
const hidden = /^(script|style|annotation|tex-math|mml:annotation|jats:tex-math)$/;
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

/** Returns undefined for text that is nested too deep. */
function textOf(html: string): string | undefined {
  const out: string[] = [];
  const scripts: { table: Table; from: number }[] = [];
  let skipped = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (++depth > deepest) parser.pause();
        if (hidden.test(name)) skipped++;
        if (blocks.test(name)) endLine(out);
        const script = /^(?:jats:)?su([pb])$/.exec(name)?.[1];
        if (script !== undefined) scripts.push({ table: script === 'p' ? raised : lowered, from: out.length });
      },
      ontext(data) {
        if (skipped === 0) out.push(data);
      },
      onclosetag(name) {
        depth--;
        if (hidden.test(name)) skipped--;
        if (/^(?:jats:)?su[pb]$/.test(name)) endScript(out, scripts.pop());
        else if (blocks.test(name) && name !== 'br') endLine(out);
      },
    },
    { decodeEntities: true, recognizeCDATA: true },
  );
  parser.end(html.replace(noTag, '&lt;'));
  return depth > deepest ? undefined : out.join('');
}

/** Replaces blanks at the end by a line break, unless nothing was written yet. */
function endLine(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const line = last.trimEnd();
    if (line !== '') return void out.push(line, '\n');
  }
}

/** Replaces the text since a script began. */
function endScript(out: string[], script: { table: Table; from: number } | undefined): void {
  if (script === undefined) return;
  let length = 0;
  for (let at = out.length; at > script.from && length <= longestScript;) length += out[--at]?.length ?? 0;
  if (length > longestScript) return;
  const text = out.splice(script.from).join('');
  if (text !== '') out.push(scripted(text, script.table));
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
