/** BibTeX entries in UTF-8 that biber, BibTeX, Zotero and JabRef can read. */
import { citationKeys } from './citation-keys.js';
import { kindOf, type PaperKind } from './kind.js';
import { addresses, latexOf, latexTitle, verbatim } from './latex.js';
import { isWhole, nameParts } from './names.js';
import { ownKeywords, type ExportedPaper, type Notation } from './types.js';

const entries = {
  talk: { type: 'inproceedings', place: 'booktitle' },
  article: { type: 'article', place: 'journal' },
  preprint: { type: 'misc', place: 'howpublished' },
} as const satisfies Record<PaperKind, { type: string; place: string }>;

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
  const { place } = entries[kindOf(paper)];
  return [
    ['title', latexTitle(paper.title)],
    ['author', paper.authors.map(author).join(' and ')],
    [place, latexOf(paper.conference)],
    ['year', String(paper.year)],
    ['doi', verbatim(paper.doi ?? '')],
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
