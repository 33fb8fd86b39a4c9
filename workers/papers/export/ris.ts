/** RIS: one tag with its text per line, ended by CRLF. EndNote, Zotero, Mendeley and Citavi can read it. */
import { bareDoi } from '../../base/text/doi-address.js';
import { asSaid } from '../ingest/authors.js';
import { kindOf, placeOf, type PaperKind } from './kind.js';
import { isWhole, nameParts } from './names.js';
import { ownKeywords, type ExportedPaper, type Notation } from './types.js';

const types: Readonly<Record<PaperKind, string>> = {
  ...{ talk: 'CONF', article: 'JOUR', preprint: 'UNPB', unpublished: 'UNPB', thesis: 'THES', book: 'BOOK' },
  ...{ report: 'RPRT', webpage: 'ELEC', dataset: 'DATA', software: 'COMP', patent: 'PAT', presentation: 'SLIDE' },
  other: 'GEN',
};

/** Commas and semicolons separate names, so they are removed from a name. */
function author(whole: string): string {
  const name = asSaid(whole);
  const plain = name.replace(/[,;]/g, ' ');
  if (isWhole(name)) return plain;
  const { family, given, suffix } = nameParts(plain);
  return [family, given, suffix].filter((part) => part !== '').join(', ');
}

/** A line break ends a text, so each line of a note becomes its own tag. */
const lines = (text: string): string[] => text.split(/\r?\n|\r/);
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Labels of ASReview, which reads them in N1. It knows no "maybe".
 * https://asreview.readthedocs.io/en/latest/lab/data_format.html
 */
function labelOf(decision: ExportedPaper['decision']): string {
  if (decision === undefined) return '';
  if (decision === 'yes') return 'ASReview_relevant';
  return decision === 'no' ? 'ASReview_irrelevant' : 'ASReview_not_seen';
}

function tagsOf(exported: ExportedPaper): [tag: string, text: string][] {
  const { paper, note = '' } = exported;
  const each = (tag: string, texts: readonly string[]): [string, string][] => texts.map((text) => [tag, text]);
  return [
    ['TI', paper.title],
    ...each('AU', paper.authors.map(author)),
    // Zotero takes JO for an abbreviation.
    ['T2', placeOf(paper)],
    ['PY', String(paper.year)],
    ['DO', bareDoi(paper.doi) ?? ''],
    ['UR', paper.url ?? ''],
    ['L1', paper.paper_pdf_url ?? ''],
    // Further addresses, each with a label.
    ['U2', paper.links ?? ''],
    ...each('KW', [...(paper.keywords ?? []), ...ownKeywords(exported)]),
    ['AB', paper.abstract],
    ...each('N1', lines(note)),
    ['N1', labelOf(exported.decision)],
  ];
}

export const ris: Notation = {
  ending: 'ris',
  type: 'application/x-research-info-systems; charset=utf-8',
  begin: () => ({
    head: '',
    write(exported) {
      const tags = tagsOf(exported)
        .map(([tag, text]) => [tag, inOneLine(text)] as const)
        .filter(([, text]) => text !== '');
      const told = [['TY', types[kindOf(exported.paper)]], ...tags, ['ER', '']];
      return `${told.map(([tag, text]) => `${tag}  - ${text}\r\n`).join('')}\r\n`;
    },
  }),
};
