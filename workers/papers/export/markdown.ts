/** Markdown (CommonMark) for reading and further editing. All text of a paper is escaped. */
import { bareDoi, doiAddress } from '../../base/text/doi-address.js';
import { labelledAddresses } from '../../base/text/labelled-addresses.js';
import { venueOf } from '../../base/text/venue-of.js';
import { sentence } from '../reference.js';
import type { Paper } from '../types.js';
import type { Notation } from './types.js';

/** Escapes characters that are special anywhere, or at the start of a line. */
const plain = (line: string): string =>
  line
    .replace(/[\\`*_[\]<>~|$&]/g, '\\$&')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');

const inOneLine = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());

/** Keeps line breaks: a backslash at the end of a line is a hard break. */
const inLines = (text: string, before = ''): string =>
  text
    .trim()
    .split(/\r?\n|\r/)
    .map((line, n, all) => {
      const isBroken = line.trim() !== '' && (all[n + 1] ?? '').trim() !== '';
      return `${before}${plain(line.trim())}${isBroken ? '\\' : ''}`.trimEnd();
    })
    .join('\n');

/** Links only to web addresses. */
function link(words: string, address: string | undefined): string {
  if (address === undefined || !/^https?:\/\/\S+$/i.test(address)) return '';
  return `[${inOneLine(words)}](<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>)`;
}

function linksOf({ url, paper_pdf_url: pdf, doi, links = '' }: Paper): string[] {
  const plainDoi = bareDoi(doi);
  return [
    url !== undefined && URL.canParse(url) ? link(new URL(url).hostname, url) : '',
    link('PDF', pdf),
    plainDoi === undefined ? '' : link(`doi:${plainDoi}`, doiAddress(plainDoi)),
    ...labelledAddresses(links).map(({ label, address }) => link(label, address)),
  ].filter((one) => one !== '');
}

export const markdown: Notation = {
  ending: 'md',
  type: 'text/markdown; charset=utf-8',
  begin: () => ({
    head: '',
    write({ paper, note = '' }) {
      const names = inOneLine(paper.authors.join(', '));
      const place = `*${inOneLine(venueOf(paper))}*`;
      return `${[
        `## ${inOneLine(paper.title)}`,
        names === '' ? place : `${sentence(names)} ${place}`,
        linksOf(paper).join(' · '),
        note.trim() === '' ? '' : inLines(note, '> '),
        inOneLine(paper.abstract),
      ]
        .filter((part) => part !== '')
        .join('\n\n')}\n\n`;
    },
  }),
};
