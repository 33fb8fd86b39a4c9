import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IndexItem } from 'vectra';
import { ProtobufError } from '../../../../workers/base/input/protobuf.js';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import { packRecord, readIndex, readItem, unpackRecord } from '../../../../workers/papers/vectors/local/vectra-file.js';
import { temporaryFolders } from '../../../support/folder.js';

const newFolder = temporaryFolders();

const withVectra = (task: object): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(new URL('with-vectra.js', import.meta.url))], {
      input: JSON.stringify(task),
      encoding: 'utf8',
    }),
  );

const items: IndexItem[] = [
  {
    id: 'a',
    metadata: { text: 'Zeile\n🙂', empty: '', '': 'no key', number: 0.5, zero: 0, yes: true, no: false },
    vector: [0.5, -1.25, 3e-39, 1e38],
    norm: 1,
  },
  { id: 'Ü'.repeat(300), metadata: {}, vector: [], norm: 0 },
  {
    id: '',
    metadata: { long: 'x'.repeat(70_000) },
    vector: Array.from({ length: 4096 }, (_, i) => Math.fround(Math.sin(i))),
    norm: 1,
  },
];
const [file, one, two, none] = (
  withVectra({ serialize: [items, items.slice(0, 1), items.slice(0, 2), []] }) as string[]
).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer, Buffer, Buffer];

const floats = (bytes: Buffer, vector: { start: number; bytes: number } | null): number[] =>
  vector === null ? [] : Array.from({ length: vector.bytes / 4 }, (_, i) => bytes.readFloatLE(vector.start + 4 * i));

describe("the reader of vectra's files", () => {
  it('reads what vectra writes', () => {
    const read = readIndex(file);
    expect(
      read.map(({ id, metadata, vector }) => ({
        id,
        metadata: Object.fromEntries(metadata),
        vector: floats(file, vector),
      })),
    ).toEqual(items.map(({ id, metadata, vector }) => ({ id, metadata, vector: vector.map(Math.fround) })));
  });

  it('skips keys that are not wanted, and finds them again by the head', () => {
    const [first, , last] = readIndex(file, ['number', 'zero', 'other']);
    expect(first?.metadata).toEqual([
      ['number', 0.5],
      ['zero', 0],
    ]);
    expect(last?.metadata).toEqual([]);
    const { start, end } = last?.head ?? { start: 0, end: 0 };
    expect(end - start).toBeLessThan(70_100);
    expect(readItem(file.subarray(start, end))).toMatchObject({
      id: '',
      metadata: [['long', 'x'.repeat(70_000)]],
      vector: null,
    });
  });

  it('reads an empty index', () => {
    expect(readIndex(none)).toEqual([]);
    expect(readIndex(Buffer.alloc(0))).toEqual([]);
  });

  it('refuses what is cut off inside an item, and reads no byte beyond', () => {
    const answers = Array.from({ length: one.length }, (_, length) => {
      try {
        return readIndex(one.subarray(0, length)).length;
      } catch (error) {
        expect(error).toBeInstanceOf(ProtobufError);
        return 'refused';
      }
    });
    expect(readIndex(one)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([0, 'refused']));
    expect(answers.lastIndexOf(0)).toBeLessThan(20);
  });

  it('ends on any bytes', () => {
    for (let seed = 1; seed < 3000; seed++) {
      const bytes = Buffer.from(two);
      for (let i = 0; i < 3; i++)
        bytes[(Math.imul(seed, 0x9e3779b1 + i * 7919) % bytes.length) >>> 0] = Math.imul(seed, 31 + i) & 0xff;
      try {
        readIndex(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtobufError);
      }
    }
  });

  it.each([
    ['a number that does not end', [0x08, ...Array<number>(11).fill(0x80)]],
    ['a group', [0x0b]],
    ['a field without a number', [0x02, 0x00]],
    ['a length beyond the end', [0x1a, 0x7f, 0x00]],
    ['a length of 2⁶³', [0x1a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['a vector of five bytes', [0x1a, 7, 0x1a, 5, 0, 0, 0, 0, 0]],
    ['a vector that is not packed', [0x1a, 5, 0x1d, 0, 0, 0, 0]],
    ['metadata in another file', [0x1a, 3, 0x2a, 1, 0x61]],
  ])('refuses %s', (_, bytes) => expect(() => readIndex(Buffer.from(bytes))).toThrow(ProtobufError));
});

describe('a record in vectra metadata', () => {
  it('comes back, whatever its keys', () => {
    const metadata = Object.fromEntries([
      ['#document', 'mine'],
      ['##x', 'y'],
      ['__proto__', 'z'],
      ['', 'e'],
      ['#order', '9'],
      ['plain', ''],
    ]);
    const packed = packRecord('text', metadata, 12);
    expect(unpackRecord(Object.entries(packed))).toEqual({ document: 'text', metadata });
    expect(packed['plain']).toBe('');
  });

  it('has no half characters', () =>
    expect(unpackRecord(Object.entries(packRecord('a\ud800', { k: '\udc00' }, 0)))).toMatchObject({
      document: 'a\ufffd',
      metadata: { k: '\ufffd' },
    }));
});

it('shards are indexes that vectra itself opens, filters and searches', async () => {
  const folder = await newFolder();
  const store = openLocalStore(folder);
  const papers = await store.collection('papers');
  await papers.upsert([
    { id: 'a', document: 'one', metadata: { year: '2024' }, embedding: [1, 0, 0] },
    { id: 'b', document: 'two', metadata: { year: '2025' }, embedding: [0, 1, 0] },
  ]);
  await store.close();
  const [name = ''] = (await readdir(join(folder, 'papers'))).filter((file) => file.endsWith('.pb'));
  expect(
    withVectra({
      search: { folder: join(folder, 'papers'), name, vector: [0.1, 1, 0], filter: { year: { $eq: '2024' } } },
    }),
  ).toMatchObject({
    nearest: { id: 'b', metadata: { year: '2025', '#document': 'two', '#order': 1 } },
    filtered: ['a'],
  });
  expect(readIndex(await readFile(join(folder, 'papers', name)))).toHaveLength(2);
});
