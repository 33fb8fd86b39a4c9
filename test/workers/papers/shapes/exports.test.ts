/** Lists as other programs export them, each with what people found wrong in the import of it. */
import { describe, expect, it } from '@jest/globals';
import type { PaperFormat } from '../../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../../workers/papers/types.js';
import { json, put, reasons } from '../put.js';

const garcia = ['Gabriel José García Márquez'];
const wos = 'Publication Type,Author Full Names,Article Title,Source Title,Author Keywords,Publication Year';

describe('an export', () => {
  it.each<[string, PaperFormat, string, Partial<Paper> & { doi?: string }]>([
    [
      'of arXiv, with LaTeX and wrapped lines in the abstract',
      'xml',
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2001.01234v1</id><title>A</title>
<published>2020-01-02</published><summary>At $\\sim$100 GeV with
Schr\\"odinger's pens.</summary><author><name>Ada One</name></author></entry></feed>`,
      { abstract: 'At ∼100 GeV with Schrödinger’s pens.'.replace('’', "'") },
    ],
    [
      'of Zotero (CSV), with one author of two family names',
      'csv',
      'Key,Item Type,Publication Year,Author,Title,Publication Title\n' +
        'K,journalArticle,2020,"García Márquez, Gabriel José",A,X',
      { authors: garcia },
    ],
    [
      'of Scopus, with one author of two family names',
      'csv',
      'Authors,Author full names,Title,Year,Source title\nG.,"García Márquez, Gabriel José (123)",A,2020,X',
      { authors: garcia },
    ],
    [
      'of Rayyan',
      'csv',
      'title,authors,year,journal\nA,"García Márquez, Gabriel José and Smith, John",2020,X',
      { authors: [...garcia, 'John Smith'] },
    ],
    [
      'of Web of Science (Excel)',
      'csv',
      `${wos},UT (Unique WOS ID)\nJ,"García Márquez, Gabriel José; Smith, John",A,Journal of Pens,pens; ink,2020,WOS:1`,
      {
        authors: [...garcia, 'John Smith'],
        title: 'A',
        conference: 'Journal of Pens',
        keywords: ['pens', 'ink'],
        original_id: 'WOS:1',
      },
    ],
    [
      'of Web of Science (tabs), with a quotation mark that is no quotation',
      'csv',
      'PT\tAU\tTI\tSO\tPY\nJ\tOne, A\t"Pens" and ink\tX\t2020\nJ\tTwo, B\tB\tX\t2020\n',
      { title: '"Pens" and ink' },
    ],
    [
      'of Embase (RIS), with a short name of the journal, and keywords in lines',
      'tagged',
      'TY  - JOUR\nTI  - A\nAU  - World Health Organization,\nPY  - 2020\n' +
        'JF  - European Heart Journal\nJO  - Eur. Heart J.\n' +
        'KW  - machine learning\ndeep learning\nUR  - https://a.org/1\nhttps://a.org/2\nKW  - pens; ink\nER  - \n',
      {
        conference: 'European Heart Journal',
        authors: ['World Health Organization'],
        keywords: ['machine learning', 'deep learning', 'pens', 'ink'],
        url: 'https://a.org/1',
      },
    ],
    [
      'of EndNote (XML), of a thesis',
      'xml',
      `<xml><records><record><ref-type name="Thesis">32</ref-type>
<contributors>
<authors><author>One, Ada</author></authors></contributors><titles><title>A</title></titles>
<dates><year>2020</year></dates></record></records></xml>`,
      { conference: 'Thesis', authors: ['Ada One'] },
    ],
    [
      'of Mendeley (EndNote XML)',
      'xml',
      `<?xml version="1.0"?><xml><records><record><ref-type name="Journal Article">0</ref-type><contributors>
<authors><author>One, Ada</author></authors></contributors><titles><title>A</title><secondary-title>X</secondary-title>
</titles><dates><year>2020</year></dates><urls><web-urls><url>https://a.org/1</url></web-urls></urls></record></records>
</xml>`,
      { conference: 'X', authors: ['Ada One'], url: 'https://a.org/1' },
    ],
    [
      'of MathSciNet, with a short and a full name of the journal',
      'bibtex',
      '@article {MR1, AUTHOR = {One, Ada}, TITLE = {A}, YEAR = {2020},\n' +
        'JOURNAL = {J. Pens},\nFJOURNAL = {Journal of Pens}}',
      { conference: 'Journal of Pens' },
    ],
    [
      'of Ovid (RIS), with a star before the main keyword',
      'tagged',
      'TY  - JOUR\nT1  - A\nA1  - One, Ada\nY1  - 2020//\nJF  - X\nKW  - *Ink\nKW  - *-algebras\nER  - \n',
      { authors: ['Ada One'], keywords: ['Ink', '*-algebras'] },
    ],
    [
      'of DBLP (BibTeX), with an underscore in the DOI',
      'bibtex',
      '@inproceedings{a, title={A}, author={One, Ada}, year=2020, booktitle={X}, doi={10.1007/978-3\\_13}}',
      { doi: '10.1007/978-3_13' },
    ],
    [
      'of Web of Science (BibTeX), with two braces around each value',
      'bibtex',
      '@article{ WOS:1,\nAuthor = {One, Ada and Two, Bo},\nTitle = {{A}},\nJournal = {{X}},\nYear = {{2020}},\n' +
        'DOI = {{10.1038/a}},\nKeywords = {{ink; deep learning}},\n}',
      {
        authors: ['Ada One', 'Bo Two'],
        conference: 'X',
        year: 2020,
        doi: '10.1038/a',
        keywords: ['ink', 'deep learning'],
      },
    ],
    [
      'of arXiv (BibTeX), with two braces around the number',
      'bibtex',
      '@misc{a, title={{A}}, author={One, Ada}, year={{2020}}, eprint={{2001.00001}}, archivePrefix={{arXiv}}}',
      { conference: 'arXiv', url: 'https://arxiv.org/abs/2001.00001' },
    ],
    [
      'of biblatex, with a subtitle and an address as the place',
      'bibtex',
      '@misc{a, title={A}, subtitle={On {Pens}}, author={One, Ada}, year=2020, howpublished={\\url{https://a.org/1}}}',
      { title: 'A: On Pens', url: 'https://a.org/1' },
    ],
    [
      'of NASA ADS, with a number behind a sign',
      'bibtex',
      '@article{a, title={Of $\\sim$5 nm}, author={One, Ada}, year=2020, journal={X}}',
      { title: 'Of ∼5 nm' },
    ],
    [
      'of Publish or Perish',
      'csv',
      'Authors,Title,Year,Source,ArticleURL\n"N Parmar, A Vaswani…",A,2020,X,https://a.org/1',
      { authors: ['N Parmar', 'A Vaswani'], url: 'https://a.org/1' },
    ],
    [
      'with "et al."',
      'csv',
      'Authors,Title,Year,Source\n"Smith J.; Doe A.; et al.",A,2020,X',
      { authors: ['Smith J.', 'Doe A.'] },
    ],
    [
      'of EasyChair, with one keyword a line',
      'csv',
      '#,Authors,Title,Track,Decision,Keywords,Year,Venue\n' +
        '1,Ada One and Bo Two,A,Main,ACCEPT,"ink\ndeep pens",2020,X\n',
      { authors: ['Ada One', 'Bo Two'], keywords: ['ink', 'deep pens'], decision: 'ACCEPT', session: 'Main' },
    ],
    [
      'with a session in two lines',
      'csv',
      'Title,Authors,Session,Year,Venue\nA,Ada One,"Deep\nPens",2020,X',
      { session: 'Deep Pens' },
    ],
    [
      'with a keyword in two lines',
      'bibtex',
      '@article{a, title={A}, author={One, Ada}, journal={X}, year=2020, keywords={Large language\n   models}}',
      { keywords: ['Large language models'] },
    ],
    [
      'with a keyword in two lines',
      'xml',
      '<papers><paper><title>A</title><author>Ada One</author><venue>X</venue><year>2020</year>' +
        '<keywords>Large language\n   models</keywords></paper></papers>',
      { keywords: ['Large language models'] },
    ],
    [
      'with a conference and another name for the year',
      'csv',
      'Title,Authors,Conference,Publication Year\nA,Ada One,X,2020',
      { year: 2020, conference: 'X' },
    ],
    [
      'of Crossref, with entities that were written twice',
      'json',
      JSON.stringify([
        {
          title: ['Study of &lt;i&gt;E. coli&lt;/i&gt; &amp;amp; X'],
          'container-title': ['X'],
          DOI: 'www.doi.org/10.1%2Fa',
          issued: { 'date-parts': [[2020]] },
        },
      ]),
      { title: 'Study of E. coli & X' },
    ],
    [
      'of Crossref, with the DOI of an old article',
      'json',
      '[{"title":["A"],"container-title":["X"],"DOI":"10.1002/3.0.CO;2-#","issued":{"date-parts":[[2020]]}}]',
      { url: 'https://doi.org/10.1002/3.0.CO;2-%23' },
    ],
    [
      'of a preprint (CSL-JSON)',
      'json',
      JSON.stringify([{ type: 'article', title: 'A', publisher: 'bioRxiv', issued: { 'date-parts': [[2020]] } }]),
      { conference: 'bioRxiv' },
    ],
    [
      'of PubMed (CSV), with groups',
      'csv',
      'PMID,Title,Authors,Journal/Book,Publication Year\n1,A,"RECOVERY Group; Horby P, Lim WS; Other Group.",X,2020',
      { authors: ['RECOVERY Group', 'P Horby', 'WS Lim', 'Other Group'] },
    ],
    [
      'of Web of Science (Excel), with a group beside a person',
      'csv',
      `${wos},Authors,Group Authors\nJ,"One, Ada",A,X,pens,2020,"One, A",RECOVERY Group`,
      { authors: ['Ada One', 'RECOVERY Group'] },
    ],
    [
      'of Web of Science (Excel), with a group alone',
      'csv',
      `${wos},Authors,Group Authors\nJ,,A,X,pens,2020,,RECOVERY Group`,
      { authors: ['RECOVERY Group'] },
    ],
    ...['presenter', 'programmer', 'inventor'].map((creatorType): [string, PaperFormat, string, Partial<Paper>] => [
      `of Zotero (JSON), with a ${creatorType}`,
      'json',
      JSON.stringify([
        {
          ...{ itemType: 'x', title: 'A', date: '2020', meetingName: 'X' },
          creators: [
            { creatorType, firstName: 'Ada', lastName: 'One' },
            { creatorType: 'contributor', name: 'Bo Two' },
          ],
        },
      ]),
      { authors: ['Ada One'] },
    ]),
    [
      'of Lens (JSON)',
      'jsonl',
      JSON.stringify({
        lens_id: '1',
        title: 'A',
        authors: [{ display_name: 'Ada One' }],
        source: { title: 'Journal of Pens' },
        year_published: 2020,
        external_ids: [
          { type: 'pmid', value: '7' },
          { type: 'doi', value: '10.1234/a' },
        ],
      }),
      { conference: 'Journal of Pens', year: 2020, doi: '10.1234/a' },
    ],
  ])('%s', async (_, format, source, expected) => {
    const { papers, report } = await put(source, format);
    expect(report.rejected).toEqual([]);
    const { doi, ...fields } = expected;
    expect(papers[0]).toMatchObject(fields);
    if (doi !== undefined) expect(papers[0]?.url).toContain(doi);
  });

  it('of Zotero (JSON) has its items, but no attachments', async () => {
    const item = {
      itemType: 'conferencePaper',
      title: 'A',
      creators: [
        { creatorType: 'author', firstName: 'Ada', lastName: 'One' },
        { creatorType: 'editor', name: 'Bo Two' },
      ],
      abstractNote: 'Of pens.',
      proceedingsTitle: 'Proceedings of X',
      date: '2020-05',
      tags: [{ tag: 'pens' }],
    };
    const expected = {
      title: 'A',
      authors: ['Ada One'],
      abstract: 'Of pens.',
      conference: 'Proceedings of X',
      year: 2020,
      keywords: ['pens'],
    };
    const attachment = { itemType: 'attachment', title: 'PDF' };
    for (const list of [
      { config: {}, items: [item, attachment] },
      [
        { key: 'K', data: item },
        { key: 'L', data: attachment },
      ],
    ]) {
      const found = await json(list);
      expect(found.papers).toEqual([expect.objectContaining(expected)]);
      expect(reasons(found)).toEqual([expect.stringContaining('attachment')]);
    }
  });

  it('of Embase with a line for each field is refused', async () => {
    const found = await put('"TITLE","Effects"\n"AUTHOR NAMES","One A."\n"SOURCE","J. Pens"\n', 'csv', {
      name: 'embase2020.csv',
    });
    expect(found.papers).toEqual([]);
    expect(reasons(found)).toEqual(['The table has a column for each paper, not a row. Export it as RIS.']);
  });
});

describe('bytes', () => {
  const bytesOf = (text: string, escaped: string): Buffer =>
    Buffer.concat([Buffer.from(`title,year,venue\n${text}`), Buffer.from(escaped, 'hex'), Buffer.from(',2020,X\n')]);

  it.each([
    ['Windows-1251', 'c3ebf3e1eeeae8e5'],
    // "Wałęsa Miłosz" and "Šťastný".
    ['Windows-1250 of Poland', '5761b3ea7361204d69b36f737a'],
    ['Windows-1250 of the Czech Republic', '8a9d6173746efd'],
    ['GB 18030', 'c9eeb6c8d1a7cfb0b5c4d1d0bebf'],
    ['Shift JIS', '90 5b 91 77 8a 77 8f 4b 82 cc 8c a4'.replaceAll(' ', '')],
    ['EUC-KR', 'b1e8c1a4c0c720bfacb1b8'],
  ])('in %s are refused', async (_, hex) => {
    const found = await put(bytesOf('On ', hex), 'csv');
    expect(found.papers).toEqual([]);
    expect(reasons(found)).toEqual([expect.stringContaining('Save the list as UTF-8')]);
  });

  it('in Windows-1252 and broken UTF-8 are read', async () => {
    expect((await put(bytesOf('', 'c963756d65 64e967e96ee972e9 a9 e0'.replaceAll(' ', '')), 'csv')).papers).toEqual([
      expect.objectContaining({ title: 'Écumedégénéré©à' }),
    ]);
    const tests = Buffer.from('äöüÄÖÜß éèàç äöüß', 'latin1').toString('hex');
    expect((await put(bytesOf('', tests), 'csv')).papers).toMatchObject([{ title: 'äöüÄÖÜß éèàç äöüß' }]);
    const title = '5 cm³ of x³y and sp³d² for £5 (£m) ¿qué? O(n³log n)';
    const signs = Buffer.from(title, 'latin1').toString('hex');
    expect((await put(bytesOf('', signs), 'csv')).papers).toMatchObject([{ title }]);
    const { papers } = await put(bytesOf('Größe, Käse und Öl '.replace(',', ''), 'ff'), 'csv');
    expect(papers[0]?.title).toContain('Größe Käse und Öl');
  });
});

it('takes names of a list from CMT without stars and affiliations, and no year of a submission', async () => {
  const { papers, report } = await put(
    'Paper ID,Created,Paper Title,Abstract,Primary Contact Author Name,Authors,Author Names,Track Name,Status\n' +
      '7,1/2/2019,Pens,Ink,Ada One,"Ada One (Pens, Inc)*; Bo van Two (Ink)","One, Ada*; van Two, Bo",Main,Accept\n',
    'csv',
    { name: 'acl2020.csv' },
  );
  expect(papers).toMatchObject([
    {
      ...{ title: 'Pens', authors: ['Ada One', 'Bo van Two'], abstract: 'Ink', year: 2020, conference: 'ACL' },
      ...{ session: 'Main', decision: 'Accept', original_id: 7 },
    },
  ]);
  expect(report.shapes).toEqual({ CMT: 1 });
});
