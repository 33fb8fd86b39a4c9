import { describe, expect, it } from '@jest/globals';
import { citationOf, linkOf } from '../../../workers/papers/reference.js';
import type { Paper } from '../../../workers/papers/types.js';

const paper = (more: Partial<Paper> = {}): Paper => ({
  ...{ uid: 'a', title: 'On pens', authors: ['Ada Lovelace'], abstract: '', session: '', poster_position: '' },
  ...{ year: 2020, conference: 'EMNLP', ...more },
});

describe('the link', () => {
  it.each<[string, Partial<Paper>, string | null]>([
    ['the DOI first', { doi: '10.1/a(2)', url: 'https://a.example/' }, 'https://doi.org/10.1/a(2)'],
    ['a DOI with signs of addresses', { doi: '10.1/<a>?b#c' }, 'https://doi.org/10.1/%3Ca%3E%3Fb%23c'],
    ['a DOI with escapes', { doi: '10.1/%28a%29' }, 'https://doi.org/10.1/%28a%29'],
    ['a DOI that is an address', { doi: 'https://doi.org/10.1/2' }, 'https://doi.org/10.1/2'],
    ['a DOI behind its name', { doi: 'doi: 10.1/2' }, 'https://doi.org/10.1/2'],
    ['a DOI of the former resolver', { doi: 'http://dx.doi.org/10.1/2' }, 'https://doi.org/10.1/2'],
    ['an address in place of a DOI', { doi: 'https://a.example/2' }, 'https://a.example/2'],
    ['no sign in place of a DOI', { doi: '-', url: 'https://a.example/' }, 'https://a.example/'],
    ['then the page', { url: 'https://a.example/', paper_pdf_url: 'https://b.example/' }, 'https://a.example/'],
    [
      'then the file',
      { url: 'javascript:alert(1)', paper_pdf_url: 'http://b.example/x.pdf' },
      'http://b.example/x.pdf',
    ],
    ['then any', { links: 'code https://c.example/c; video https://v.example/v' }, 'https://c.example/c'],
    ['none', { url: 'not one', links: 'code' }, null],
  ])('is %s', (_, more, link) => expect(linkOf(paper(more))).toBe(link));
});

describe('the citation', () => {
  it.each<[Partial<Paper>, string]>([
    [{ url: 'https://a.example/' }, 'Ada Lovelace. On pens. EMNLP 2020. https://a.example/'],
    [{ authors: ['A B', 'C D', 'E F'], title: 'Why?' }, 'A B, C D and E F. Why? EMNLP 2020.'],
    [{ authors: ['A B', 'C D.'], conference: 'Proc. of ACL 2020' }, 'A B and C D. On pens. Proc. of ACL 2020.'],
    [{ authors: [] }, 'On pens. EMNLP 2020.'],
  ])('of %j', (more, citation) => expect(citationOf(paper(more))).toBe(citation));
});
