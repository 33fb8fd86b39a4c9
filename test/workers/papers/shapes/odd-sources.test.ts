/** Sources that are broken, wrapped or called something else, and records that lean on others. */
import { expect, it } from '@jest/globals';
import { growthOf } from '../../../support/linear.js';
import { json, put, reasons } from '../put.js';

it('takes our own records word for word, LaTeX and all', async () => {
  const own = {
    title: '$\\alpha$ {A}',
    abstract: '<p>a &amp; b</p>',
    authors: ['One, Ada'],
    year: 2020,
    conference: 'ACL',
  };
  const { papers } = await json({ papers: [own] });
  expect(papers[0]).toMatchObject(own);
});

it('names a wrapper that it does not know with its keys', async () => {
  expect(reasons(await json({ stuff: [{ title: 'A' }], about: 1 }))).toEqual([
    'This is neither a paper nor a known list of papers: it has the keys stuff, about.',
  ]);
  const long = { stuff: Array.from({ length: 90_000 }, (_, n) => ({ title: 'x'.repeat(100), n })), about: 1 };
  expect(reasons(await json(long))[0]).toContain('it has the keys stuff');
});

it('takes papers by their ids, a page of answers a line, and one answer alone', async () => {
  const paper = (title: string): object => ({ title, authors: ['A'], conference: 'ACL', year: 2020 });
  expect((await json({ 'a-1': paper('A'), 'a-2': paper('B') })).papers.map(({ title }) => title)).toEqual(['A', 'B']);
  const lines = [
    { data: [{ paperId: '1', title: 'A', venue: 'X', year: 2020 }] },
    { data: [{ paperId: '2', title: 'B', venue: 'X', year: 2020 }] },
  ];
  expect((await put(lines.map((one) => JSON.stringify(one)).join('\n'), 'jsonl')).papers).toHaveLength(2);
  expect(
    (await json({ message: { DOI: '1', title: ['C'], issued: { 'date-parts': [[2020]] }, event: { name: 'X' } } }))
      .papers,
  ).toHaveLength(1);
});

it('takes numbers that JSON has not, and tables by columns, as pandas writes them', async () => {
  const nan = '[{"title":"A \\"NaN\\"","year":2020.0,"conference":"X","abstract":NaN,"award":-Infinity},{"title":NaN}]';
  const { papers, report } = await put(nan, 'json');
  expect(papers).toEqual([expect.objectContaining({ title: 'A "NaN"', year: 2020, abstract: '' })]);
  expect(report.rejected).toEqual([expect.objectContaining({ line: 1 })]);
  expect((await put('{"title":"A","year":NaN}\n{"title":oops}', 'jsonl')).report.rejected_count).toBe(2);
  const titles = async (table: object) =>
    (await json(table)).papers.map(({ title, year, authors }) => `${title} ${authors.join()} ${year}`);
  const expected = ['A Ada One 2015', 'B Bo Two 2016'];
  const columns = { title: { 0: 'A', 5: 'B' }, year: { 0: 2015, 5: 2016 }, conference: { 0: 'X', 5: 'X' } };
  expect(await titles({ ...columns, authors: { 0: ['Ada One'], 5: 'Bo Two' } })).toEqual(expected);
  const lists = { title: ['A', 'B'], year: [2015, 2016], conference: ['X', 'X'], authors: ['Ada One', ['Bo Two']] };
  expect(await titles(lists)).toEqual(expected);
  const data = ['A', 'B'].map((_, row) => Object.values(lists).map((column) => column[row]));
  expect(await titles({ columns: Object.keys(lists), index: [0, 1], data })).toEqual(expected);
});

it('says of a review that it is no paper', async () => {
  const notes = [{ id: 'r', forum: 'n', replyto: 'n', content: { title: 'Review', review: 'Good.' } }];
  expect(reasons(await json({ notes }))).toEqual(['This is not a paper but a reply to one (a review or a comment).']);
});

it('names the journal of a macro of astronomers, and the year in which a preprint was posted', async () => {
  const bib =
    '@article{a, title={A}, author={B}, journal={\\apj}, year=2020}\n' +
    '@article{c, title={C}, author={B}, journal={\\x}, year=2020}';
  expect((await put(bib, 'bibtex')).papers.map(({ conference }) => conference)).toEqual([
    'The Astrophysical Journal',
    '\\x',
  ]);
  const posted = { DOI: '1', type: 'posted-content', title: ['A'], posted: { 'date-parts': [[2020]] } };
  const { papers } = await json({ message: { items: [{ ...posted, institution: [{ name: 'bioRxiv' }] }] } });
  expect(papers).toEqual([expect.objectContaining({ conference: 'bioRxiv', year: 2020 })]);
});

it('takes the collaboration of BibTeX as an author, beside the others or alone', async () => {
  const entry = (fields: string): string => `@article{a, title={A}, journal={J}, year=2020, ${fields}}\n`;
  const { papers } = await put(
    entry('author="One, Ada and others", collaboration="PEN"') +
      entry('collaboration="PEN, INK"') +
      entry('author={{PEN Collaboration}}, collaboration={PEN Collaboration}'),
    'bibtex',
  );
  expect(papers.map(({ authors }) => authors)).toEqual([['Ada One', 'PEN'], ['PEN', 'INK'], ['PEN Collaboration']]);
});

it.each([
  ['author={{The ATLAS Collaboration}}, collaboration={ATLAS Collaboration}', ['The ATLAS Collaboration']],
  ['author={One, Ada and {ATLAS Collaboration}}, collaboration={ATLAS}', ['Ada One', 'ATLAS Collaboration']],
  ['author={One, Ada}, collaboration={(PEN Collaboration)}', ['Ada One', 'PEN Collaboration']],
  ['collaboration={PEN Collaboration and INK Collaboration}', ['PEN Collaboration', 'INK Collaboration']],
  ['editor={One, Ada}, collaboration={PEN}', ['PEN']],
  ['editor={One, Ada}', ['Ada One']],
])('takes a collaboration once: %s', async (fields, authors) => {
  const { papers } = await put(`@article{a, title={A}, journal={J}, year=2020, ${fields}}\n`, 'bibtex');
  expect(papers).toEqual([expect.objectContaining({ authors })]);
});

it('goes on behind a broken entry of a .bib file', async () => {
  const { papers, report } = await put(
    '@article{a,\n title = {never closed,\n year = 2020\n\n@article{b c, title={B}, author={A},' +
      ' journal={J}, year={2020}\n}\n',
    'bibtex',
  );
  expect(papers.map(({ title }) => title)).toEqual(['B']);
  expect(report.rejected).toEqual([expect.objectContaining({ line: 1 })]);
});

it('gives an entry what it inherits from others, before or after it', async () => {
  const conf = 'booktitle={Pens Conf}, date={2018-04-01}';
  const { papers, report } = await put(
    '@inproceedings{a, title={A}, author={Ada One}, crossref={Proc18}}\n' +
      '@inproceedings{b, title={B}, author={Ada One}, xdata={conf, more}}\n' +
      `@xdata{more, xdata={more}, keywords={k}}\n@xdata{conf, ${conf}}\n` +
      '@proceedings{proc18, editor={Ed Itor}, title={Proc. of Pens}, year={2018}, isbn={1}}\n' +
      '@proceedings{alone, editor={Ed Itor}, title={Proc. of Ink}, booktitle={Ink}, year={2019}}\n' +
      '@book{whole, author={Bo Two}, title={A Book}, series={Books}, year={2001}}\n' +
      '@incollection{part, author={Cy Three}, title={A Part}, crossref={whole}}\n' +
      '@article{c, title={C}, author={A}, journal={J}, year={2020}, crossref={nowhere}}\n',
    'bibtex',
  );
  expect(report.rejected_kinds).toEqual([]);
  expect(report.unknown_keys).toEqual(['crossref']);
  expect(papers.map(({ title, year, conference }) => `${title}, ${conference} ${year}`)).toEqual([
    'A Book, Books 2001',
    'A, Proc. of Pens 2018',
    'B, Pens Conf 2018',
    'Proc. of Ink, Ink 2019',
    'A Part, A Book 2001',
    'C, J 2020',
  ]);
  expect(papers.map(({ keywords }) => keywords)).toContainEqual(['k']);
});

it('reads UTF-16 without a mark, and says of a .bib file without entries with what it begins', async () => {
  const entry = '@article{a, title={Jürgen}, author={A}, journal={J}, year={2020}}\n';
  const little = Buffer.from(entry, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${entry}`, 'utf16le')]) {
    const { papers } = await put(bytes, 'bibtex');
    expect(papers.map(({ title }) => title)).toEqual(['Jürgen']);
  }
  expect(reasons(await put('\n Please read\nme.', 'bibtex'))).toEqual([
    'These lines contain no paper in a known format: the first line is “Please read”.',
  ]);
  expect((await put('% Encoding: UTF-8\n\n@Comment{jabref-meta: databaseType:bibtex;}\n', 'bibtex')).report.read).toBe(
    0,
  );
});

it('takes a RIS record whose type comes late, without a type, and what Ovid writes after the end', async () => {
  const { papers, report } = await put(
    'DB  - Lib\nTI  - A\nTY  - JOUR\nJO  - J\nPY  - 2020\nER  - \n\n' +
      'TI  - B\nAU  - One, Ada\nJO  - J\nPY  - 2020\nER  - \n' +
      '1.\nTY  - JOUR\nT1  - C\nJF  - J\nY1  - 2020//\nER  -\nNL  - J\n\nLink to the Ovid Full Text: https://x.org\n',
    'tagged',
  );
  expect(report.rejected_kinds).toEqual([]);
  expect(papers.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
});

it.each([
  ['TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nKW  - ', 'ER  - \n'],
  ['%0 Journal Article\n%T A\n%J J\n%D 2020\n%K ', '\n'],
])('joins a long keyword, whose rest is indented, and splits keywords by lines: %j', async (before, end) => {
  const { papers } = await put(`${before}ink of\n      two colours\npens\n${end}`, 'tagged');
  expect(papers[0]?.keywords).toEqual(['ink of two colours', 'pens']);
  const { papers: listed } = await put(`${before}\n      ink\n${end}`, 'tagged');
  expect(listed[0]?.keywords).toEqual(['ink']);
});

it('keeps an address in RIS above an indented one or a text, and a PDF whose address has no ending', async () => {
  const ris = (lines: string): string => `TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\n${lines}\nER  - \n`;
  const { papers } = await put(ris('UR  - https://a.example.org\n      Full text'), 'tagged');
  expect(papers[0]?.url).toBe('https://a.example.org');
  const { papers: others } = await put(ris('L2  - https://arxiv.org/pdf/1706.03762'), 'tagged');
  expect(others[0]?.paper_pdf_url).toBe('https://arxiv.org/pdf/1706.03762');
});

it('takes DOIs, addresses and tildes as Mendeley escapes them, keywords of Scopus, and names of DBLP', async () => {
  const { papers } = await put(
    String.raw`@article{a, title = {5{\~{}}K pens}, journal = {J}, year = 2020, author = {Wei Wang 0001 and Bo Two},
      doi = {10.1007/978-3-319-24574-4{\_}28}, keywords = {Index; Terms}, author_keywords = {ink},
      url = {http://arxiv.org/abs/1505.04597 https://example.org/{~}ada/a{\_}b{\%}20c}}
      @article{b, title = {B}, journal = {J}, year = 2020, url = {https://example.org/{\~{}}ada},
      doi = {10.1002/(SICI)1097{\textless}1::AID-X{\textgreater}3.0.CO;2-1}}`,
    'bibtex',
  );
  expect(papers).toMatchObject([
    {
      ...{ title: '5~K pens', authors: ['Wei Wang', 'Bo Two'], keywords: ['ink'] },
      ...{ doi: '10.1007/978-3-319-24574-4_28', url: 'http://arxiv.org/abs/1505.04597' },
    },
    { url: 'https://example.org/~ada', doi: '10.1002/(SICI)1097<1::AID-X>3.0.CO;2-1' },
  ]);
});

it.each(['bibtex', 'json'] as const)(
  'takes BibTeX of Semantic Scholar, whose types are a list, as %s',
  async (format) => {
    const bib = `@['JournalArticle', 'Conference']{Ab2020A,
 author = {Ada One and Bo Two}, booktitle = {Pens}, title = {A}, year = {2020}\n}
@['Review']{Ab2020B,\n author = {Ada One}, title = {B}, year = {2020}\n}\n`;
    const { papers } = await put(bib, format);
    expect(papers).toMatchObject([
      { title: 'A', authors: ['Ada One', 'Bo Two'], conference: 'Pens' },
      { title: 'B', conference: 'Journal article' },
    ]);
  },
);

it('takes an indented address in RIS for one of its own, and long blanks in an address in linear time', async () => {
  const ris = 'TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nUR  - https://a.example.org\n      https://b.example.org\n';
  expect((await put(ris, 'tagged')).papers[0]).toMatchObject({
    ...{ url: 'https://a.example.org', links: 'other https://b.example.org' },
  });
  const blanks = (count: number) =>
    put(`@article{a, title={A}, journal={J}, year=2020, url={https://a.org${' '.repeat(count)}x}}`, 'bibtex');
  expect(await growthOf(blanks, 20_000)).toBe('linear');
});

it('takes a link to the text in RIS for a PDF only if it is one', async () => {
  const ris = (link: string) => `TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nL2  - ${link}\nER  - \n`;
  const [page] = (await put(ris('https://dx.doi.org/10.1000/x'), 'tagged')).papers;
  expect([page?.url, page?.paper_pdf_url]).toEqual(['https://dx.doi.org/10.1000/x', undefined]);
  const [pdf] = (await put(ris('https://example.org/x.pdf'), 'tagged')).papers;
  expect(pdf?.paper_pdf_url).toBe('https://example.org/x.pdf');
});

it('takes XML whose attributes have the names of own keys', async () => {
  const { papers } = await put(
    `<?xml version="1.0"?><collection id="2020.acl"><volume id="main"><meta><booktitle>Pens</booktitle><year>2020</year>
    </meta><paper id="1" tag="x" volume="7"><title>A</title></paper></volume></collection>`,
    'xml',
  );
  expect(papers).toMatchObject([{ title: 'A', year: 2020, conference: 'Pens', original_id: '2020.acl-main.1' }]);
});

it('takes a record of JSON-LD for no BibTeX', async () => {
  const record = { '@type': 'Article', title: 'A', author: [{ name: 'Ada One' }, { name: 'Bo Two' }] };
  const { papers } = await json([{ ...record, date: '2020', journal: 'J' }]);
  expect(papers[0]?.authors).toEqual(['Ada One', 'Bo Two']);
});

it.each(['entry', 'PubmedArticle', 'record'])('reads no %s that is nested without an end', async (tag) => {
  const deep = `<?xml version="1.0"?><all><${tag}>${'<a>x'.repeat(30_000)}`;
  expect(reasons(await put(deep, 'xml'))).toEqual([
    'The XML is nested deeper than 64 elements. The rest was not read.',
  ]);
});

it('takes time that grows as the number of lines, of elements, and of letters', async () => {
  const lines = (count: number) =>
    put(`TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nAB  - x\n${'ab\n'.repeat(count)}ER  - \n`, 'tagged');
  expect((await lines(100_000)).papers[0]?.abstract).toHaveLength(1 + 3 * 100_000);
  expect(await growthOf(lines, 100_000)).toBe('linear');
  const elements = (count: number) =>
    put(`<?xml version="1.0"?><xml><record>${'<a/>'.repeat(count)}</record></xml>`, 'xml');
  expect(await growthOf(elements, 30_000)).toBe('linear');
  const letters = (count: number) => put('x'.repeat(count), 'tagged');
  expect(reasons(await letters(3_000_000))).toHaveLength(1);
  expect(await growthOf(letters, 3_000_000)).toBe('linear');
});

it('reads a table that is called a text', async () => {
  const { papers } = await put('Title;Authors;Year;Conference\nA;B C;2020;ICML\n', 'tagged');
  expect(papers.map(({ title }) => title)).toEqual(['A']);
});

it('tells lines with tags by what is in them, and says of others with what they begin', async () => {
  const nbib = 'PMID- 1\nTI  - Pens.\nJT  - Pens J\nDP  - 2020\n';
  for (const format of ['json', 'csv', 'xml'] as const)
    expect((await put(nbib, format)).papers.map(({ title }) => title)).toEqual(['Pens']);
  expect(reasons(await put('\n Please read\nme.', 'tagged'))).toEqual([
    'These lines contain no paper in a known format: the first line is “Please read”.',
  ]);
  expect((await put('\n\n', 'tagged')).report.rejected).toEqual([]);
  // This publisher writes a sentence before the list.
  expect(
    (await put('Provider: Pens\n\nTY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nER  - \n', 'tagged')).papers,
  ).toHaveLength(1);
});

it('says of XML without papers what it has, and of a file that is cut off where', async () => {
  expect(reasons(await put('<?xml version="1.0"?><html><body/></html>', 'xml'))[0]).toContain('html, body');
  expect(reasons(await put('<feed><entry><title>A</title>', 'xml'))[0]).toContain('is truncated');
});
