import { describe, expect, it } from '@jest/globals';
import { record } from './databases.js';
import { documentOf, recordHash } from '../../../workers/papers/document.js';
import { LightweightPaper } from '../../../workers/papers/lightweight-paper.js';
import { lenientMetadata, metadataOf } from '../../../workers/papers/metadata.js';
import { parseMetadata } from '../../../workers/papers/parse-metadata.js';
import { paperUid } from '../../../workers/papers/uid.js';

describe('the uid', () => {
  it('is the start of a hash over what names the paper', () => {
    // From docs/decisions/embeddings.md, "Text and metadata".
    expect(paperUid({ title: 'My Paper', original_id: 'abc123', conference: 'NeurIPS', year: 2025 })).toBe(
      '6d95417edf1af03c',
    );
  });

  it('is the same for every way to have no id, and for a number as text', () => {
    const paper = { title: 'My Paper', conference: 'NeurIPS', year: 2025 };
    const uid = paperUid({ ...paper, original_id: 'None' });
    for (const id of [undefined, null, '']) expect(paperUid({ ...paper, original_id: id })).toBe(uid);
    expect(paperUid({ ...paper, original_id: 7, year: '2025' })).toBe(paperUid({ ...paper, original_id: '7' }));
  });
});

describe('the document', () => {
  it.each([
    [{ title: ' T ', abstract: 'A\n\nB ' }, 'T \n\nA\n\nB'],
    [{ title: 'T', abstract: '' }, 'T'],
    [{ title: 'T', abstract: null }, 'T'],
    [{ abstract: 'A' }, 'A'],
    [{ title: ' ', abstract: '\n' }, ''],
    [{}, ''],
  ])('of %j is %j', (paper, document) => expect(documentOf(paper)).toBe(document));

  it('and all else that is kept of a paper have a hash that changes with them', () => {
    const paper = {
      uid: 'a',
      title: 'T',
      abstract: 'A',
      authors: ['X'],
      session: '',
      poster_position: '',
      year: 2020,
      conference: 'C',
    };
    expect(recordHash(paper)).toMatch(/^[0-9a-f]{32}$/);
    expect(recordHash({ ...paper, abstract: 'B' })).not.toBe(recordHash(paper));
    expect(recordHash({ ...paper, award: 'best' })).not.toBe(recordHash(paper));
    expect(recordHash({ ...Object.fromEntries(Object.entries(paper).reverse()), uid: 'a' } as typeof paper)).toBe(
      recordHash(paper),
    );
  });
});

describe('LightweightPaper', () => {
  it('takes the documented fields and leaves others out', () => {
    expect(
      LightweightPaper.parse(
        record({ year: '2024', original_id: '12', keywords: [], decision: null, url: '', session: '', colour: 'red' }),
      ),
    ).toEqual({ ...record({ session: '', original_id: 12, keywords: [] }) });
    expect(LightweightPaper.parse(record({ original_id: 'main.1004' })).original_id).toBe('main.1004');
    expect(LightweightPaper.parse(record({ original_id: '007' })).original_id).toBe('007');
  });

  it('names every wrong field', () => {
    expect(() =>
      LightweightPaper.parse({
        title: ' ',
        authors: [],
        abstract: null,
        session: 3,
        year: 1899,
        keywords: [''],
        original_id: 1.5,
        award: {},
      }),
    ).toThrow(
      'This is not a valid paper: title is " ", expected text that is not empty; ' +
        'authors is [], expected a list of at least one name, each of them text that is not empty; ' +
        'abstract is missing; ' +
        'session is 3, expected text; poster_position is missing; ' +
        'year is 1899, expected a whole number from 1900 to 2100; conference is missing; ' +
        'original_id is 1.5, expected a whole number or text; ' +
        'keywords is [""], expected a list of words, each of them text that is not empty; award is {}, expected text.',
    );
  });

  it.each([undefined, null, 'paper', 7, []])('refuses %j', (input) =>
    expect(() => LightweightPaper.parse(input)).toThrow('A paper is an object'),
  );
  it.each([2101, 2024.5, '24', 'MMXXIV', Number.NaN])('refuses the year %j', (year) =>
    expect(() => LightweightPaper.parse(record({ year }))).toThrow('year is'),
  );
});

describe('metadata', () => {
  const full = { ...record({ id: 5, uid: 'u', original_id: 12, keywords: ['a', 'b c'], decision: 'Accept' }) };

  it('are text, every one', () => {
    expect(metadataOf({ ...full, award: null, url: undefined, extra: { a: [1] }, list: [1, 2], yes: true })).toEqual({
      id: '5',
      uid: 'u',
      title: 'A paper',
      abstract: 'About things.',
      authors: 'Ada One; Bo Two',
      year: '2024',
      conference: 'CONF',
      session: 'Monday',
      poster_position: 'A1',
      original_id: '12',
      keywords: 'a, b c',
      decision: 'Accept',
      award: '',
      url: '',
      extra: '{"a":[1]}',
      list: '[1,2]',
      yes: 'true',
    });
  });

  it('are read back as they were; keys that are no field stay text', () => {
    expect(parseMetadata(metadataOf({ ...full, award: null }))).toEqual({ ...full, id: '5' });
  });

  it('are split at their separators, blanks dropped, empty optional fields left out', () => {
    expect(
      parseMetadata({ ...metadataOf(record()), authors: ' A ;; B;', keywords: ' x ,, y,', original_id: '', url: '' }),
    ).toEqual({ ...record({ authors: ['A', 'B'], keywords: ['x', 'y'] }) });
  });

  it('are refused where a field is wrong', () => {
    expect(() => parseMetadata({ ...metadataOf(record()), year: 'soon', authors: ' ; ' })).toThrow(
      /authors is .*year is "soon"/,
    );
    expect(() => parseMetadata(null)).toThrow('not null');
  });

  it('come field by field where they must, an odd one as it is', () => {
    expect(
      lenientMetadata({ year: 'soon', authors: 'A;B', title: '', keywords: '', original_id: 'x.1', award: '' }),
    ).toEqual({ year: 'soon', authors: ['A', 'B'], title: '', original_id: 'x.1' });
    expect(lenientMetadata({})).toEqual({});
    expect(lenientMetadata({ year: '2020', authors: 7 })).toEqual({ year: 2020, authors: 7 });
  });
});
