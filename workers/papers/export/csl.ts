/** CSL-JSON, which Zotero, Pandoc and citeproc read. https://docs.citationstyles.org/en/stable/specification.html */
import { bareDoi } from '../../base/text/doi-address.js';
import type { Paper } from '../types.js';
import { citationKeys } from './citation-keys.js';
import { kindOf, placeOf, type PaperKind } from './kind.js';
import { isWhole, nameParts } from './names.js';
import type { Notation } from './types.js';

const types: Readonly<Record<PaperKind, string>> = {
  ...{ talk: 'paper-conference', article: 'article-journal', preprint: 'article', unpublished: 'manuscript' },
  ...{ thesis: 'thesis', book: 'book', report: 'report', webpage: 'webpage', dataset: 'dataset' },
  ...{ software: 'software', patent: 'patent', presentation: 'speech', other: 'document' },
};

function author(name: string): Record<string, string> {
  if (isWhole(name)) return { literal: name };
  const parts = nameParts(name);
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''));
}

function itemOf(paper: Paper, id: string, note: string): Record<string, unknown> {
  const place = kindOf(paper) === 'preprint' ? 'publisher' : 'container-title';
  const texts = {
    [place]: placeOf(paper),
    ...{ DOI: bareDoi(paper.doi), URL: paper.url ?? paper.paper_pdf_url },
    ...{ keyword: (paper.keywords ?? []).join(', '), abstract: paper.abstract, note },
  };
  return {
    ...{ id, type: types[kindOf(paper)], title: paper.title, author: paper.authors.map(author) },
    ...{ issued: { 'date-parts': [[paper.year]] } },
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== '')),
  };
}

export const csl: Notation = {
  ending: 'json',
  type: 'application/vnd.citationstyles.csl+json',
  begin() {
    const keyOf = citationKeys();
    let before = '\n';
    return {
      head: '[',
      write({ paper, note = '' }) {
        const written = `${before}${JSON.stringify(itemOf(paper, keyOf(paper), note), null, 2)}`;
        before = ',\n';
        return written;
      },
      foot: '\n]\n',
    };
  },
};
