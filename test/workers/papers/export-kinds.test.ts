/** The kind of a paper in exports, by the name of its venue. */
import { describe, expect, it } from '@jest/globals';
import type { ExportFormat } from '../../../workers/papers/export/export-papers.js';
import { kindOf } from '../../../workers/papers/export/kind.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { put } from './put.js';
import { written } from './written.js';

const paper = (conference: string, url?: string): Paper => ({
  ...{ uid: conference, title: `On ${conference}`, authors: ['Ada Lovelace'], abstract: 'Ink.' },
  ...{ year: 2020, conference, session: '', poster_position: '', ...(url === undefined ? {} : { url }) },
});

const all = (venues: readonly string[], url?: string): { paper: Paper }[] =>
  venues.map((venue) => ({ paper: paper(venue, url) }));

describe.each<[kind: string, venues: string[]]>([
  [
    'article',
    [
      ...['The Lancet', 'Cell', 'Bioinformatics', 'Machine Learning', 'PNAS', 'Nature', 'JMLR', 'CCS Chemistry'],
      'Proceedings of the National Academy of Sciences',
      'Proc. Natl. Acad. Sci. U.S.A.',
      ...['Proceedings of the IEEE', 'Proc. IEEE', 'Proceedings of the Royal Society B', 'Mayo Clinic Proceedings'],
      'Proceedings of the ACM on Programming Languages',
      ...['Transactions of the Association for Computational Linguistics', 'SIGIR Forum', 'Journal of Pens'],
    ],
  ],
  [
    'talk',
    [
      ...['EMNLP', 'NeurIPS 2020', 'NSDI 2020', 'SIGGRAPH Asia', 'ACM MM', 'ECML PKDD', 'Interspeech', 'PMLR'],
      'Advances in Neural Information Processing Systems 31',
      'NeurIPS Datasets and Benchmarks',
      'Proceedings of Machine Learning Research',
      'Proceedings of the IEEE Conference on Pens',
      'Proceedings of the 5th Annual Meeting of the Pen Society',
      ...['USENIX Security', 'Workshop on Ink', 'Symposium on Pens', 'Lecture Notes in Computer Science'],
    ],
  ],
  ['preprint', ['arXiv', 'bioRxiv']],
])('%s', (kind, venues) => {
  it.each(venues)('%s', (venue) => expect(kindOf(paper(venue))).toBe(kind));
});

it('is the second title in RIS, because reference managers take JO for an abbreviation', async () => {
  const ris = await written('ris', all(['The Lancet', 'ICML']));
  expect(ris.match(/^..(?= {2}- (?:The Lancet|ICML)\r)/gm)).toEqual(['T2', 'T2']);
});

const placeholders = [
  ...['Conference paper', 'Journal article', 'Preprint', 'Thesis', 'Book', 'Report', 'Web page', 'Dataset', 'Software'],
  ...['Patent', 'Presentation', 'Other', 'Proceedings'],
];

describe('a venue that the import gave', () => {
  it.each<[ExportFormat, PaperFormat]>([
    ['bibtex', 'bibtex'],
    ['ris', 'tagged'],
    ['csl', 'json'],
    ['csv', 'csv'],
  ])('comes back from %s', async (format, readAs) => {
    for (const url of [undefined, 'https://example.org/1']) {
      const { papers } = await put(await written(format, all(placeholders, url)), readAs);
      expect(papers.map(({ title }) => title)).toEqual(placeholders.map((conference) => `On ${conference}`));
      expect(papers.map(({ conference }) => conference)).toEqual(placeholders);
    }
  });

  it('is a type and no title of a journal or book', async () => {
    const papers = all(['Thesis', 'Book', 'Web page', 'Journal article', 'Conference paper']);
    const bibtex = await written('bibtex', papers);
    expect(bibtex.match(/^@\w+/gm)).toEqual(['@phdthesis', '@book', '@misc', '@article', '@inproceedings']);
    expect(bibtex).not.toMatch(/^ {2}(journal|booktitle|series|school) =/m);
    const ris = await written('ris', papers);
    expect(ris.match(/(?<=^TY {2}- )\w+/gm)).toEqual(['THES', 'BOOK', 'ELEC', 'JOUR', 'CONF']);
    expect(ris).not.toMatch(/^(JO|T2)/m);
    const items = JSON.parse(await written('csl', papers)) as Record<string, string>[];
    expect(items.map(({ type }) => type)).toEqual([
      ...['thesis', 'book', 'webpage', 'article-journal', 'paper-conference'],
    ]);
    expect(items.filter((item) => 'container-title' in item || 'publisher' in item)).toEqual([]);
  });
});
