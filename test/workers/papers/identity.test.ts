import { describe, expect, it } from '@jest/globals';
import { identifiersOf, linkOf } from '../../../workers/papers/identity/identifiers.js';
import { keysOf } from '../../../workers/papers/identity/same-paper.js';
import { growthOf } from '../../support/linear.js';

it('papers have the same keys whether a source has the suffix of a name or not', () => {
  const keys = (...authors: string[]): string[] =>
    keysOf({
      ...{ uid: '', title: 'A long title of some pens', authors, abstract: '', session: '', poster_position: '' },
      ...{ year: 2020, conference: 'ACL' },
    });
  const [key] = keys('Martin King');
  expect(key).toMatch(/^title:/);
  for (const name of ['King, Martin', 'Martin King Jr.', 'King, Martin Jr', 'Martin King III', 'King, M 3rd'])
    expect(keys(name)).toEqual([key]);
});

describe('the identifiers of a paper', () => {
  it('contain its DOI without the punctuation of a sentence', () => {
    expect(identifiersOf({ doi: 'https://doi.org/10.5555/A.1.;' })).toEqual(['doi:10.5555/a.1']);
    for (const doi of ['10.5555', `10.5555/${'a'.repeat(500)}`, '10.1145/nnnnnnn.nnnnnnn'])
      expect(identifiersOf({ doi, url: `https://doi.org/${doi}` })).toEqual([]);
  });

  it('are links that lead to the paper and contain the same identifier', () => {
    const links = linkOf('doi:10.5555/a?b#c<d>');
    expect(links).toBe('doi https://doi.org/10.5555/a%3Fb%23c%3Cd%3E');
    expect(identifiersOf({ links })).toEqual(['doi:10.5555/a?b#c<d>']);
  });

  it('are found in time that grows as the length', async () => {
    const dots = (length: number): string => `10.5555/${'.'.repeat(length)}a`;
    const work = (length: number): unknown =>
      identifiersOf({
        doi: dots(length),
        url: `https://doi.org/${dots(length)}`,
        links: `doi https://doi.org/${dots(length)}`,
      });
    expect(await growthOf(work, 32_768)).toBe('linear');
  });
});
