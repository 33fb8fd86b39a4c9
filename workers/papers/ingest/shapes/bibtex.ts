import { asSaid } from '../authors.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  readable,
  Taker,
  textIn,
  yearIn,
  type Shape,
} from './shape.js';

/** Entries of a .bib file, including those of the ACL Anthology, DBLP, Zotero and JabRef. */
export const bibtex: Shape = {
  name: 'BibTeX',
  fits: (record) => '@type' in record,
  read(record) {
    const take = new Taker(record, true);
    const doi = doiIn(take.raw('doi'));
    const eprint = take.text('eprint');
    const isArxiv =
      /arxiv/i.test(take.text('archiveprefix', 'eprinttype') ?? '') || /^\d{4}\.\d{4,5}/.test(eprint ?? '');
    const arxiv =
      eprint !== undefined && isArxiv ? `https://arxiv.org/abs/${eprint.replace(/^arxiv:/i, '')}` : undefined;
    const given = addressIn(addressText(take.text('url')));
    const pdf = addressIn(addressText(take.text('pdf'))) ?? (/\.pdf$/i.test(given ?? '') ? given : undefined);
    const url = given ?? addressOfDoi(doi) ?? arxiv;
    const place = [
      'booktitle',
      'journal',
      'journaltitle',
      'eventtitle',
      'series',
      'howpublished',
      'school',
      'institution',
    ];
    const dated = ['year', 'date'].find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: authorsIn(take.text('author') ?? take.text('editor') ?? ''),
      abstract: inOneLine(take.readable('abstract')),
      year: dated === undefined ? take.raw('year', 'date') : yearIn(take.raw(dated)),
      conference: inOneLine(take.readable(...place.slice(0, 4))),
      original_id: take.text('@key'),
      keywords: take.list('keywords', 'keyword'),
      award: take.readable('award'),
      paper_pdf_url: pdf,
      url,
      doi,
      links: addressText(take.text('links')) ?? linksOf({ arxiv, doi: addressOfDoi(doi) }, [url, pdf]),
    });
    take.raw('@type', 'archiveprefix', 'eprinttype', 'primaryclass', 'month');
    const other = place
      .slice(4)
      .map((key) => [key, textIn(record[key])] as const)
      .find(([, text]) => text !== undefined && !text.includes('http'));
    const guess = arxiv === undefined ? other?.[1] : 'arXiv';
    return {
      draft,
      ...(dated === 'date' ? { yearFrom: 'date' } : {}),
      conferenceFrom: take.key(...place.slice(0, 4)) ?? 'booktitle',
      guess: guessOf(
        undefined,
        guess === undefined
          ? undefined
          : { value: readable(guess, true), from: arxiv === undefined ? (other?.[0] ?? '') : 'eprint' },
      ),
      used: take.used,
    };
  },
};

/** Unwraps `\url{https://…}` and removes LaTeX escapes. */
const addressText = (text: string | undefined): string | undefined =>
  text
    ?.replace(/^\\url\{(.*)\}$/s, '$1')
    .replace(/\\([_%&#~])/g, '$1')
    .trim();

/**
 * " and " separates people, and a comma the parts of a name. {Barnes and Noble} is one name. Accents are converted at
 * the end, because their braces protect names until then.
 */
function authorsIn(text: string): string[] {
  const joined = text.replace(/\{([^{}]*)\}/g, (group) =>
    group.replace(/\s+and\s+/gi, '\u0001').replaceAll(',', '\u0002'),
  );
  const parts = joined.split(/\s+and\s+/i).filter((part) => !/^\s*(others|et al\.?)?\s*$/i.test(part));
  return parts
    .map((part) => asSaid(part).replaceAll('\u0001', ' and ').replaceAll('\u0002', ','))
    .map((name) => readable(name, true).replace(/\s+/g, ' '));
}
