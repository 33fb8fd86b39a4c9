/** What goes out as BibTeX, RIS and CSV comes in again as it was, and other readers get what they expect. */
import { describe, expect, it } from '@jest/globals';
import { notations } from '../../../workers/papers/export/export-papers.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import bibtexFile from '@citation-js/plugin-bibtex/lib/input/file.js';
import type { Paper } from '../../../workers/papers/types.js';
import { put } from './put.js';
import { written } from './written.js';

const paper = (more: Partial<Paper> = {}): Paper => ({
  uid: 'u1',
  title: 'On pens',
  authors: ['Ada Lovelace'],
  abstract: 'Ink.',
  year: 2020,
  conference: 'EMNLP',
  session: 'Monday',
  poster_position: '',
  ...more,
});

/** Whatever a notation may take for its own. */
const odd = paper({
  uid: 'odd',
  title: '50 % of {all} R&D costs $5_000: a #1 study of ~x^2 \\alpha and “Größe” <b>bold</b> in BERT',
  authors: [
    'Ada Lovelace',
    'Ludwig van Beethoven',
    'Xi Chen',
    'Martin Luther King Jr.',
    'Plato',
    'Łukasz Kaiser',
    '李 明',
  ],
  abstract: 'A "quoted" word, `code`, two -- dashes; a\ttab.\nTY  - CONF\nER  - \n@article{x, title={y}}\n=SUM(1)',
  conference: 'R&D {Conf}',
  keywords: ['a_b', 'c & d'],
  doi: '10.18653/v1/2020.emnlp-main.1_(x)<1>',
  url: 'https://example.org/~ada/a_b?c=d&e=%20f#g',
  paper_pdf_url: 'https://example.org/a_b.pdf',
  links: 'code https://github.com/a_b/c~d; video https://example.org/v?x=1&y=2',
});

async function readBack(text: string, format: PaperFormat): Promise<Paper[]> {
  const { papers, report } = await put(text, format);
  expect(report.rejected).toEqual([]);
  return papers;
}

/** Blanks of any kind are one blank in these notations. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const told = ({
  title,
  authors,
  year,
  conference,
  doi,
  url,
  paper_pdf_url: pdf,
  links,
  keywords,
  abstract,
}: Paper) => ({
  ...{ title, authors, year, conference, doi, url, pdf, links, keywords },
  abstract: inOneLine(abstract),
});

const others = [
  odd,
  paper({ title: '=1+1', authors: ['@ada', '-x y'], url: 'https://a.b/c' }),
  paper({ title: 'No authors', authors: [], conference: 'Journal of Pens', doi: '10.1000/1', abstract: '' }),
  paper({ title: 'A preprint', conference: 'arXiv', year: 1999 }),
];

describe('a DOI', () => {
  const doi = '10.1145/1234.5';
  it.each([
    ['bibtex', `doi = {${doi}}`],
    ['ris', `DO  - ${doi}\r\n`],
    ['csl', `"DOI": "${doi}"`],
    ['markdown', `](<https://doi.org/${doi}>)`],
  ] as const)('goes out as %s without its resolver, and only if it is one', async (format, told) => {
    for (const given of [
      doi,
      `https://doi.org/${doi}`,
      `http://dx.doi.org/${doi}`,
      `doi:${doi}`,
      `https://dl.acm.org/doi/abs/${doi}`,
    ])
      expect(await written(format, [{ paper: paper({ doi: given }) }])).toContain(told);
    expect(await written(format, [{ paper: paper({ doi: '-' }) }])).not.toMatch(/doi|DO  -/i);
  });
});

describe('what comes in again', () => {
  it.each([
    ['bibtex', 'bibtex'],
    ['ris', 'tagged'],
  ] as const)('by %s is what went out', async (format, readAs) => {
    // The readers make text of HTML, which publishers write into titles; that of RIS also of LaTeX.
    const markup = format === 'ris' ? /\\alpha|<.?b>/g : /<.?b>/g;
    const one = { ...odd, title: odd.title.replace(markup, '') };
    const back = await readBack(await written(format, [{ paper: one, note: 'Mine.' }]), readAs);
    expect(back.map(told)).toEqual([{ ...told(one), title: inOneLine(one.title) }]);
    const more = others.slice(2);
    const again = await readBack(
      await written(
        format,
        more.map((one) => ({ paper: one })),
      ),
      readAs,
    );
    const names = (one: Paper) => [one.title, one.authors, one.year, one.conference, one.doi];
    expect(again.map(names)).toEqual(more.map(names));
  });

  it('by CSV is the very paper with all that it has', async () => {
    const text = await written(
      'csv',
      others.map((one) => ({ paper: { ...one, uid: one.title }, note: '- a "note",\n=x' })),
    );
    expect(await readBack(text, 'csv')).toEqual(others.map((one) => ({ ...one, uid: one.title })));
  });

  it.each([[['Smith and Sons']], [['Smith and Sons', 'Ada Lovelace']], [['Ada Lovelace']]])(
    'by CSV has the authors that went out: %s',
    async (authors) => {
      const [back] = await readBack(await written('csv', [{ paper: paper({ authors }) }]), 'csv');
      expect(back?.authors).toHaveLength(authors.length);
      expect(back?.authors.at(-1)).toBe(authors.at(-1));
    },
  );
});

describe('CSL-JSON', () => {
  it('is a list of items that come in again, and an empty list without papers', async () => {
    const one = { ...odd, title: 'On pens & "ink"', abstract: 'Ink.' };
    const all = [one, ...others.slice(2), paper({ authors: ['Smith and Sons'] })];
    const text = await written(
      'csl',
      all.map((each) => ({ paper: each, note: 'Mine.' })),
    );
    const items = JSON.parse(text) as { type: string; id: string; author: object[] }[];
    expect(items.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'paper-conference lovelace2020pens',
      'article-journal anonymous2020no',
      'article lovelace1999preprint',
      'paper-conference andsons2020pens',
    ]);
    expect(items[0]).toMatchObject({ DOI: odd.doi, issued: { 'date-parts': [[2020]] }, note: 'Mine.' });
    expect(items[0]?.author[3]).toEqual({ family: 'King', given: 'Martin Luther', suffix: 'Jr.' });
    const names = ({ authors, year, conference, doi }: Paper) => [authors, year, conference, doi];
    expect((await readBack(text, 'json')).map(names)).toEqual(all.map(names));
    expect(JSON.parse(await written('csl', []))).toEqual([]);
  });
});

describe('BibTeX', () => {
  it('has entries that parse one by one, of their type, each with a key of its own', async () => {
    const twice = paper({ title: 'On pens again', uid: 'u2' });
    const own = paper({ original_id: 'Devlin-etal-2020-BERT' });
    const id = paper({ original_id: 'main.12', authors: ['Jörg Groß-Müller'] });
    const all = [...others, paper(), paper({ title: 'The pens of On' }), twice, twice, own, own, id];
    const entries = bibtexFile.parse(
      await written(
        'bibtex',
        all.map((one) => ({ paper: one })),
      ),
    );
    expect(entries.map(({ type }) => type).slice(0, 4)).toEqual(['inproceedings', 'inproceedings', 'article', 'misc']);
    const keys = entries.map(({ label }) => label);
    expect(keys.slice(4)).toEqual([
      'lovelace2020pens',
      'lovelace2020pens-2',
      'lovelace2020pens-3',
      'lovelace2020pens-4',
      'Devlin-etal-2020-BERT',
      'Devlin-etal-2020-BERT-2',
      'grossmuller2020pens',
    ]);
    expect(new Set(keys).size).toBe(all.length);
    expect(keys.every((key) => /^[\w.:/+-]+$/.test(key))).toBe(true);
  });

  it('counts no brace wrongly, and keeps capitals from styles that write titles small', async () => {
    const text = await written('bibtex', [{ paper: odd, note: 'a } b { c\n\n@misc{z,' }]);
    expect(text.match(/^@\w+\{/gm)).toHaveLength(1);
    expect(text.split('{').length).toBe(text.split('}').length);
    expect(text).toContain('{BERT}');
    expect(text).toContain(
      'author = {Lovelace, Ada and van Beethoven, Ludwig and Chen, Xi and King, Jr., Martin Luther',
    );
    expect(text).toContain('Größe');
  });
});

describe('RIS', () => {
  it('has one tag a line, CRLF behind each, from TY to ER', async () => {
    const text = await written('ris', [{ paper: odd, note: 'one\ntwo\nER  - ' }, { paper: others[2] as Paper }]);
    const lines = text.split('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(lines.filter((line) => line !== '').every((line) => /^[A-Z][A-Z0-9] {2}- /.test(line))).toBe(true);
    expect(lines.filter((line) => line.startsWith('TY'))).toEqual(['TY  - CONF', 'TY  - JOUR']);
    expect(lines.filter((line) => line.startsWith('ER'))).toHaveLength(2);
    expect(lines).toEqual(expect.arrayContaining(['AU  - King, Martin Luther, Jr.', 'N1  - two', 'PY  - 2020']));
  });
});

describe('CSV', () => {
  it('has no cell that a spreadsheet would reckon with, and its mark in front', async () => {
    const text = await written('csv', [{ paper: others[1] as Paper, note: '+49 30, "x"' }]);
    expect(text.startsWith('\ufeffuid,original_id,title')).toBe(true);
    expect(text).toContain(",'=1+1,");
    expect(text).toContain(`"'+49 30, ""x""",`);
    expect(text.split(/,|\r\n/).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });

  it('has no formula where Excel of another language begins a cell, and comes in again', async () => {
    const one = paper({
      title: "x;=cmd|'/C calc'!A0;y",
      abstract: 'a, b\n=SUM(1)\t@c;"-d";\'+e',
      session: "'=1;''=2",
    });
    const text = await written('csv', [{ paper: one, note: 'x\n- y' }]);
    expect(text.split(/[;\t\r\n]/).filter((cell) => /^"*[=+\-@]/.test(cell))).toEqual([]);
    expect(await readBack(text, 'csv')).toEqual([one]);
  });
});

describe('Markdown', () => {
  it('has nothing of a paper as markup', async () => {
    const text = await written('markdown', [{ paper: odd, note: '# mine\n1. first\n- second' }]);
    expect(text).toContain('## 50 % of {all} R\\&D costs \\$5\\_000: a #1 study');
    expect(text).toContain('\\<b\\>bold\\</b\\>');
    expect(text).toContain('> \\# mine\\\n> 1\\. first\\\n> \\- second\n');
    expect(text).toContain('[code](<https://github.com/a_b/c~d>)');
    const old = await written('markdown', [{ paper: paper({ doi: '10.1000/3.0.CO;2-#' }) }]);
    expect(old).toContain('(<https://doi.org/10.1000/3.0.CO;2-%23>)');
    const bad = await written('markdown', [{ paper: paper({ url: 'javascript:alert(1)', paper_pdf_url: 'x' }) }]);
    expect(bad).not.toContain('](');
  });

  it('has the year once, and one full stop after initials', async () => {
    const text = await written('markdown', [{ paper: paper({ authors: ['Lovelace A.'], conference: 'EMNLP 2020' }) }]);
    expect(text).toContain('\nLovelace A. *EMNLP 2020*\n');
  });
});

it('each notation says what it is', () => {
  expect(Object.values(notations).map(({ ending, type }) => [ending, type.split(';')[0]])).toEqual([
    ['bib', 'application/x-bibtex'],
    ['ris', 'application/x-research-info-systems'],
    ['json', 'application/vnd.citationstyles.csl+json'],
    ['md', 'text/markdown'],
    ['csv', 'text/csv'],
  ]);
});
