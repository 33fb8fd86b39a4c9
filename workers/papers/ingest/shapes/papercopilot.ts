import { namesIn } from '../authors.js';
import { conferenceNamed, conferenceOfHost } from '../conferences.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  firstOf,
  guessOf,
  linksOf,
  Taker,
  textIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

/** The paper lists of papercopilot: each covers one conference and year, which only the file name contains. */
export const papercopilot: Shape = {
  name: 'papercopilot',
  fits: (record) =>
    'title' in record &&
    ('author' in record || 'author_site' in record) &&
    !('conference' in record && textIn(record['conference']) !== undefined) &&
    ('author_site' in record ||
      'gs_citation' in record ||
      'aff_unique_index' in record ||
      ('status' in record && 'track' in record)),
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const site = take.raw('site', 'openreview', 'url_paper', 'oa', 'url', 'html');
    const url = addressIn(site, hostOf(record)) ?? addressOfDoi(doi);
    const pdf = addressIn(take.raw('pdf', 'pdf_url', 'url_pdf'), hostOf(record));
    const draft = draftOf({
      title: take.readable('title'),
      authors: namesIn(take.raw('author', 'author_site')),
      abstract: take.readable('abstract'),
      year: take.raw('year'),
      session: take.readable('session', 'sess', 'track'),
      decision: take.text('status', 'decision'),
      award: take.text('award', 'awards'),
      original_id: take.text('id', 'pid', 'ssid'),
      keywords: take.list('keywords', 'keyword', 'topic', 'primary_area'),
      paper_pdf_url: pdf,
      url,
      doi,
      poster_position: take.text('poster_position'),
      starttime: take.text('starttime'),
      links: linksOf(linksIn(take), [url, pdf]),
    });
    take.raw('author_site', 'track', 'sess', 'bibtex', 'oa');
    return { draft, used: take.used, guess: guessIn(record) };
  },
};

function linksIn(take: Taker): Raw {
  const arxiv = take.text('arxiv');
  return {
    openreview: take.raw('openreview'),
    page: take.raw('oa'),
    arxiv: arxiv !== undefined && /^\d{4}\.\d{4,5}/.test(arxiv) ? `https://arxiv.org/abs/${arxiv}` : arxiv,
    code: take.raw('github', 'code'),
    project: take.raw('project', 'project_page'),
    video: take.raw('video', 'youtube'),
    poster: take.raw('poster'),
    slides: take.raw('slides'),
    supplement: take.raw('supp', 'supplementary_material'),
    session: take.raw('url_sess'),
  };
}

const hostOf = ({ oa }: Raw): string => /^https?:\/\/[^/]+/.exec(textIn(oa) ?? '')?.[0] ?? '';

/** Guesses from the attached citation and from the addresses. */
function guessIn(record: Raw): ReturnType<typeof guessOf> {
  const bibtex = textIn(record['bibtex']) ?? '';
  const [, key = '', citedYear] = /^\s*@\w+\{([A-Za-z]+)[^]*?year\s*=\s*[{"]?(\d{4})/.exec(bibtex) ?? [];
  const addresses = ['site', 'oa', 'pdf'].map((name) => [name, textIn(record[name]) ?? ''] as const);
  const years = addresses.map(([name, text]): [string, number | undefined] => [
    name,
    yearIn(/(?:virtual|paper|papers|content)[/_A-Za-z]*(\d{4})/.exec(text)?.[1]),
  ]);
  const hosts = addresses.map(([name, text]): [string, string | undefined] => [
    name,
    conferenceOfHost(/^https?:\/\/([^/]+)/.exec(text)?.[1] ?? ''),
  ]);
  const inPaths = addresses.map(([name, text]): [string, string | undefined] => [
    name,
    conferenceNamed(/content_([A-Za-z]+)_\d{4}/.exec(text)?.[1] ?? ''),
  ]);
  return guessOf(
    firstOf(['bibtex', yearIn(citedYear)], ...years),
    firstOf(['bibtex', conferenceNamed(key)], ...hosts, ...inPaths),
  );
}
