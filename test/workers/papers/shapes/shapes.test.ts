/** Small records as the sources have them: each becomes the paper that a person would make of it. */
import { describe, expect, it } from '@jest/globals';
import type { PaperFormat } from '../../../../workers/papers/ingest/types.js';
import { jsonShapes } from './json.js';
import { json, put, reasons } from '../put.js';
import { textShapes } from './texts.js';
import { xmlShapes } from './xml.js';

it.each([...jsonShapes, ...xmlShapes, ...textShapes])('%s is read', async (name, source, expected) => {
  const [, shape = '', format = ''] = /^(.*) (\w+)$/.exec(name) ?? [];
  // Its ending says nothing: also under a name for something else it is what it is.
  for (const called of format === 'csv' ? ['csv'] : [format, 'json']) {
    const { papers, report } = await put(source, called as PaperFormat);
    expect(report.rejected_kinds).toEqual([]);
    expect(papers[0]).toMatchObject(expected);
    expect(Object.keys(report.shapes)).toEqual([shape]);
  }
});

describe('what a record does not say', () => {
  const papercopilot = [
    {
      title: 'Pens',
      status: 'Oral',
      track: 'main',
      author: 'Ada One;Bo Two',
      gs_citation: 3,
      id: 'x',
      github: 'https://example.org/code',
    },
  ];

  it('is told by the name of its file, or of the folder around it', async () => {
    const byFile = await json(papercopilot, { name: 'lists/papercopilot-nips2018.json' });
    expect(byFile.papers[0]).toMatchObject({
      conference: 'NeurIPS',
      year: 2018,
      authors: ['Ada One', 'Bo Two'],
      decision: 'Oral',
      session: 'main',
      links: 'code https://example.org/code',
    });
    expect(byFile.report.taken).toEqual([
      { field: 'conference', by: 'name', from: 'papercopilot-nips2018.json', value: 'NeurIPS', count: 1 },
      { field: 'year', by: 'name', from: 'papercopilot-nips2018.json', value: '2018', count: 1 },
    ]);
    const byFolder = await json(papercopilot, { name: 'ICML 2024/papers.json' });
    expect(byFolder.papers[0]).toMatchObject({ conference: 'ICML', year: 2024 });
  });

  it('is as it is given, before any name', async () => {
    const { papers, report } = await json(papercopilot, {
      name: 'iclr2018.json',
      given: { conference: 'Mine', year: 1999 },
    });
    expect(papers[0]).toMatchObject({ conference: 'Mine', year: 1999 });
    expect(report.taken.map(({ by }) => by)).toEqual(['given', 'given']);
  });

  it('rules over neither, where it says it', async () => {
    const own = [{ title: 'Pens', authors: ['A'], conference: 'ACL', year: 2020 }];
    const { papers } = await json(own, { name: 'iclr2018.json', given: { conference: 'Mine', year: 1999 } });
    expect(papers[0]).toMatchObject({ conference: 'ACL', year: 2020 });
  });

  it('is one refusal for all, with its first places, where nobody says it', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ ...papercopilot[0], title: `P${n}` }));
    const { report } = await put(many.map((one) => JSON.stringify(one)).join('\n'), 'jsonl', { name: 'papers.jsonl' });
    expect(report.rejected_count).toBe(12);
    expect(JSON.parse(JSON.stringify(report.rejected_kinds))).toEqual([
      {
        reason:
          'year is missing; conference is missing. ' +
          'The record has the keys title, status, track, author, gs_citation, id, github.',
        ...{ count: 12, lines: [1, 2, 3, 4, 5] },
      },
    ]);
  });

  it.each(['in press', 'n.d.', 'forthcoming'])('is the year if it says only: %s', async (year) => {
    const text = `@article{a, title={A}, author={B}, journal={Pens}, year={${year}}}`;
    const given = { year: 2024 };
    expect((await put(text, 'bibtex', { name: 'iclr2018.bib', given })).papers).toMatchObject([{ year: 2024 }]);
    const byName = await put(text, 'bibtex', { name: 'iclr2018.bib' });
    expect(byName.papers).toMatchObject([{ conference: 'Pens', year: 2018 }]);
    expect(byName.report.taken).toContainEqual(expect.objectContaining({ field: 'year', by: 'name', value: '2018' }));
    const wrong = 'expected a whole number from 1900 to 2100.';
    expect(reasons(await put(text, 'bibtex'))).toEqual([`year is "${year}", ${wrong}`]);
    expect(reasons(await put(text.replace(year, '1850'), 'bibtex', { given }))).toEqual([`year is "1850", ${wrong}`]);
  });

  it.each<[PaperFormat, string, string]>([
    ['bibtex', '@phdthesis{a, title={A}, author={B}, year=2012}', 'Thesis'],
    ['bibtex', '@phdthesis{a, title={A}, author={B}, year=2012, school={A School}}', 'A School'],
    ['bibtex', '@unpublished{a, title={A}, author={B}, year=2012}', 'Preprint'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012, url={https://example.org}}', 'Web page'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012, note={arXiv:1201.00001}}', 'arXiv'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012}', 'Other'],
    ['bibtex', '@techreport{a, title={A}, author={B}, year=2012}', 'Report'],
    ['bibtex', '@article{a, title={A}, author={B}, year=2012}', 'Journal article'],
    ['bibtex', '@inproceedings{a, title={A}, author={B}, year=2012}', 'Conference paper'],
    ['bibtex', '@incollection{a, title={A}, author={B}, year=2012}', 'Book'],
    ['tagged', 'TY  - DATA\nTI  - A\nPY  - 2012\nER  - \n', 'Dataset'],
    ['tagged', 'TY  - ELEC\nTI  - A\nPY  - 2012\nER  - \n', 'Web page'],
    ['tagged', 'TY  - UNPB\nTI  - A\nPY  - 2012\nPB  - bioRxiv\nER  - \n', 'bioRxiv'],
    ['csv', 'Item Type,Publication Year,Title,Publisher\npreprint,2012,A,PsyArXiv\n', 'PsyArXiv'],
    ['csv', 'Item Type,Publication Year,Title,Extra\npreprint,2012,A,arXiv:2301.99999 [cs]\n', 'arXiv'],
    ['csv', 'Item Type,Publication Year,Title,Url\nbook,2012,A,https://arxiv.org/abs/2301.99999\n', 'Book'],
    ['json', '{"title":["A"],"type":"posted-content","DOI":"10.1/1","issued":{"date-parts":[[2012]]}}', 'Preprint'],
    ['json', '[{"title":"A","type":"software","date":"2012"}]', 'Software'],
    ['json', '[{"title":"A","resource_type":{"type":"dataset","title":"Data"},"date":"2012"}]', 'Dataset'],
    ['json', '[{"title":"A","paperId":"x","venue":"","publicationTypes":null,"year":2012}]', 'Other'],
  ])('is, of a conference, the type of the work (%s, %s)', async (format, text, conference) => {
    const { papers, report } = await put(text, format);
    expect(report.rejected).toEqual([]);
    expect(papers).toEqual([expect.objectContaining({ title: 'A', year: 2012, conference })]);
    // A school and a publisher are named by the record.
    if (conference === 'A School' || conference === 'bioRxiv') return;
    expect(report.taken).toContainEqual(
      expect.objectContaining({ field: 'conference', by: 'type', value: conference, count: 1 }),
    );
    expect((await put(text, format, { given: { conference: 'Mine' } })).papers[0]?.conference).toBe('Mine');
  });
});
