/** Markdown (CommonMark) to read and to write on: nothing of a paper is markup in it. */
import type { Paper } from '../types.js';
import type { Notation } from './types.js';

/** Signs that mean something anywhere, and those that do at the beginning of a line. */
const plain = (line: string): string =>
  line
    .replace(/[\\`*_[\]<>~|$&]/g, '\\$&')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');

const inOneLine = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());

/** Line breaks stay: a backslash at the end of a line is one. */
const inLines = (text: string, before = ''): string =>
  text
    .trim()
    .split(/\r?\n|\r/)
    .map((line, n, all) => {
      const isBroken = line.trim() !== '' && (all[n + 1] ?? '').trim() !== '';
      return `${before}${plain(line.trim())}${isBroken ? '\\' : ''}`.trimEnd();
    })
    .join('\n');

/** Only what leads to the web. */
function link(words: string, address: string | undefined): string {
  if (address === undefined || !/^https?:\/\/\S+$/i.test(address)) return '';
  return `[${inOneLine(words)}](<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>)`;
}

function linksOf({ url, paper_pdf_url: pdf, doi, links = '' }: Paper): string[] {
  const further = [...links.matchAll(/([\w -]+?) (https?:\/\/\S+?)(?=;? |;?$)/g)];
  return [
    url !== undefined && URL.canParse(url) ? link(new URL(url).hostname, url) : '',
    link('PDF', pdf),
    doi === undefined ? '' : link(`doi:${doi}`, `https://doi.org/${encodeURI(doi.toWellFormed())}`),
    ...further.map(([, name = '', address]) => link(name.trim(), address)),
  ].filter((one) => one !== '');
}

export const markdown: Notation = {
  ending: 'md',
  type: 'text/markdown; charset=utf-8',
  begin: () => ({
    head: '',
    write({ paper, note = '' }) {
      const by = [inOneLine(paper.authors.join(', ')), `*${inOneLine(paper.conference)} ${paper.year}*`];
      return `${[
        `## ${inOneLine(paper.title)}`,
        by.filter((part) => part !== '').join('. '),
        linksOf(paper).join(' · '),
        note.trim() === '' ? '' : inLines(note, '> '),
        inOneLine(paper.abstract),
      ]
        .filter((part) => part !== '')
        .join('\n\n')}\n\n`;
    },
  }),
};
