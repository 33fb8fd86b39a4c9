import { Parser } from 'htmlparser2';
import { lowered, raised } from './latex-signs.js';

const tagNames =
  'p|br|em|i|b|strong|sub|sup|span|div|a|ul|ol|li|dl|dt|dd|h[1-6]|code|pre|tt|u|s|small|font|scp|sc|q|cite|table|' +
  'tr|td|th|tbody|thead|blockquote|section|title|abstract|math|semantics|annotation|m(?:row|i|n|o|sup|sub|text|frac|' +
  'sqrt|over|under|subsup|space|style)|inline-formula|tex-math|(?:jats|mml|ns\\d|html|xhtml):[\\w-]+|fixed-case|url';
/** Matches only known tags: "a<b and c>d" has none. */
const tag = `</?(?:${tagNames})(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+))*\\s*/?>`;
const markup = new RegExp(`${tag}|<!--|<!\\[CDATA\\[|&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,30});`, 'i');
const noTag = new RegExp(`<(?!${tag.slice(1)}|!--|!\\[CDATA\\[)`, 'gi');

const blocks = /^(p|br|div|li|tr|h\d|dt|dd|blockquote|section|pre|jats:(p|title|sec|list-item))$/;
/** Elements whose content is not visible text. */
const hidden = /^(script|style|annotation|tex-math|mml:annotation|jats:tex-math)$/;

/**
 * Converts HTML, and the JATS of publishers, to text: paragraphs become lines, entities characters. Other text does not
 * change.
 */
export function withoutHtml(text: string): string {
  if (!/[<&]/.test(text) || !markup.test(text)) return text;
  let out = '';
  let skipped = 0;
  const scripts: { table: ReadonlyMap<string, string>; from: number }[] = [];
  const parser = new Parser(
    {
      onopentagname(name) {
        if (hidden.test(name)) skipped++;
        if (blocks.test(name) && out.trim() !== '') out = `${out.trimEnd()}\n`;
        const script = /^(?:jats:)?su([pb])$/.exec(name)?.[1];
        if (script !== undefined) scripts.push({ table: script === 'p' ? raised : lowered, from: out.length });
      },
      ontext(data) {
        if (skipped === 0) out += data;
      },
      onclosetag(name) {
        if (hidden.test(name)) skipped--;
        if (/^(?:jats:)?su[pb]$/.test(name)) out = scripted(out, scripts.pop());
        else if (blocks.test(name) && name !== 'br' && out !== '') out = `${out.trimEnd()}\n`;
      },
    },
    { decodeEntities: true, recognizeCDATA: true },
  );
  parser.end(text.replace(noTag, '&lt;'));
  return out
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim();
}

function scripted(out: string, script: { table: ReadonlyMap<string, string>; from: number } | undefined): string {
  if (script === undefined) return out;
  const signs = [...out.slice(script.from)];
  if (!signs.every((sign) => script.table.has(sign))) return out;
  return out.slice(0, script.from) + signs.map((sign) => script.table.get(sign)).join('');
}

/** Replaces a text by Unicode's superscript or subscript characters, if all exist. */
export function inScript(text: string, kind: 'sup' | 'sub'): string {
  return scripted(text, { table: kind === 'sup' ? raised : lowered, from: 0 });
}
