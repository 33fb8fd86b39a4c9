/** Names in exports: groups are whole, and initials are given names. */
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { exportPapers, type ExportFormat } from '../../../workers/papers/export/export-papers.js';
import { nameParts } from '../../../workers/papers/export/names.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { paperList } from '../../support/paper-list.js';

const groups = ['World Health Organization', 'ATLAS Collaboration', 'Department of Health and Human Services'];

async function written(format: ExportFormat, authors: string[]): Promise<string> {
  const paper = {
    ...{ uid: 'u1', title: 'On pens', authors, abstract: 'Ink.', year: 2020, conference: 'EMNLP' },
    ...{ session: '', poster_position: '' },
  };
  let text = '';
  for await (const piece of exportPapers(format, [{ paper }])) text += piece;
  return text;
}

describe('a group is one name', () => {
  it('in BibTeX, RIS and CSL-JSON', async () => {
    expect(await written('bibtex', groups)).toContain(
      'author = {{World Health Organization} and {ATLAS Collaboration} and {Department of Health and Human Services}}',
    );
    expect(await written('ris', groups)).toContain(groups.map((group) => `AU  - ${group}\r\n`).join(''));
    const [item] = JSON.parse(await written('csl', groups)) as { author: object[] }[];
    expect(item?.author).toEqual(groups.map((literal) => ({ literal })));
  });

  it.each<[ExportFormat, PaperFormat]>([
    ['bibtex', 'bibtex'],
    ['ris', 'tagged'],
    ['csl', 'json'],
    ['csv', 'csv'],
  ])('that %s brings back', async (format, readAs) => {
    const list = paperList();
    await importPapers(list, { bytes: Readable.from([await written(format, groups)]), format: readAs });
    expect(list.papers.map(({ authors }) => authors)).toEqual([groups]);
  });

  it('that gives the key of the paper', async () => {
    expect(await written('bibtex', groups)).toContain('@inproceedings{worldhealthorganization2020pens,');
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
  ['Xi Chen', 'Chen', 'Xi'],
  ['Min-Jun Kim', 'Kim', 'Min-Jun'],
  ['Ada ONE', 'ONE', 'Ada'],
  ['John COX', 'COX', 'John'],
  ['Martin King III', 'King', 'Martin', 'III'],
  ['Martin Luther V', 'V', 'Martin Luther'],
  ['A. B.', 'B.', 'A.'],
  ['Plato', 'Plato', ''],
])('%s has the family name %s', (name, family, given, suffix = '') =>
  expect(nameParts(name)).toEqual({ family, given, suffix }),
);
