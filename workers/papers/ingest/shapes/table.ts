/** Sources in JSON and CSV. Columns of a CSV are in lower case, with `_` for blanks. */
import { isRecord } from '../../../base/input/record.js';
import { say } from '../../../base/language/sentence.js';
import { paperColumns } from '../../types.js';
import { namesIn } from '../authors.js';
import { conferenceNamed, conferenceOfHost } from '../conferences.js';
import { longest } from '../limits.js';
import { addressOfNote, decisionInReplies, placeOfNote, plainContent } from './openreview.js';
import { exports } from './exports.js';
import { repositories } from './repositories.js';
import { services } from './services.js';
import { doiLink, firstOf, has, type Found, type Reading, type Shape, type Taker } from './shape.js';
import { textFormats } from './text-formats.js';
import {
  addressIn,
  addressOfDoi,
  addressWith,
  doiIn,
  lineIn,
  linksOf,
  listOf,
  plainIn,
  plainWordsIn,
  recordIn,
  textIn,
  textsIn,
  wordsIn,
  yearIn,
  type Raw,
} from './values.js';

const own = new Set<string>([...paperColumns, 'uid', 'doi', 'links']);

const isFromPapercopilot = has(
  'title author|author_site author_site|gs_citation|aff_unique_index',
  'title author|author_site status track',
);

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
    host: 'https://openreview.net',
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
  {
    // Hits of its search (`result.hits.hit[].info`), and records of its XML.
    name: 'DBLP',
    fits: (record) =>
      'title' in recordIn(record['info']) || /^(conf|journals|books|phd|series)\//.test(textIn(record['@key']) ?? ''),
    prepare: (record) => ({ ...(isRecord(record['info']) ? record['info'] : record), '@hit': record['@id'] }),
    title: ['title', (value) => lineIn(value)?.replace(/(?<=[^.])\.$/, '')],
    authors: ['authors author', (value) => namesIn(value).map((name) => name.replace(/ \d{4}$/, ''))],
    year: 'year',
    conference: 'venue booktitle journal',
    type: 'type @tag',
    original_id: 'key @key @hit',
    paper_pdf_url: ['ee', (value) => editions(value).find((one) => /\.pdf$/i.test(one ?? ''))],
    url: (take) => editions(take.raw('ee'))[0] ?? pageInDblp(take),
    doi: (take) => doiIn(take.raw('doi')) ?? doiIn(textsIn(take.raw('ee')).find((one) => one.includes('doi.org/'))),
    links: (take, { doi, url }) =>
      take.links({ dblp: pageInDblp, doi: doiLink, other: ['ee', (value) => editions(value)[1]] }, { doi, url }),
    ignored: 'type info url',
  },
  {
    name: 'Zotero',
    fits: has('item_type publication_year'),
    title: 'title',
    authors: 'author',
    abstract: 'abstract_note',
    year: (take) => take.found('publication_year date', yearIn),
    conference: ['conference_name proceedings_title publication_title meeting_name series_title', plainIn],
    type: 'item_type',
    original_id: 'key',
    keywords: (take) => [...new Set([...wordsIn(take.raw('manual_tags')), ...wordsIn(take.raw('automatic_tags'))])],
    url: 'url',
    doi: 'doi',
    links: { doi: doiLink },
  },
  {
    name: 'IEEE Xplore',
    fits: has('document_title'),
    title: 'document_title',
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => take.found('publication_year publication_date online_date issue_date', yearIn),
    conference: ['publication_title', plainIn],
    original_id: (take) => numberInIeee(take) ?? take.text('document_identifier'),
    keywords: (take) => take.found('author_keywords ieee_terms index_terms mesh_terms mesh__terms', someWords)?.value,
    paper_pdf_url: 'pdf_link',
    url: (take, { doi, paper_pdf_url: pdf }) =>
      addressWith('https://ieeexplore.ieee.org/document/', numberInIeee(take)) ?? addressOfDoi(doi) ?? pdf,
    doi: 'doi',
    links: { doi: doiLink },
  },
  {
    // Results of its API (`results`), and lines of its snapshot.
    name: 'OpenAlex',
    fits: (record) =>
      'authorships' in record ||
      'abstract_inverted_index' in record ||
      /^https:\/\/openalex\.org\/W/.test(textIn(record['id']) ?? ''),
    // A CSV has the paths of nested values as columns.
    prepare: (record) => ({
      ...record,
      '@place': record['primary_location.source.display_name'] ?? record['primary_location_display_name'],
      '@names': record['authorships.author.display_name'] ?? record['authorships_author_display_name'],
      '@page': record['primary_location.landing_page_url'],
    }),
    title: 'title display_name',
    authors: 'authorships authors @names',
    abstract: (take) => abstractInIndex(take.raw('abstract_inverted_index')) ?? take.plain('abstract'),
    year: (take) => take.found('publication_year') ?? take.found('publication_date', yearIn),
    conference: (take) => firstOf(['primary_location', inPlaces(take, nameOfPlace) ?? take.plain('@place')]),
    type: 'type type_crossref',
    original_id: ['id', (value) => textIn(value)?.replace(/^https?:\/\/openalex\.org\//, '')],
    keywords: ['keywords concepts topics', wordsIn],
    paper_pdf_url: (take) => inPlaces(take, (place) => addressIn(place['pdf_url'])),
    url: (take) =>
      inPlaces(take, (place) => addressIn(place['landing_page_url'])) ??
      take.address('@page doi') ??
      take.address('id'),
    doi: 'doi',
    links: { doi: 'doi', open: 'open_access.oa_url' },
    ignored:
      'primary_location.source.display_name primary_location_display_name authorships.author.display_name ' +
      'authorships_author_display_name primary_location.landing_page_url',
  },
  {
    // Results of its API (`data`), and its data sets, whose keys are in lower case.
    name: 'Semantic Scholar',
    fits: has('title paperId|corpusId|corpusid'),
    prepare: (record) => ({ ...record, '@ids': record['externalIds'] ?? record['externalids'] }),
    title: 'title',
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => take.found('year') ?? take.found('publicationDate publicationdate', yearIn),
    conference: (take) => take.found('venue publicationVenue journal', textIn),
    type: 'publicationTypes publicationtypes',
    original_id: 'paperId corpusId corpusid',
    keywords: (take) =>
      someWords(take.raw('fieldsOfStudy')) ?? categoriesIn(take.raw('s2FieldsOfStudy s2fieldsofstudy')),
    paper_pdf_url: ['openAccessPdf openaccessinfo', (value) => addressIn(isRecord(value) ? value['url'] : value)],
    url: 'url',
    doi: '@ids.DOI doi',
    links: {
      doi: doiLink,
      arxiv: ['@ids.ArXiv', (id) => addressWith('https://arxiv.org/abs/', textIn(id))],
      anthology: ['@ids.ACL', (id) => addressWith('https://aclanthology.org/', textIn(id), '/')],
    },
    guess: (take) => ({ conference: firstOf(['externalIds.ArXiv', take.text('@ids.ArXiv') && 'arXiv']) }),
    ignored: 'externalIds externalids',
  },
  {
    // Lines of its metadata snapshot.
    name: 'arXiv snapshot',
    fits: has('title authors_parsed', 'title categories versions|update_date'),
    isLatex: true,
    title: 'title',
    authors: (take) => namesInArxiv(take),
    abstract: 'abstract',
    year: (take) =>
      take.found('versions.created', yearIn) ?? take.found('id', yearOfId) ?? take.found('update_date', yearIn),
    original_id: 'id',
    keywords: ['categories', (value) => textIn(value)?.split(/\s+/)],
    paper_pdf_url: ['id', (id) => addressWith('https://arxiv.org/pdf/', textIn(id))],
    url: ['id', (id) => addressWith('https://arxiv.org/abs/', textIn(id))],
    doi: 'doi',
    guess: ({ record }) => ({
      conference: { value: 'arXiv', from: 'authors_parsed' in record ? 'authors_parsed' : 'categories' },
    }),
    ignored: 'update_date',
  },
  {
    // Each list covers one conference and year, which only the file name contains.
    name: 'papercopilot',
    fits: (record) => isFromPapercopilot(record) && textIn(record['conference']) === undefined,
    host: ({ oa }) => /^https?:\/\/[^/]+/.exec(textIn(oa) ?? '')?.[0] ?? '',
    title: ['title', plainIn],
    authors: 'author author_site',
    abstract: 'abstract',
    year: 'year',
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
      arxiv: ['arxiv', (value) => textIn(value)?.replace(/^(?=\d{4}\.\d{4,5})/, 'https://arxiv.org/abs/')],
      code: 'github code',
      project: 'project project_page',
      video: 'video youtube',
      poster: 'poster',
      slides: 'slides',
      supplement: 'supp supplementary_material',
      session: 'url_sess',
    },
    guess: ({ record }) => guessInPapercopilot(record),
    ignored: 'bibtex',
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
      (textIn(record['conference']) !== undefined || Object.keys(record).every((key) => own.has(key))),
    isOwn: true,
  },
  {
    // Works (`message.items`), and similar CSL-JSON of Zotero and others.
    name: 'Crossref',
    fits: has('title container-title|issued|published|posted|event DOI|type|URL'),
    title: (take) => titleWith(lineIn(take.raw('title')), lineIn(take.raw('subtitle'))),
    authors: 'author',
    abstract: ['abstract', (value) => plainIn(value)?.replace(/^(abstract|summary)\s*\n/i, '')],
    year: (take) => take.found('published issued posted published-print published-online event-date created', yearIn),
    conference: (take) =>
      firstOf(
        ['container-title', take.plain('container-title')],
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
  {
    // NeurIPS, ICML, ICLR and others publish `{"results": [{"name", "authors": [{"fullname"}]}]}`.
    name: 'virtual site',
    fits: (record) => 'name' in record && !('title' in record) && Array.isArray(record['authors']),
    prepare: (record) => ({ ...record, '@media': mediaIn(record['eventmedia'], siteOf(record)) }),
    host: siteOf,
    title: ['name', plainIn],
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => take.found('year') ?? yearInSite(take.record),
    conference: (take) => take.found('conference') ?? conferenceInSite(take.record),
    session: ['session eventtype', plainIn],
    decision: 'decision',
    award: 'award awards',
    original_id: 'id uid sourceid',
    keywords: (take) => take.found('keywords', somePlainWords)?.value ?? topicInSite(take),
    poster_position: 'poster_position',
    room_name: ['room_name', plainIn],
    starttime: 'starttime',
    endtime: 'endtime',
    paper_pdf_url: (take) => take.address('paper_pdf_url pdf_url') ?? take.raw('@media.pdf'),
    poster_image_url: (take) => take.address('poster_image_url') ?? take.raw('@media.poster'),
    url: (take) => take.address('paper_url url virtualsite_url sourceurl') ?? take.raw('@media.openreview'),
    doi: 'doi',
    links: (take) => linksInSite(take),
    ignored: 'eventmedia',
  },
  {
    // A record with a title and the keys that most lists use.
    name: 'list',
    fits: has('title|Title|paper_title|article_title'),
    isLoose: true,
    title: 'title paper_title article_title',
    authors: 'authors author author_names creators creator author_list',
    abstract: 'abstract summary abstracttext abstract_text description tldr',
    year: (take) => yearInList(take),
    conference:
      'conference venue booktitle journal conference_name event source publication container_title proceedings ' +
      'journal_name publication_title journal_title pubtitle',
    type: 'type item_type document_type documenttype publication_type resource_type.type resource_type doctype genre',
    session: 'session sessions track',
    poster_position: 'poster_position',
    original_id: 'original_id id paper_id paperid key',
    uid: 'uid',
    keywords: 'keywords keyword tags topics subjects categories',
    decision: 'decision status presentation presentation_type type_of_presentation',
    award: 'award awards',
    paper_pdf_url: 'paper_pdf_url pdf pdf_url pdf_link url_pdf openaccesspdf pdfurl',
    poster_image_url: 'poster_image_url',
    url: 'url link site html paper_url url_abs openreview href forum page',
    room_name: 'room_name room location',
    starttime: 'starttime start_time start',
    endtime: 'endtime end_time end',
    doi: 'doi',
    links: (take, draft) =>
      take.text('links') ??
      take.links(
        {
          code: 'code github repo code_url',
          project: 'project project_page',
          video: 'video video_url youtube',
          arxiv: 'arxiv arxiv_url',
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

/** These return undefined instead of an empty list. */
const someWords = (value: unknown): string[] | undefined => some(wordsIn(value));
const somePlainWords = (value: unknown): string[] | undefined => some(plainWordsIn(value));
const some = (words: string[]): string[] | undefined => (words.length === 0 ? undefined : words);

const placeKey = (take: Taker): string | undefined => take.text('@place.from');

/** The day on which a note of OpenReview was published or written. */
const yearOfNote = (take: Taker): Found<number> | undefined =>
  ['pdate', 'odate', 'cdate', 'tcdate']
    .map((from) => ({ value: yearIn(take.raw(`@note.${from}`)), from }))
    .find((one): one is Found<number> => one.value !== undefined);

/** Addresses of a paper's electronic editions. */
const editions = (value: unknown): (string | undefined)[] => listOf(value).map((one) => addressIn(one));
const pageInDblp = (take: Taker): string | undefined => addressIn(take.raw('url'), 'https://dblp.org');

const numberInIeee = (take: Taker): string | undefined => /arnumber=(\d+)/.exec(take.address('pdf_link') ?? '')?.[1];

/** Returns what the first location has of one thing; `host_venue` in older records. */
const inPlaces = <Value>(take: Taker, read: (place: Raw) => Value | undefined): Value | undefined =>
  ['primary_location', 'best_oa_location', 'host_venue', 'locations']
    .flatMap((key) => take.raw(key))
    .filter(isRecord)
    .map(read)
    .find((value) => value !== undefined);

const nameOfPlace = ({ source, display_name: name, raw_source_name: raw }: Raw): string | undefined =>
  textIn(recordIn(source)['display_name']) ?? textIn(name) ?? textIn(raw);

/** The most words of an abstract. A position of a thousand million must not fill the memory. */
const mostWords = 20_000;

/** Rebuilds an abstract from an inverted index. An abstract beyond the limit is incomplete, and rejected later. */
function abstractInIndex(index: unknown): string | undefined {
  if (!isRecord(index)) return undefined;
  const words: string[] = [];
  let length = 0;
  for (const [word, positions] of Object.entries(index))
    for (const at of [positions].flat()) {
      if (typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at >= mostWords) continue;
      words[at] = word;
      length += word.length + 1;
      // A long word at many positions becomes a text of gigabytes.
      if (length > 2 * longest.abstract) break;
    }
  return plainIn(words.filter((word) => word !== undefined).join(' ')) ?? '';
}

const categoriesIn = (fields: unknown): string[] => [
  ...new Set(textsIn(listOf(fields).map((field) => recordIn(field)['category']))),
];

function namesInArxiv(take: Taker): string[] {
  const written = lineIn(take.raw('authors'), true) ?? '';
  const parsed = namesIn(take.raw('authors_parsed'));
  // Affiliations are in parentheses.
  return written === '' || (/[()]/.test(written) && parsed.length > 0) ? parsed : namesIn(written);
}

/** 0704.0001 is from April 2007, hep-ph/9901001 from January 1999. */
function yearOfId(id: unknown): number | undefined {
  const [, two] = /^(?:[a-z-]+(?:\.[A-Z]{2})?\/)?(\d\d)(?:0[1-9]|1[0-2])[\d.]/.exec(textIn(id) ?? '') ?? [];
  if (two === undefined) return undefined;
  return Number(two) > 90 ? 1900 + Number(two) : 2000 + Number(two);
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

function namesInScopus(take: Taker): string[] {
  const full = take.text('author_full_names')?.replace(/ ?\(\d+\)/g, '');
  const names = take.text('authors author');
  return full === undefined ? namesIn(names).map(initialsFirst) : namesIn(full);
}

/** "Smith J.A." becomes J.A. Smith. The pattern takes time by the square of the length, so it is for short names. */
const initialsFirst = (name: string): string =>
  (name.length > longestPerson ? name : name.replace(/^(.+?) ((?:\p{Lu}\.[ -]?)+)$/u, '$2 $1')).trim();
const longestPerson = 200;

const titleWith = (title: string | undefined, subtitle: string | undefined): string | undefined =>
  title === undefined || subtitle === undefined ? title : `${title}: ${subtitle}`;

function pdfInLinks(links: unknown): string | undefined {
  const isPdf = (link: Raw): boolean =>
    /pdf/i.test(textIn(link['content-type']) ?? '') || /\.pdf($|\?)/i.test(textIn(link['URL']) ?? '');
  return addressIn(listOf(links).filter(isRecord).find(isPdf)?.['URL']);
}

/** One keyword, such as "Deep Learning → Theory". */
const topicInSite = (take: Taker): string[] =>
  [take.plain('topic')]
    .filter((topic) => topic !== undefined)
    .map((topic) =>
      topic
        .split('->')
        .map((part) => part.trim())
        .join(' → '),
    );

/** Finds the site's host in an address: of the authors, or of the site's own files. */
function siteOf(record: Raw): string {
  const addresses = listOf(record['authors']).map((author) => textIn(recordIn(author)['url']));
  const found = [...addresses, textIn(record['virtualsite_url'])]
    .map((address) => /^https?:\/\/((?:[\w-]+\.)*[\w-]+\.cc)(?=\/)/i.exec(address ?? '')?.[1])
    .find((host) => host !== undefined);
  return found === undefined ? '' : `https://${found}`;
}

/** Returns PDF, poster, slides and other media by name. */
function mediaIn(media: unknown, host: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of Array.isArray(media) ? media.filter(isRecord) : []) {
    const name = (textIn(one['name']) ?? textIn(one['type']) ?? '').toLowerCase().replace(/[^a-z]+/g, '');
    const address = addressIn(one['uri'], host) ?? addressIn(one['url'], host) ?? addressIn(one['file'], host);
    if (address !== undefined && name !== '') found[name] ??= address;
  }
  return found;
}

/** "https://openreview.net/group?id=NeurIPS.cc/2023/Conference". */
const groupOf = (record: Raw): RegExpExecArray | null =>
  /[?&]id=([A-Za-z]+)\.cc\/(\d{4})/.exec(textIn(record['sourceurl']) ?? '');

const yearInSite = (record: Raw): Found | undefined =>
  firstOf(
    ['sourceurl', yearIn(groupOf(record)?.[2])],
    ['virtualsite_url', yearIn(/\/virtual\/(\d{4})\//.exec(textIn(record['virtualsite_url']) ?? '')?.[1])],
    ['starttime', yearIn(record['starttime'])],
  );

const conferenceInSite = (record: Raw): Found | undefined =>
  firstOf(
    ['sourceurl', conferenceNamed(groupOf(record)?.[1] ?? '')],
    ['authors', conferenceOfHost(siteOf(record).replace(/^https?:\/\//, ''))],
  );

const linksInSite = (take: Taker): string | undefined =>
  linksOf({ ...recordIn(take.record['@media']), site: take.address('virtualsite_url') }, [
    take.address('paper_url url virtualsite_url sourceurl'),
    take.address('paper_pdf_url pdf_url'),
  ]);

/** `year` as it is, unless only another date has a year in it. */
function yearInList(take: Taker): Found | undefined {
  const found = take.found(
    'year publication_year pub_year date published publication_date published_date pubdate created starttime ' +
      'update_date',
    yearIn,
  );
  return found === undefined || found.from === 'year' ? take.found('year') : found;
}
