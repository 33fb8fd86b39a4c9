/** BibTeX entries in UTF-8 that biber, BibTeX, Zotero and JabRef can read. */
import { bareDoi } from '../../base/text/doi-address.js';
import { citationKeys } from './citation-keys.js';
import { kindOf, placeOf, type PaperKind } from './kind.js';
import { addresses, latexOf, latexTitle, verbatim } from './latex.js';
import { isWhole, nameParts } from './names.js';
import { ownKeywords, type ExportedPaper, type Notation } from './types.js';

/** A `howpublished` may also be the kind of a paper whose venue is unknown. */
const misc = { type: 'misc', place: 'howpublished' };

const entries: Readonly<Record<PaperKind, { type: string; place: string }>> = {
  talk: { type: 'inproceedings', place: 'booktitle' },
  article: { type: 'article', place: 'journal' },
  thesis: { type: 'phdthesis', place: '' },
  book: { type: 'book', place: '' },
  report: { type: 'techreport', place: '' },
  unpublished: { type: 'unpublished', place: '' },
  ...{ preprint: misc, webpage: misc, dataset: misc, software: misc, patent: misc, presentation: misc, other: misc },
};

/** " and " separates people, and a comma the parts of a name. Braces protect a name with either, and a group. */
function author(name: string): string {
  if (isWhole(name)) return `{${latexOf(name)}}`;
  const { family, given, suffix } = nameParts(name);
  return [family, suffix, given]
    .filter((part) => part !== '')
    .map(latexOf)
    .join(', ');
}

function fieldsOf(exported: ExportedPaper): [name: string, value: string][] {
  const { paper, note = '' } = exported;
  const entry = entries[kindOf(paper)];
  return [
    ['title', latexTitle(paper.title)],
    ['author', paper.authors.map(author).join(' and ')],
    [entry.place, latexOf(entry === misc ? paper.conference : placeOf(paper))],
    ['year', String(paper.year)],
    ['doi', verbatim(bareDoi(paper.doi) ?? '')],
    ['url', verbatim(paper.url ?? '')],
    ['pdf', verbatim(paper.paper_pdf_url ?? '')],
    ['links', addresses(paper.links ?? '')],
    ['keywords', [...(paper.keywords ?? []), ...ownKeywords(exported)].map(latexOf).join(', ')],
    ['abstract', latexOf(paper.abstract)],
    ['annote', latexOf(note)],
  ];
}

export const bibtex: Notation = {
  ending: 'bib',
  type: 'application/x-bibtex; charset=utf-8',
  begin() {
    const keyOf = citationKeys();
    return {
      head: '',
      write(exported) {
        const { paper } = exported;
        const fields = fieldsOf(exported).filter(([, value]) => value !== '');
        const { type } = entries[kindOf(paper)];
        return `@${type}{${keyOf(paper)},\n${fields.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n\n`;
      },
    };
  },
};
