/** Limits of a source, a record and a field: each rejects with a sentence, and costs no other record. */
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as limits from '../../../workers/papers/ingest/limits.js';
import { readRecord } from '../../../workers/papers/ingest/read-record.js';
import { readSource } from '../../../workers/papers/ingest/read-source.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { growthOf, processorTime } from '../../support/linear.js';
import { zipOf } from '../../support/zip.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

async function put(source: string | Buffer, format: PaperFormat): Promise<{ papers: Paper[]; reasons: string[] }> {
  const papers: Paper[] = [];
  const reasons: string[] = [];
  for await (const found of readSource(Readable.from([Buffer.from(source as string)]), { format }, folder))
    if ('paper' in found) papers.push(found.paper);
    else reasons.push(`${found.line}: ${String(found.reason)}`);
  return { papers, reasons };
}

const paper = (more: object = {}): object => ({ title: 'T', year: 2020, conference: 'C', ...more });
const lines = (...records: unknown[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('a record', () => {
  const { longest, mostAuthors, mostFields, mostValues, deepestRecord } = limits;
  const x = (length: number): string => 'x'.repeat(length);

  it.each([
    ['title', { title: x(longest.title + 1) }, `title has 10001 characters; the limit is 10000.`],
    ['abstract', { abstract: x(longest.abstract + 1) }, 'abstract has 1000001 characters; the limit is 1000000.'],
    ['links', { links: 'a '.repeat(40_000) }, 'links has 80000 characters; the limit is 20000.'],
    ['url', { url: x(longest.other + 1) }, 'url has 20001 characters; the limit is 20000.'],
    ['keywords', { keywords: Array(2000).fill(x(60)) }, 'keywords has 124000 characters; the limit is 100000.'],
    ['authors', { authors: Array(1001).fill(x(1000)) }, 'authors has 1003002 characters; the limit is 1000000.'],
    ['so many authors', { authors: Array(20_001).fill('A B') }, 'authors has 20001 entries; the limit is 20000.'],
    ['two fields', { session: x(20_001), uid: x(501) }, /uid has 501 characters; the limit is 500; session has 20001/],
    [
      'fields',
      Object.fromEntries(Array.from({ length: mostFields }, (_, n) => [`k${n}`, n])),
      `The record has ${mostFields + 3} fields; the limit is 1000.`,
    ],
    ['values', { list: Array(mostValues).fill(1) }, 'more than 1000000 values'],
    ['levels', { list: JSON.parse('['.repeat(deepestRecord) + ']'.repeat(deepestRecord)) as unknown }, '64 levels'],
  ])('with too long or too many %s costs no other', async (_, more, reason) => {
    const { papers, reasons } = await put(lines(paper(), paper(more), paper({ title: 'U' })), 'jsonl');
    expect(papers.map(({ title }) => title)).toEqual(['T', 'U']);
    expect(reasons).toEqual([expect.stringMatching(/^2: /)]);
    expect(reasons[0]).toEqual(
      typeof reason === 'string' ? expect.stringContaining(reason) : expect.stringMatching(reason),
    );
  });

  it('may have thousands of authors and a long abstract', async () => {
    const authors = Array.from({ length: 15_025 }, (_, n) => `Ada Marie Lovelace-${n}`);
    expect(authors.length).toBeLessThan(mostAuthors);
    const { papers, reasons } = await put(lines(paper({ authors, abstract: 'A word. '.repeat(10_000) })), 'jsonl');
    expect(reasons).toEqual([]);
    expect(papers[0]?.authors).toEqual(authors);
  });

  it('whose reading fails is one reject', () => {
    const broken = Object.defineProperty(paper({ authors: [] }), 'abstract', {
      enumerable: true,
      get: () => {
        throw new Error('something unforeseen');
      },
    });
    const result = readRecord(broken, { given: {}, byName: {} });
    expect('reason' in result && String(result.reason)).toBe('The record cannot be read: something unforeseen.');
  });

  it('loses the accents of a letter beyond thirty, and says so', async () => {
    const some = paper({ title: `e${'\u0301'.repeat(30)}`, original_id: 1 });
    const many = paper({ title: `e${'\u0301\u0316'.repeat(50_000)}f`, original_id: 2 });
    const { papers, reasons } = await put(lines(some, many), 'jsonl');
    expect(reasons).toEqual([]);
    expect(papers.map(({ title }) => title.normalize('NFD').length)).toEqual([31, 32]);
  });
});

it('the documentation has the same limits', () => {
  const page = readFileSync(new URL('../../../docs/papers.md', import.meta.url), 'utf8');
  const [, table = ''] = /### Limits\n(.*?)\n###? /s.exec(page) ?? [];
  const { longest, longestRecord, alwaysUnpacked, mostDefinitions, ...others } = limits;
  const numbers = [...Object.values(longest), ...Object.values(others).filter((one) => typeof one === 'number')];
  expect(numbers.length).toBeGreaterThan(12);
  for (const number of numbers) expect(table).toContain(`${number.toLocaleString('en')} `);
  expect(table).toContain(`${longestRecord / 1024 ** 2} million characters`);
  expect(table).toContain(`${mostDefinitions / 1024 ** 2} million together`);
  expect(table).toContain(`${alwaysUnpacked / 1024 ** 2} MB`);
});

describe('definitions in BibTeX', () => {
  const entry = (n: number, journal: string): string =>
    `@article{k${n}, title = {Title ${n}}, author = {A B}, journal = ${journal}, year = 2020}\n`;

  it('are resolved once, in their order, with others in them', async () => {
    const { papers, reasons } = await put(
      '@string{j = "Journal"}\n@string(of = j # { of } # "{"}Pens")\n@STRING{y = 2021}\n' +
        '@article{a, title = "On " # j, journal = OF # " " # jan, % = j\n year = y}\n' +
        '@article{b, title = {j = of # y}, journal = later, booktitle = {B}, year = 2020}\n@string{later = {L}}\n',
      'bibtex',
    );
    expect(reasons).toEqual([]);
    expect(papers.map(({ title, conference, year }) => [title, conference, year])).toEqual([
      ['On Journal', 'Journal of "Pens 01', 2021],
      ['j = of # y', 'B', 2020],
    ]);
  });

  it('that cannot be read cost only themselves', async () => {
    const { papers, reasons } = await put(
      `@string{a = "A"}\n@string{b "B"}\n@string{c = {C} "C"}\n@string{d = {D}\n\n${entry(1, 'a')}`,
      'bibtex',
    );
    expect(papers.map(({ conference }) => conference)).toEqual(['A']);
    expect(reasons.map((one) => one.slice(0, 32))).toEqual([
      '2: The entry cannot be read: exp',
      '3: The entry cannot be read: exp',
      '4: The entry cannot be read: exp',
    ]);
  });

  it('that double do not fill the memory', async () => {
    const doubled = Array.from({ length: 40 }, (_, n) => `@string{a${n + 1} = a${n} # a${n}}\n`).join('');
    const { papers, reasons } = await put(
      `@string{a0 = "0123456789"}\n${doubled}${entry(1, 'a2')}${entry(2, 'a40')}`,
      'bibtex',
    );
    expect(papers.map(({ conference }) => conference)).toEqual(['0123456789'.repeat(4), 'Journal article']);
    expect(reasons).toContain('11: The entry cannot be read: @string a10 stands for more than 10000 characters.');
  });

  it('of one name, used again and again in an entry, do not fill the memory', async () => {
    const uses = Array(1000).fill('a').join(' # ');
    const { papers, reasons } = await put(
      `@string{a = "${'x'.repeat(9000)}"}\n@article{k, title = ${uses}}\n${entry(1, '{J}')}`,
      'bibtex',
    );
    expect(papers).toHaveLength(1);
    expect(reasons).toEqual(['2: With its definitions (@string), the entry is longer than 8 million characters.']);
  });

  it('by the thousand cost each entry only those that it names', async () => {
    const file = (count: number): string =>
      Array.from({ length: count }, (_, n) => `@string{j${n} = "Journal number ${n}"}\n`).join('') +
      Array.from({ length: count }, (_, n) => entry(n, `j${n}`)).join('');
    expect((await put(file(1000), 'bibtex')).papers[999]?.conference).toBe('Journal number 999');
    expect(await growthOf((count) => put(file(count), 'bibtex'), 2000, 2.5)).toBe('linear');
  });
});

describe('a compressed source', () => {
  const packed = (layers: number): Buffer =>
    Array.from({ length: layers }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from(lines(paper())));
  const empty = Buffer.alloc(limits.alwaysUnpacked, '\n');

  it('may have two layers', async () => {
    expect((await put(packed(2), 'jsonl')).papers).toHaveLength(1);
    const reason = '1: The file cannot be unpacked: it is compressed more than 2 times.';
    expect(await put(packed(3), 'jsonl')).toEqual({ papers: [], reasons: [reason] });
    expect(await put(packed(1000), 'sqlite')).toEqual({ papers: [], reasons: [reason] });
    const zip = zipOf({ 'a.jsonl.gz': packed(1), 'b.jsonl.gz': packed(2) });
    const inZip = await put(zip, 'zip');
    expect(inZip.papers).toHaveLength(1);
    expect(inZip.reasons).toEqual([reason.replace('1: ', '1: b.jsonl.gz: ')]);
    expect((await put(gzipSync(gzipSync(zip)), 'zip')).reasons).toEqual([reason]);
  });

  it('may not unpack to hundreds of times its size', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(lines(paper())), empty]));
    const { papers, reasons } = await put(bomb, 'jsonl');
    expect(papers).toHaveLength(1);
    expect(reasons).toEqual(['1: The file cannot be unpacked: it unpacks to more than 200 times its size.']);
    const zip = zipOf({ 'a.jsonl': Buffer.from(lines(paper())), 'b.jsonl': empty, 'c.jsonl': empty });
    const inZip = await put(zip, 'zip');
    expect(inZip.papers).toHaveLength(1);
    expect(inZip.reasons.map((one) => one.split(': ')[1])).toEqual(['b.jsonl', 'c.jsonl']);
  });

  it('that is damaged keeps the records before', async () => {
    const whole = gzipSync(
      lines(...Array.from({ length: 2000 }, (_, n) => paper({ original_id: n, abstract: `${n * n}` }))),
    );
    expect(gunzipSync(whole).length).toBeGreaterThan(65_536);
    const { papers, reasons } = await put(whole.subarray(0, whole.length - 2000), 'jsonl');
    expect(papers.length).toBeGreaterThan(500);
    expect(reasons).toEqual([
      expect.stringMatching(/^\d+: The file cannot be unpacked: (Error: )?unexpected end of file\.$/),
    ]);
  });
});

it.each<[PaperFormat, string]>([
  ['json', '{}\n'],
  ['jsonl', '{}\n'],
  ['csv', 'a\n'],
  ['bibtex', '@a{b,}\n'],
  ['tagged', 'TY  - \nER  - \n'],
  ['xml', '<entry/>\n'],
])('ten empty lines of %s cost less than the shortest record', async (format, record) => {
  const head = format === 'csv' ? 'title\n' : format === 'xml' ? '<?xml version="1.0"?><feed>' : '';
  const [empty, records] = ['\n'.repeat(100_000), record.repeat(10_000)];
  let least = Infinity;
  for (let tries = 0; tries < 6 && least >= 1; tries++) {
    const lines = await processorTime(() => put(head + empty, format));
    least = Math.min(least, lines / (await processorTime(() => put(head + records, format))));
  }
  expect(least).toBeLessThan(1);
});
