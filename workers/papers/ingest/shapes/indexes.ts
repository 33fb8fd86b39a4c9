/** Databases and services that list papers of many publishers. */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { say } from '../../../base/language/sentence.js';
import { namesIn } from '../authors.js';
import { longest } from '../limits.js';
import { doiLink, firstOf, has, type Shape, type Taker } from './shape.js';
import {
  addressIn,
  addressWith,
  doiIn,
  lineIn,
  listOf,
  plainIn,
  recordIn,
  some,
  textIn,
  textsIn,
  wordsIn,
  yearIn,
  type Raw,
} from './values.js';

export const indexes: readonly Shape[] = [
  {
    // Hits of its search (`result.hits.hit[].info`), and records of its XML.
    name: 'DBLP',
    fits: (record) =>
      'title' in recordIn(record['info']) || /^(conf|journals|books|phd|series)\//.test(textIn(record['@key']) ?? ''),
    prepare: (record) => ({ ...(isRecord(record['info']) ? record['info'] : record), '@hit': record['@id'] }),
    title: ['title', (value) => lineIn(value)?.replace(/(?<=[^.])\.$/, '')],
    authors: ['authors author', (value) => namesIn(value).map(withoutNumber)],
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
    // Other programs have the same columns for type and year, and "Authors".
    fits: has('item_type publication_year !authors'),
    title: 'title',
    authors: ['author', (value) => namesIn(listOf(value))],
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
    // JSON of its API and of Better BibTeX.
    name: 'Zotero',
    fits: has('itemType title'),
    refuse: ({ itemType }) =>
      /^(?:attachment|note|annotation)$/.test(String(itemType)) ? say('paper.attachment') : undefined,
    title: 'title',
    authors: (take) => namesIn(listOf(take.raw('creators')).filter(isZoteroAuthor)),
    abstract: 'abstractNote',
    year: (take) => take.found('date', yearIn),
    conference: ['conferenceName proceedingsTitle publicationTitle bookTitle meetingName repository', plainIn],
    type: 'itemType',
    original_id: 'citationKey key itemKey',
    keywords: ['tags', (tags) => textsIn(listOf(tags).map((tag) => (isRecord(tag) ? tag['tag'] : tag)))],
    url: 'url',
    doi: 'DOI',
    links: { doi: doiLink },
    ignored: '*',
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
    keywords: (take) =>
      take.found('author_keywords ieee_terms index_terms mesh_terms mesh__terms', (value) => some(wordsIn(value)))
        ?.value,
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
      '@words': record['keywords.display_name'],
    }),
    title: 'title display_name',
    authors: 'authorships authors @names',
    abstract: (take) => abstractInIndex(take.raw('abstract_inverted_index')) ?? take.plain('abstract'),
    year: (take) => take.found('publication_year') ?? take.found('publication_date', yearIn),
    conference: (take) => firstOf(['primary_location', inPlaces(take, nameOfPlace) ?? take.plain('@place')]),
    type: 'type type_crossref',
    decision: (take) => (/^true$/i.test(String(take.raw('is_retracted'))) ? 'Retracted' : undefined),
    original_id: ['id', (value) => textIn(value)?.replace(/^https?:\/\/openalex\.org\//, '')],
    keywords: ['keywords @words concepts topics', wordsIn],
    paper_pdf_url: (take) => inPlaces(take, (place) => addressIn(place['pdf_url'])),
    url: (take) =>
      inPlaces(take, (place) => addressIn(place['landing_page_url'])) ??
      take.address('@page doi') ??
      take.address('id'),
    doi: 'doi',
    links: { doi: 'doi', open: 'open_access.oa_url' },
    ignored:
      'primary_location.source.display_name primary_location_display_name authorships.author.display_name ' +
      'authorships_author_display_name primary_location.landing_page_url keywords.display_name',
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
      some(wordsIn(take.raw('fieldsOfStudy'))) ?? categoriesIn(take.raw('s2FieldsOfStudy s2fieldsofstudy')),
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
];

/** DBLP numbers people of one name: "Wei Wang 0001". */
export const withoutNumber = (name: string): string => name.replace(/ 0\d{3}$/, '');

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

/** The main creators of presentations, software and patents are their authors. */
const isZoteroAuthor = (creator: unknown): boolean =>
  /^(?:author|presenter|programmer|inventor)$/.test(String(recordIn(creator)['creatorType']));

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
