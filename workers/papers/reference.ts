/** References to a paper: link and citation. Pure. */
import { addressOfDoi } from '../base/text/doi-address.js';
import { venueOf } from '../base/text/venue-of.js';
import type { Paper } from './types.js';

/** Returns the best address of a paper: DOI, page, file or any other; null if it has none. */
export function linkOf({ doi, url, paper_pdf_url: file, links = '' }: Paper): string | null {
  const others = [...links.matchAll(/https?:\/\/[^\s;]+/g)].map(([address]) => address);
  const [first] = [addressOfDoi(doi) ?? doi, url, file, ...others].filter(isOpened);
  return first ?? null;
}

/** Like `linkOf`, but the page or file first: they are more often free to read than what a DOI leads to. */
export const pageOf = (paper: Paper): string | null => [paper.url, paper.paper_pdf_url].find(isOpened) ?? linkOf(paper);

const isOpened = (address: string | undefined): address is string =>
  address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** `Ada Lovelace, Grace Hopper and Emmy Noether. On pens. EMNLP 2020. https://doi.org/10.1/2` */
export function citationOf(paper: Paper): string {
  const { authors, title } = paper;
  const [others, last] = [authors.slice(0, -1).join(', '), authors.at(-1) ?? ''];
  const names = others === '' ? last : `${others} and ${last}`;
  const sentences = [names, title, venueOf(paper)].filter((part) => part !== '').map(sentence);
  return [...sentences, linkOf(paper) ?? ''].filter((part) => part !== '').join(' ');
}

/** Ends a text with a full stop, unless it has an end. */
export const sentence = (text: string): string => (/[.?!…]$/u.test(text) ? text : `${text}.`);
