/** CSV exports of programs and publishers: columns in lower case, blanks as `_`. */
import { namesIn } from '../authors.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  Taker,
  wordsIn,
  yearIn,
  type Shape,
} from './shape.js';

/** Zotero's CSV. */
export const zotero: Shape = {
  name: 'Zotero',
  fits: (record) => 'item_type' in record && 'publication_year' in record,
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const url = addressIn(take.raw('url')) ?? addressOfDoi(doi);
    const places = ['conference_name', 'proceedings_title', 'publication_title', 'meeting_name', 'series_title'];
    const dated = ['publication_year', 'date'].find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: namesIn(take.raw('author')),
      abstract: take.readable('abstract_note'),
      year: dated === undefined ? undefined : yearIn(take.raw(dated)),
      conference: take.readable(...places),
      original_id: take.text('key'),
      keywords: [...new Set([...wordsIn(take.raw('manual_tags')), ...wordsIn(take.raw('automatic_tags'))])],
      url,
      doi,
      links: linksOf({ doi: addressOfDoi(doi) }, [url]),
    });
    take.raw('publication_year', 'date');
    return {
      draft,
      yearFrom: dated ?? 'publication_year',
      conferenceFrom: take.key(...places) ?? 'conference_name',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** The CSV of IEEE Xplore. */
export const ieee: Shape = {
  name: 'IEEE Xplore',
  fits: (record) => 'document_title' in record,
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const link = addressIn(take.raw('pdf_link'));
    const number = /arnumber=(\d+)/.exec(link ?? '')?.[1];
    const url = number === undefined ? (addressOfDoi(doi) ?? link) : `https://ieeexplore.ieee.org/document/${number}`;
    const terms = ['author_keywords', 'ieee_terms', 'index_terms', 'mesh_terms', 'mesh__terms'].map((key) =>
      wordsIn(take.raw(key)),
    );
    const dated = ['publication_year', 'publication_date', 'online_date', 'issue_date'].find(
      (key) => yearIn(record[key]) !== undefined,
    );
    const draft = draftOf({
      title: inOneLine(take.readable('document_title')),
      authors: namesIn(take.raw('authors')),
      abstract: take.readable('abstract'),
      year: dated === undefined ? undefined : yearIn(take.raw(dated)),
      conference: take.readable('publication_title'),
      original_id: number ?? take.text('document_identifier'),
      keywords: terms.find((words) => words.length > 0) ?? [],
      paper_pdf_url: link,
      url,
      doi,
      links: linksOf({ doi: addressOfDoi(doi) }, [url, link]),
    });
    return {
      draft,
      yearFrom: dated ?? 'publication_year',
      conferenceFrom: 'publication_title',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** The CSV of Scopus. Names are "Smith J."; a separate column has full names, each followed by a number. */
export const scopus: Shape = {
  name: 'Scopus',
  fits: (record) => 'source_title' in record && ('title' in record || 'document_title' in record),
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const link = addressIn(take.raw('link'));
    const url = link ?? addressOfDoi(doi);
    const full = take.text('author_full_names')?.replace(/ ?\(\d+\)/g, '');
    const names = take.text('authors', 'author');
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: full === undefined ? namesIn(names).map(initialsFirst) : namesIn(full),
      abstract: take.readable('abstract')?.replace(/^\[No abstract available\]$/i, ''),
      year: take.raw('year'),
      conference: take.readable('conference_name', 'source_title'),
      original_id: take.text('eid'),
      keywords: take.list('author_keywords', 'index_keywords'),
      url,
      doi,
      links: linksOf({ doi: addressOfDoi(doi) }, [url]),
    });
    take.raw('source_title', 'index_keywords');
    return {
      draft,
      conferenceFrom: take.key('conference_name', 'source_title') ?? 'source_title',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** "Smith J.A." becomes J.A. Smith. */
const initialsFirst = (name: string): string => name.replace(/^(.+?) ((?:\p{Lu}\.[ -]?)+)$/u, '$2 $1').trim();

/** `papers.csv` of Mini-Conf, and its JSON. */
export const miniConf: Shape = {
  name: 'Mini-Conf',
  fits: (record) =>
    ('uid' in record || 'UID' in record) &&
    'title' in record &&
    ('sessions' in record || 'UID' in record) &&
    !('conference' in record),
  read(record) {
    const take = new Taker(record);
    const pdf = addressIn(take.raw('pdf_url', 'paper_pdf', 'pdf'));
    const draft = draftOf({
      title: take.readable('title'),
      authors: namesIn(take.raw('authors')),
      abstract: take.readable('abstract'),
      year: take.raw('year'),
      session: wordsIn(take.raw('sessions', 'session')).join(', '),
      decision: take.text('decision', 'paper_type', 'track'),
      original_id: take.text('UID', 'uid'),
      keywords: take.list('keywords'),
      paper_pdf_url: pdf,
      url: addressIn(take.raw('url', 'link')),
      doi: doiIn(take.raw('doi')),
      poster_image_url: addressIn(take.raw('poster', 'poster_url')),
    });
    return { draft, guess: guessOf(), used: take.used };
  },
};
