/** Sources in JSON and CSV. Columns of a CSV are in lower case, with `_` for blanks. */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { say } from '../../../base/language/sentence.js';
import { paperColumns } from '../../types.js';
import { namesIn } from '../authors.js';
import { conferenceNamed, conferenceOfHost } from '../conferences.js';
import { addressOfNote, decisionInReplies, placeOfNote, plainContent } from './openreview.js';
import { exports } from './exports.js';
import { indexes } from './indexes.js';
import { repositories } from './repositories.js';
import { services } from './services.js';
import { virtualSite } from './virtual-site.js';
import { doiLink, firstOf, has, type Found, type Reading, type Shape, type Taker } from './shape.js';
import { textFormats } from './text-formats.js';
import {
  addressIn,
  lineIn,
  listOf,
  plainIn,
  retractedIn,
  textIn,
  titleWith,
  wordsIn,
  yearIn,
  type Raw,
} from './values.js';

const own = new Set<string>([...paperColumns, 'uid', 'doi', 'links']);

/** The list of a conference has times, also for papers that have none yet. */
const isProgramme = has(
  'session|sessions|track|poster_position|date|time|session_time|begin|' +
    'start|start_date|start_time|starttime|end|end_date|end_time|endtime',
);

const isFromPapercopilot = has(
  'title author|author_site author_site|gs_citation|aff_unique_index',
  'title author|author_site status track',
);

const openReview = 'https://openreview.net';

/** Tried in this order. The first shape that fits reads the record. */
const shapes: readonly Shape[] = [
  ...repositories,
  ...exports,
  ...textFormats,
  ...services,
  {
    // Notes: v1 has plain values in `content`, v2 has `{"value": …}`. Mini-Conf's JSON is like v1.
    name: 'OpenReview',
    fits: ({ content }) => isRecord(content) && 'title' in content,
    refuse: ({ id, replyto }) =>
      textIn(replyto) === undefined || textIn(replyto) === textIn(id) ? undefined : say('paper.reply'),
    prepare: (note) => ({ ...plainContent(note), '@note': note, '@place': placeOfNote(note) }),
    host: openReview,
    title: ['title', plainIn],
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => firstOf([placeKey(take) ?? 'year', take.raw('@place.year')], ['year', take.raw('year')]),
    conference: (take) =>
      firstOf([placeKey(take) ?? 'conference', take.raw('@place.conference')], ['conference', take.raw('conference')]),
    session: (take) => wordsIn(take.raw('session sessions track')).join(', ') || take.raw('@place.session'),
    decision: (take) =>
      take.text('decision Decision') ?? decisionInReplies(take.raw('@note.details')) ?? take.raw('@place.decision'),
    award: 'award',
    original_id: '@note.id @note.forum',
    keywords: 'keywords subject_areas primary_area',
    paper_pdf_url: 'pdf pdf_url',
    url: (take) => addressOfNote(take.raw('@note')) ?? addressIn(take.raw('html url')),
    doi: 'doi',
    links: {
      code: 'code code_url github software',
      project: 'project_page website project',
      video: 'video presentation',
      supplement: (take) => take.address('supplementary_material supplementary'),
      page: 'html url',
      source: '@note.externalId',
    },
    guess: (take) => ({ year: yearOfNote(take) }),
    ignored: '*',
  },
  ...indexes,
  {
    // Each list covers one conference and year, which only the file name contains.
    name: 'papercopilot',
    fits: (record) => isFromPapercopilot(record) && textIn(record['conference']) === undefined,
    host: ({ oa }) => /^https?:\/\/[^/]+/.exec(textIn(oa) ?? '')?.[0] ?? '',
    title: ['title', plainIn],
    authors: 'author author_site',
    abstract: 'abstract',
    year: 'year',
    conference: 'venue',
    session: ['session sess track', plainIn],
    decision: 'status decision',
    award: 'award awards',
    original_id: 'id pid ssid',
    keywords: 'keywords keyword topic primary_area',
    paper_pdf_url: 'pdf pdf_url url_pdf',
    url: 'site openreview url_paper oa url html',
    doi: 'doi',
    poster_position: 'poster_position',
    starttime: 'starttime',
    links: {
      openreview: 'openreview',
      page: 'oa',
      arxiv: ['arxiv', addressInArxiv],
      code: 'github code',
      project: 'project project_page',
      video: 'video youtube',
      poster: 'poster',
      slides: 'slides',
      // "/attachment/…" of OpenReview.
      supplement: (take) =>
        take.address('supp') ??
        addressIn(take.text('supplementary_material')?.replace(/^(?=\/attachment\/)/, openReview)),
      session: 'url_sess',
    },
    guess: ({ record }) => guessInPapercopilot(record),
    ignored: 'bibtex',
  },
  {
    // Its older tables have journal and year in `source`: "Pens (2014) 3:3 (152-160). Date of Publication: 2014".
    name: 'Embase',
    fits: has('author_names source_title publication_year', 'author_names source open_url_link'),
    title: 'title',
    authors: ['author_names', (value) => namesIn(textIn(value)).map(initialsFirst)],
    abstract: 'abstract',
    year: (take) =>
      take.found('publication_year', yearIn) ?? take.found('source', (value) => yearIn(placeOf(value)[1])),
    conference: (take) =>
      take.found('conference_name source_title', plainIn) ?? take.found('source', (value) => placeOf(value)[0]),
    type: 'publication_type',
    original_id: 'pui',
    keywords: 'author_keywords',
    url: (take, { doi }) => addressOfDoi(doi) ?? take.address('embase_link'),
    doi: 'doi digital_object_identifier_(doi)',
    links: { embase: 'embase_link' },
    ignored: 'source',
  },
  {
    // Names are "Smith J."; a separate column has full names, each followed by a number.
    name: 'Scopus',
    fits: has('source_title title|document_title'),
    title: 'title',
    authors: (take) => namesInScopus(take),
    abstract: ['abstract', (value) => plainIn(value)?.replace(/^\[No abstract available\]$/i, '')],
    year: 'year',
    conference: ['conference_name source_title', plainIn],
    type: 'document_type',
    decision: ['document_type', retractedIn],
    original_id: 'eid',
    keywords: 'author_keywords index_keywords',
    url: 'link',
    doi: 'doi',
    links: { doi: doiLink },
  },
  {
    // `papers.csv`, and its JSON.
    name: 'Mini-Conf',
    fits: has('uid|UID title sessions|UID !conference'),
    title: ['title', plainIn],
    authors: 'authors',
    abstract: 'abstract',
    year: 'year',
    session: 'sessions session',
    decision: 'decision paper_type track',
    original_id: 'UID uid',
    keywords: 'keywords',
    paper_pdf_url: 'pdf_url paper_pdf pdf',
    url: (take) => take.address('url link'),
    doi: 'doi',
    poster_image_url: 'poster poster_url',
  },
  {
    // The project's own format, described in `docs/papers.md`. Values are used literally.
    name: 'Tonstift',
    fits: (record) =>
      'title' in record &&
      ((textIn(record['conference']) !== undefined && textIn(record['year']) !== undefined) ||
        Object.keys(record).every((key) => own.has(key))),
    isOwn: true,
  },
  {
    // Works (`message.items`), and similar CSL-JSON of Zotero and others.
    name: 'Crossref',
    fits: has('title container-title|issued|published|posted|event DOI|type|URL author|!authors'),
    title: (take) => titleWith(lineIn(take.raw('title')), lineIn(take.raw('subtitle'))),
    authors: 'author',
    abstract: 'abstract',
    year: (take) => take.found('published issued posted published-print published-online event-date created', yearIn),
    conference: (take) =>
      firstOf(
        ['container-title', take.plain('container-title')],
        // The group of a preprint is often its subject.
        ['institution', take.text('type') === 'posted-content' ? take.text('institution') : undefined],
        ['event', nameIn(take.raw('event')) ?? take.text('event-title group-title')],
      ),
    type: 'type',
    original_id: (take, { doi }) => take.text('id') ?? doi,
    keywords: 'subject keyword',
    paper_pdf_url: ['link', pdfInLinks],
    url: 'URL',
    doi: 'DOI',
    links: { resource: 'resource.primary.URL', doi: doiLink },
  },
  virtualSite,
  {
    // A record with a title and the keys that most lists use.
    name: 'list',
    fits: has('title|Title|paper_title|article_title'),
    isLoose: true,
    title: 'title paper_title article_title',
    authors: 'authors author author_names creators creator author_list first_author',
    abstract: 'abstract summary abstracttext abstract_text description tldr',
    year: (take) => yearInList(take),
    conference:
      'conference venue booktitle journal conference_name event source publication container_title proceedings ' +
      'journal_name publication_title journal_title pubtitle journals.title publication_venue ' +
      'journal/conference conference/journal journal/venue venue/journal journal/book server publicationname ' +
      'sourcetitle',
    type: 'type item_type document_type documenttype publication_type resource_type.type resource_type doctype genre',
    session: 'session sessions track',
    poster_position: 'poster_position',
    original_id: 'original_id id paper_id paperid key',
    uid: 'uid',
    keywords: 'keywords keyword tags topics subjects categories',
    decision: 'decision status presentation presentation_type type_of_presentation',
    award: 'award awards',
    paper_pdf_url: 'paper_pdf_url pdf pdf_url pdf_link url_pdf openaccesspdf pdfurl downloadurl',
    poster_image_url: 'poster_image_url',
    url:
      'url link site html paper_url url_abs openreview href forum page articleurl article_url fulltexturl ' +
      'fulltext_url paper_link entry_id documenturl',
    // Without sessions or times, the location is a city or an address.
    room_name: (take) => take.text(`room_name room${isProgramme(take.record) ? ' location' : ''}`),
    starttime: 'starttime start_time start',
    endtime: 'endtime end_time end',
    doi: 'doi identifiers.doi',
    links: (take, draft) =>
      take.text('links') ??
      take.links(
        {
          code: 'code github repo code_url',
          project: 'project project_page',
          video: 'video video_url youtube',
          arxiv: ['arxiv arxiv_url arxiv_id', addressInArxiv],
        },
        draft,
      ),
  },
];

/** Returns the shape of a record; undefined if none fits. */
export function shapeOf(record: unknown): { shape: Shape; record: Raw } | undefined {
  if (!isRecord(record)) return undefined;
  const shape = shapes.find((one) => one.fits(record));
  return shape === undefined ? undefined : { shape, record };
}

const nameIn = (value: unknown): string | undefined => textIn(isRecord(value) ? value['name'] : value);

const placeKey = (take: Taker): string | undefined => take.text('@place.from');

/** The day on which a note of OpenReview was published or written. */
const yearOfNote = (take: Taker): Found<number> | undefined =>
  ['pdate', 'odate', 'cdate', 'tcdate']
    .map((from) => ({ value: yearIn(take.raw(`@note.${from}`)), from }))
    .find((one): one is Found<number> => one.value !== undefined);

/** An address, or a number such as 2001.00001. Since 2015 it has five digits, unless a table program dropped a zero. */
function addressInArxiv(value: unknown): string | undefined {
  return textIn(value)?.replace(/^(?:arxiv:)?(?=(?:0\d|1[0-4])\d\d\.\d{4}|\d{4}\.\d{5})/i, 'https://arxiv.org/abs/');
}

/** Guesses from the attached citation and from the addresses. */
function guessInPapercopilot(record: Raw): Reading['guess'] {
  const bibtex = textIn(record['bibtex']) ?? '';
  const [, key = ''] = /^\s*@\w+\{([A-Za-z]+)/.exec(bibtex) ?? [];
  const [, citedYear] = /year\s*=\s*[{"]?(\d{4})/.exec(bibtex) ?? [];
  const inAddresses = <Value>(read: (address: string) => Value): [string, Value][] =>
    ['site', 'oa', 'pdf'].map((name) => [name, read(textIn(record[name]) ?? '')]);
  return {
    year: firstOf(['bibtex', yearIn(citedYear)], ...inAddresses(yearInAddress)),
    conference: firstOf(
      ['bibtex', conferenceNamed(key)],
      ...inAddresses((text) => conferenceOfHost(/^https?:\/\/([^/]+)/.exec(text)?.[1] ?? '')),
      ...inAddresses((text) => conferenceNamed(/content_([A-Za-z]+)_\d{4}/.exec(text)?.[1] ?? '')),
    ),
  };
}

/** Finds the year in `/virtual/2019/`, `content_ICCV_2017`. */
const yearInAddress = (address: string): number | undefined =>
  yearIn(
    [...address.matchAll(/(?<![/_A-Za-z])([/_A-Za-z]+)(\d{4})/g)].find(([, words = '']) =>
      /virtual|paper|content/.test(words),
    )?.[2],
  );

/** Returns the journal, and the part of a source of Embase that begins with the year. */
const placeOf = (source: unknown): string[] => lineIn(source)?.split(/ \((?=\d{4}\) )/) ?? [];

function namesInScopus(take: Taker): string[] {
  const full = take.text('author_full_names');
  const names = take.text('authors author');
  return full === undefined ? namesIn(names).map(initialsFirst) : namesIn([full]);
}

/** "Smith J.A." becomes J.A. Smith. The pattern takes time by the square of the length, so it is for short names. */
const initialsFirst = (name: string): string =>
  (name.length > longestPerson ? name : name.replace(/^(.+?) ((?:\p{Lu}\.[ -]?)+)$/u, '$2 $1')).trim();
const longestPerson = 200;

function pdfInLinks(links: unknown): string | undefined {
  const isPdf = (link: Raw): boolean =>
    /pdf/i.test(textIn(link['content-type']) ?? '') || /\.pdf($|\?)/i.test(textIn(link['URL']) ?? '');
  return addressIn(listOf(links).filter(isRecord).find(isPdf)?.['URL']);
}

/** `year` as it is, unless only another date has a year in it. */
function yearInList(take: Taker): Found | undefined {
  const found = take.found(
    'year publication_year pub_year yearpublished year_published year_of_publication date published issued posted ' +
      'publication_date publicationdate published_date publish_time publishedat pubdate pubtime created starttime ' +
      'update_date',
    yearIn,
  );
  return found === undefined || found.from === 'year' ? take.found('year') : found;
}
