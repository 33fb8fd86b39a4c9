import { describe, expect, it } from '@jest/globals';
import { readPapers } from '../../../workers/papers/ingest/read-papers.js';
import { longestRecord } from '../../../workers/papers/ingest/limits.js';
import { formatOf, type PaperFormat, type ReadRecord } from '../../../workers/papers/ingest/types.js';
import { inPieces } from '../../support/pieces.js';

async function read(source: string | Uint8Array, format: PaperFormat, size = 7): Promise<ReadRecord[]> {
  const found: ReadRecord[] = [];
  for await (const one of readPapers(inPieces(source, size), format, ''))
    found.push('reason' in one ? { ...one, reason: String(one.reason) } : one);
  return found;
}

const reject = (line: number, words: string): unknown => ({ line, reason: expect.stringContaining(words) as unknown });

describe.each([1, 7, 100_000])('in pieces of %i bytes', (size) => {
  it.each<[string, string, unknown[]]>([
    [
      'a list',
      '[\n {"a": "x,]}\\"{", "b": [1, {"c": 2}]},\n\n {"a": 2}\n]\n',
      [
        { line: 2, record: { a: 'x,]}"{', b: [1, { c: 2 }] } },
        { line: 4, record: { a: 2 } },
      ],
    ],
    [
      'one record',
      '\n{\n"a": {"papers": [1]},\n"x": "papers", "b": [2]}',
      [{ line: 2, record: { a: { papers: [1] }, x: 'papers', b: [2] } }],
    ],
    [
      'a record with the list papers',
      '{"about": [1, 2], "papers": [\n{"a": 1},\n{"papers": [2]}], "count": [2], "more": {}}',
      [
        { line: 2, record: { a: 1 } },
        { line: 3, record: { papers: [2] } },
      ],
    ],
    [
      'records one after the other',
      '{"a": 1}{"a": 2}\n{"a": 3},\n{"a": 4}',
      [
        { line: 1, record: { a: 1 } },
        { line: 1, record: { a: 2 } },
        { line: 2, record: { a: 3 } },
        { line: 3, record: { a: 4 } },
      ],
    ],
    [
      'bare values',
      '[1, "two,", null, [3]]',
      [
        { line: 1, record: 1 },
        { line: 1, record: 'two,' },
        { line: 1, record: null },
        { line: 1, record: [3] },
      ],
    ],
    ['nothing', ' \n ', []],
    ['an empty list', '[]', []],
    [
      'a broken element',
      '[{"a": 1}, {"a": nope}, {"a": 3}]',
      [{ line: 1, record: { a: 1 } }, reject(1, 'JSON cannot be read'), { line: 1, record: { a: 3 } }],
    ],
    ['a list that is cut off', '[{"a": 1},\n{"a": 2', [{ line: 1, record: { a: 1 } }, reject(2, 'is truncated')]],
    [
      'a quote that is never closed',
      '[{"a": 1},\n{"a: 2}, {"b": 3}]',
      [{ line: 1, record: { a: 1 } }, reject(2, 'is truncated')],
    ],
    ['brackets that close nothing', ']}', [reject(1, 'JSON cannot be read')]],
    ['something else', '<html>\n<p>', [reject(1, 'JSON cannot be read'), reject(2, 'JSON cannot be read')]],
  ])('JSON: %s', async (_, source, found) => expect(await read(source, 'json', size)).toEqual(found));

  it.each<[string, string, unknown[]]>([
    [
      'records, with a byte order mark, line ends of two kinds, blank lines',
      '\ufeff{"a": "ä🖊"}\r\n\r\n  \n{"a": 2}\n{"a": 3}',
      [
        { line: 1, record: { a: 'ä🖊' } },
        { line: 4, record: { a: 2 } },
        { line: 5, record: { a: 3 } },
      ],
    ],
    [
      'a broken line',
      '{"a": 1}\n{"a": \n{"a": 3}\n',
      [{ line: 1, record: { a: 1 } }, reject(2, 'JSON cannot be read'), { line: 3, record: { a: 3 } }],
    ],
  ])('JSON Lines: %s', async (_, source, found) => expect(await read(source, 'jsonl', size)).toEqual(found));

  it.each<[string, string, unknown[]]>([
    [
      'quotes, commas and line breaks in cells',
      '\ufeffTitle,Paper PDF-URL, YEAR ,\r\n"A ""B"", c\nd",x,2020,e\r\n\r\nB,,2021\r\n',
      [
        { line: 2, record: { title: 'A "B", c\nd', paper_pdf_url: 'x', year: '2020' } },
        { line: 5, record: { title: 'B', paper_pdf_url: '', year: '2021' } },
      ],
    ],
    [
      'line ends of Windows in cells',
      'title,year\r\n"A\r\nb",2020\r\n"C\r\nd",2021\r\nE,2022\r\n',
      [
        { line: 2, record: { title: 'A\nb', year: '2020' } },
        { line: 4, record: { title: 'C\nd', year: '2021' } },
        { line: 6, record: { title: 'E', year: '2022' } },
      ],
    ],
    [
      'semicolons',
      'title;authors;year\nA, b;"C; D";2020',
      [{ line: 2, record: { title: 'A, b', authors: 'C; D', year: '2020' } }],
    ],
    [
      'tabs',
      'title\tabstract\nA\t"quoted" start, not all',
      [{ line: 2, record: { title: 'A', abstract: '"quoted" start, not all' } }],
    ],
    [
      'a row with too many cells',
      'title,year\nA,2020\nB, c,2021\nD,2022\n',
      [
        { line: 2, record: { title: 'A', year: '2020' } },
        reject(3, 'The row has 3 cells'),
        { line: 4, record: { title: 'D', year: '2022' } },
      ],
    ],
    [
      'a quote that is never closed',
      'title,year\nA,2020\n"B,2021\nC,2022',
      [{ line: 2, record: { title: 'A', year: '2020' } }, reject(3, 'This row and all rows after it cannot be read')],
    ],
    ['no columns of a paper', 'name,price\nA,1', [reject(1, 'names no known column')]],
    ['nothing', '', []],
    ['a first line alone', 'title,year', []],
  ])('CSV: %s', async (_, source, found) => expect(await read(source, 'csv', size)).toEqual(found));
});

it('reads UTF-16 where a byte order mark says so', async () => {
  const big = Buffer.from('\ufefftitle\tyear\nÄ\t2020', 'utf16le').swap16();
  expect(await read(Buffer.from('\ufefftitle\tyear\nÄ\t2020', 'utf16le'), 'csv')).toEqual([
    { line: 2, record: { title: 'Ä', year: '2020' } },
  ]);
  expect(await read(big, 'csv')).toEqual([{ line: 2, record: { title: 'Ä', year: '2020' } }]);
});

it.each([1, 7, 65_536, 1_000_000])(
  'reads what spreadsheets save as Windows-1252, in pieces of %i bytes',
  async (size) => {
    const table = (filler: number): Buffer =>
      Buffer.from(`title;year\n${'A;2020\n'.repeat(filler)}\xc4pfel \x96 K\xf6ln;2021\n`, 'latin1');
    for (const filler of [0, 9_360, 9_361, 9_362, 9_363, 30_000]) {
      if (size === 1 && filler > 10_000) continue;
      const records = await read(table(filler), 'csv', size);
      expect(records.length).toBe(filler + 1);
      expect(records.at(-1)).toEqual({ line: filler + 2, record: { title: 'Äpfel – Köln', year: '2021' } });
    }
  },
);

it('keeps to UTF-8 where one byte is broken, and names the record', async () => {
  const [first, second] = await read(
    Buffer.concat([Buffer.from('{"title":"K'), Buffer.from([0xf6]), Buffer.from('ln"}\n{"title":"Köln"}')]),
    'jsonl',
    5,
  );
  expect([first, second]).toEqual([
    { line: 1, record: { title: 'K\ufffdln' } },
    { line: 2, record: { title: 'Köln' } },
  ]);
});

it.each(['json', 'jsonl', 'csv'] as const)('rejects a record as long as a film in %s', async (format) => {
  async function* film(): AsyncGenerator<string> {
    yield { json: '[{"title": "', jsonl: '{"title": "', csv: 'title\n"' }[format];
    for (let at = 0; at < 10; at++) yield 'x'.repeat(longestRecord / 8);
    if (format === 'jsonl') yield '"}\n{"a": 1}\n';
  }
  const found: ReadRecord[] = [];
  for await (const one of readPapers(film(), format, '')) found.push(one);
  expect(found[0]).toHaveProperty('reason');
  expect(found.slice(1)).toEqual(format === 'jsonl' ? [{ line: 2, record: { a: 1 } }] : []);
});

it('throws what its source throws', async () => {
  for (const format of ['json', 'jsonl', 'csv'] as const) {
    async function* broken(): AsyncGenerator<string> {
      yield 'title\n';
      throw new Error('the stick was pulled');
    }
    await expect(
      (async () => {
        for await (const _ of readPapers(broken(), format, '')) continue;
      })(),
    ).rejects.toThrow('the stick was pulled');
  }
});

it('tells formats by name', () => {
  expect(['a.JSON', 'a.jsonl', 'b.ndjson', 'c.csv', 'd.tsv', 'e.txt', 'e.nbib', 'e.pdf', 'json'].map(formatOf)).toEqual(
    ['json', 'jsonl', 'jsonl', 'csv', 'csv', 'tagged', 'tagged', undefined, undefined],
  );
});
