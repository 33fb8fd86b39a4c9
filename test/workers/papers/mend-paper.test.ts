import { describe, expect, it } from '@jest/globals';
import { record } from './databases.js';
import { mendPaper } from '../../../workers/papers/ingest/mend-paper.js';

/** As a program reads it. */
const inEnglish = (result: unknown): unknown => JSON.parse(JSON.stringify(result));

const mended = (
  changes: Record<string, unknown>,
): { paper: Record<string, unknown>; mended: string[]; unknown: string[] } => {
  const result = mendPaper(record(changes));
  if ('reason' in result) throw new Error(String(result.reason));
  return result as never;
};

const noAbstract = 'abstract: missing, embedded by its title';
const placeholder = 'authors: a placeholder such as "Anonymous", left out';

describe('a record', () => {
  it('that is complete is taken as it is', () => {
    const given = record({ uid: 'u', original_id: 'main.1', keywords: ['a'], abstract: '$\\alpha$ ﬁ\n\tnew line' });
    expect(mendPaper(given)).toEqual({ paper: given, hasOwnUid: true, mended: [], unknown: [] });
  });

  it('without session, poster position, abstract and authors is taken', () => {
    const { paper, mended: what } = mended({ session: null, poster_position: undefined, abstract: '', authors: [] });
    expect(paper).toMatchObject({ session: 'No session', poster_position: '', abstract: '', authors: [] });
    expect(what).toEqual([
      'abstract: missing, embedded by its title',
      'authors: missing',
      'session: missing, now "No session"',
    ]);
  });

  it.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
    [
      { abstract: 'a\u0002b\u0000c\u009f\r\nd\re' },
      { abstract: 'abc\nd\ne' },
      ['abstract: control characters dropped'],
    ],
    [
      { title: 'half \ud83d pair' },
      { title: 'half \ufffd pair' },
      ['title: has characters that could not be read (is the file UTF-8?)'],
    ],
    [
      { uid: ' a\tb\n', conference: '\tACL\n2020 ', session: 'Day 1\r\nMorning' },
      { uid: 'a b', conference: 'ACL 2020', session: 'Day 1 Morning' },
      [],
    ],
    [{ authors: 'A One; B Two;' }, { authors: ['A One', 'B Two'] }, []],
    [
      { authors: [{ name: 'A One' }, 'B Two', null, ' '] },
      { authors: ['A One', 'B Two'] },
      ['authors: records with a name, only the name is kept'],
    ],
    [{ authors: ['A; B'] }, { authors: ['A', 'B'] }, ['authors: a name with ";" in it, split into several']],
    [{ keywords: 'a, b; c' }, { keywords: ['a', 'b', 'c'] }, []],
    [{ keywords: ['a, b', 'c;d'] }, { keywords: ['a', 'b', 'c;d'] }, []],
    [{ year: ' 2020 ', original_id: '17' }, { year: 2020, original_id: 17 }, []],
    // Cells of pandas and R.
    [{ year: '2021,0', abstract: 'Ink.' }, { year: 2021 }, []],
    [
      { year: '2020.0', abstract: 'nan', award: ' None' },
      { year: 2020, abstract: '' },
      ['abstract: "nan" means no value, left out', noAbstract, 'award: "None" means no value, left out'],
    ],
    [{ title: 'NA', keywords: "['a', 'b']" }, { title: 'NA', keywords: ['a', 'b'] }, []],
    [
      { authors: `['A One', "B O'Two"]`, abstract: 'NA' },
      { authors: ['A One', "B O'Two"], abstract: '' },
      ['abstract: "NA" means no value, left out', noAbstract],
    ],
    [{ authors: '[No author name available]' }, { authors: [] }, [placeholder, 'authors: missing']],
    [{ authors: ['A One', 'Anonymous'], title: 'None' }, { authors: ['A One'], title: 'None' }, [placeholder]],
    [
      { authors: ['B&eacute;la One', { family: 'Two', given: 'C.', 'non-dropping-particle': 'van' }] },
      { authors: ['Béla One', 'C. van Two'] },
      ['authors: records with a name, only the name is kept'],
    ],
    [
      { award: true, decision: 3, url: { a: 1 } },
      { award: 'true', decision: '3' },
      ['url: a record where text was expected, left out'],
    ],
  ])('with %j becomes %j', (given, paper, what) => {
    const result = mended(given);
    expect(result.paper).toMatchObject(paper);
    expect(result.mended).toEqual(what);
  });

  it('with keys that no column takes names them', () =>
    expect(mended({ id: 3, colour: 'red', __proto__: null }).unknown).toEqual(['id', 'colour']));

  it.each([
    [record({ title: ' ' }), 'title is missing.'],
    [record({ title: '\u0007' }), 'title is missing'],
    [
      record({ title: ['A'], year: '20-20', conference: null }),
      'title is ["A"], expected text; ' +
        'year is "20-20", expected a whole number from 1900 to 2100; conference is missing.',
    ],
    [record({ year: null }), 'year is missing.'],
    [record({ year: 'nan' }), 'year is missing.'],
    [record({ conference: 'x'.repeat(501) }), 'conference has 501 characters; the limit is 500.'],
    [record({ uid: 'x'.repeat(501) }), 'uid has 501 characters; the limit is 500.'],
    [[], 'not []'],
    [null, 'not null'],
  ])('that is none is a reject', (given, reason) =>
    expect(inEnglish(mendPaper(given))).toEqual({ reason: expect.stringContaining(reason) as unknown }),
  );
});
