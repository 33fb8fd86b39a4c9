import { paperColumns } from '../../types.js';
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
  textIn,
  wordsIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

const own = new Set<string>([...paperColumns, 'uid', 'doi', 'links']);

/** The project's own format, described in `docs/papers.md`. Values are used literally. */
export const ours: Shape = {
  name: 'Tonstift',
  fits: (record) =>
    'title' in record &&
    (textIn(record['conference']) !== undefined || Object.keys(record).every((key) => own.has(key))),
  read: (record) => ({ draft: record, used: own }),
};

const places = [
  'conference',
  'venue',
  'booktitle',
  'journal',
  'conference_name',
  'event',
  'source',
  'publication',
  'container_title',
  'proceedings',
  'journal_name',
  'publication_title',
  'journal_title',
];
const dates = [
  'year',
  'publication_year',
  'pub_year',
  'date',
  'published',
  'publication_date',
  'published_date',
  'publicationDate',
  'pubdate',
  'created',
  'starttime',
  'update_date',
];

/** A record with a title and the keys that most lists use. */
export const plain: Shape = {
  name: 'list',
  fits: (record) => 'title' in record || 'Title' in record || 'paper_title' in record,
  read(given) {
    const record = inLowerCase(given);
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const pdf = addressIn(
      take.raw('paper_pdf_url', 'pdf', 'pdf_url', 'pdf_link', 'url_pdf', 'openaccesspdf', 'pdfurl'),
    );
    const url =
      addressIn(
        take.raw('url', 'link', 'site', 'html', 'paper_url', 'url_abs', 'openreview', 'href', 'forum', 'page'),
      ) ?? addressOfDoi(doi);
    const dated = dates.find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable('title', 'paper_title')),
      authors: namesIn(take.raw('authors', 'author', 'author_names', 'creators', 'creator', 'author_list')),
      abstract: take.readable('abstract', 'summary', 'abstracttext', 'abstract_text', 'description', 'tldr'),
      year: dated === 'year' ? take.raw('year') : dated === undefined ? take.raw('year') : yearIn(take.raw(dated)),
      conference: take.text(...places),
      session: wordsIn(take.raw('session', 'sessions', 'track')).join(', '),
      poster_position: take.text('poster_position'),
      original_id: take.text('original_id', 'id', 'paper_id', 'paperid', 'key'),
      uid: take.text('uid'),
      keywords: take.list('keywords', 'keyword', 'tags', 'topics', 'subjects', 'categories'),
      decision: take.text('decision', 'status', 'presentation', 'presentation_type', 'type_of_presentation'),
      award: take.text('award', 'awards'),
      paper_pdf_url: pdf,
      poster_image_url: addressIn(take.raw('poster_image_url')),
      url,
      room_name: take.text('room_name', 'room', 'location'),
      starttime: take.text('starttime', 'start_time', 'start'),
      endtime: take.text('endtime', 'end_time', 'end'),
      doi,
      links:
        take.text('links') ??
        linksOf(
          {
            code: take.raw('code', 'github', 'repo', 'code_url'),
            project: take.raw('project', 'project_page'),
            video: take.raw('video', 'video_url', 'youtube'),
            arxiv: take.raw('arxiv', 'arxiv_url'),
          },
          [url, pdf],
        ),
    });
    const place = take.key(...places);
    return {
      draft,
      ...(dated === undefined || dated === 'year' ? {} : { yearFrom: dated }),
      ...(place === undefined || place === 'conference' ? {} : { conferenceFrom: place }),
      guess: guessOf(),
      used: new Set(Object.keys(given).filter((key) => take.used.has(keyOf(key)))),
    };
  },
};

const keyOf = (key: string): string => key.toLowerCase().replace(/[\s-]+/g, '_');
const inLowerCase = (record: Raw): Raw =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [keyOf(key), value]));
