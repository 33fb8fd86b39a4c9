/** Names in exports: groups are whole, and initials are given names. */
import { describe, expect, it } from '@jest/globals';
import type { ExportFormat } from '../../../workers/papers/export/export-papers.js';
import { nameParts } from '../../../workers/papers/export/names.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { put } from './put.js';
import { written } from './written.js';

const groups = ['World Health Organization', 'ATLAS Collaboration', 'Department of Health and Human Services'];

const paper = {
  ...{ uid: 'u1', title: 'On pens', authors: groups, abstract: 'Ink.', year: 2020, conference: 'EMNLP' },
  ...{ session: '', poster_position: '' },
};

it('a firm and a name with a comma are whole in RIS, where a comma would separate the names', async () => {
  const authors = ['Pens and Inks, Inc.', 'Qwen Team'];
  expect(await written('ris', [{ paper: { ...paper, authors } }])).toContain(
    'AU  - Pens and Inks Inc.\r\nAU  - Qwen Team\r\n',
  );
});

describe('a group is one name', () => {
  it('in BibTeX, RIS and CSL-JSON', async () => {
    expect(await written('bibtex', [{ paper }])).toContain(
      'author = {{World Health Organization} and {ATLAS Collaboration} and {Department of Health and Human Services}}',
    );
    expect(await written('ris', [{ paper }])).toContain(groups.map((group) => `AU  - ${group}\r\n`).join(''));
    const [item] = JSON.parse(await written('csl', [{ paper }])) as { author: object[] }[];
    expect(item?.author).toEqual(groups.map((literal) => ({ literal })));
  });

  it.each<[ExportFormat, PaperFormat]>([
    ['bibtex', 'bibtex'],
    ['ris', 'tagged'],
    ['csl', 'json'],
    ['csv', 'csv'],
  ])('that %s brings back', async (format, readAs) => {
    const { papers } = await put(await written(format, [{ paper }]), readAs);
    expect(papers.map(({ authors }) => authors)).toEqual([groups]);
  });

  it('that gives the key of the paper', async () => {
    expect(await written('bibtex', [{ paper }])).toContain('@inproceedings{worldhealthorganization2020pens,');
  });
});

it.each<[name: string, family: string, given: string, suffix?: string]>([
  ['Smith J.', 'Smith', 'J.'],
  ['Smith J', 'Smith', 'J'],
  ['Smith JA', 'Smith', 'JA'],
  ['Smith J.A.', 'Smith', 'J.A.'],
  ['Smith J.-L.', 'Smith', 'J.-L.'],
  ['Smith JRB', 'Smith', 'JRB'],
  ['Garcia Lopez M', 'Garcia Lopez', 'M'],
  ['García-López MJ', 'García-López', 'MJ'],
  ['Wang X', 'Wang', 'X'],
  ['Petrov IV', 'Petrov', 'IV'],
  ['Smith JA Jr', 'Smith', 'JA', 'Jr'],
  ['Smith JA 3rd', 'Smith', 'JA', '3rd'],
  ['van der Meer J.W.', 'van der Meer', 'J.W.'],
  ['de la Cruz Lopez M', 'de la Cruz Lopez', 'M'],
  ['李 娜', '李', '娜'],
  ['홍 길동', '홍', '길동'],
  // These stay as they were.
  ['J. A. Smith', 'Smith', 'J. A.'],
  ['Malcolm X', 'X', 'Malcolm'],
  ['Jean-Luc P.', 'P.', 'Jean-Luc'],
  ['Wei LI', 'LI', 'Wei'],
  ['Maria de Souza Lima', 'de Souza Lima', 'Maria'],
  ['Charles Xavier de la Vallée Poussin', 'de la Vallée Poussin', 'Charles Xavier'],
  ['Xi Chen', 'Chen', 'Xi'],
  ['Min-Jun Kim', 'Kim', 'Min-Jun'],
  ['Ada ONE', 'ONE', 'Ada'],
  ['John COX', 'COX', 'John'],
  ['Martin King III', 'King', 'Martin', 'III'],
  ['Ada One Ph.D.', 'One', 'Ada', 'Ph.D.'],
  ['Martin Luther V', 'V', 'Martin Luther'],
  ['A. B.', 'B.', 'A.'],
  ['Plato', 'Plato', ''],
])('%s has the family name %s', (name, family, given, suffix = '') =>
  expect(nameParts(name)).toEqual({ family, given, suffix }),
);
