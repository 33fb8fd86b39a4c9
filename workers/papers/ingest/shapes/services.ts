/** Answers and dumps of services, in JSON. */
import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { conferenceNamed } from '../conferences.js';
import { doiLink, firstOf, has, type Found, type Shape, type Taker } from './shape.js';
import { addressWith, lineIn, listOf, partOf, plainIn, recordIn, textIn, textsIn, yearIn, type Raw } from './values.js';

export const services: readonly Shape[] = [
  {
    // `papers-with-abstracts.json`.
    name: 'Papers with Code',
    fits: has('title url_abs url_pdf proceeding|paper_url'),
    title: 'title',
    authors: 'authors',
    abstract: 'abstract short_abstract',
    year: (take) => firstOf(['proceeding', proceedingOf(take)?.year]) ?? take.found('date', yearIn),
    conference: (take) => firstOf(['proceeding', proceedingOf(take)?.conference]),
    original_id: 'arxiv_id openreview_id nips_id paper_url',
    keywords: ['tasks', (value) => listOf(value).map((task) => textIn(task) ?? lineIn(recordIn(task)['task']) ?? '')],
    paper_pdf_url: 'conference_url_pdf url_pdf',
    url: 'conference_url_abs url_abs paper_url',
    links: { code: 'paper_url', arxiv: ['arxiv_id', (id) => addressWith('https://arxiv.org/abs/', textIn(id))] },
    guess: (take) => ({ conference: firstOf(['arxiv_id', take.text('arxiv_id') && 'arXiv']) }),
    ignored: 'date',
  },
  {
    // Documents of its API (`response.docs`).
    name: 'NASA ADS',
    fits: has('bibcode title'),
    title: ['title', lineIn],
    authors: 'author',
    abstract: 'abstract',
    year: (take) => take.found('year pubdate date', yearIn),
    conference: ['pub pub_raw', lineIn],
    original_id: 'bibcode',
    keywords: 'keyword',
    url: ['bibcode', (code) => addressWith('https://ui.adsabs.harvard.edu/abs/', textIn(code))],
    doi: 'doi',
    links: { doi: doiLink },
    type: 'doctype',
  },
  {
    // Records of its API (`hits.hits`).
    name: 'INSPIRE',
    fits: (record) => 'title' in recordIn(listOf(metadataOf(record)['titles'])[0]),
    prepare: (record) => ({ ...metadataOf(record), '@id': record['id'] ?? record['control_number'] }),
    isLatex: true,
    title: 'titles.title',
    authors: (take) => [...namesIn(take.raw('authors')), ...textsIn(take.raw('collaborations'))],
    abstract: 'abstracts.value',
    year: (take) => firstOf(['publication_info', yearIn(take.raw('publication_info.year'))]) ?? earliest(take),
    conference: (take) => take.found('publication_info.journal_title publication_info.pubinfo_freetext', lineIn),
    original_id: '@id control_number',
    keywords: ['keywords', (value) => textsIn(value)],
    paper_pdf_url: ['arxiv_eprints.value', (id) => addressWith('https://arxiv.org/pdf/', textIn(id))],
    url: (take) => addressWith('https://inspirehep.net/literature/', take.text('@id')),
    doi: 'dois.value',
    links: {
      doi: doiLink,
      arxiv: ['arxiv_eprints.value', (id) => addressWith('https://arxiv.org/abs/', textIn(id))],
    },
    guess: (take) => ({ conference: firstOf(['arxiv_eprints', take.text('arxiv_eprints.value') && 'arXiv']) }),
    type: 'document_type',
    ignored: 'metadata id',
  },
  {
    // Results of its API (`resultList.result`).
    name: 'Europe PMC',
    fits: has('authorString|authorList|abstractText title source|pmid|pubYear'),
    title: ['title', (value) => lineIn(value)?.replace(/(?<!\.)\.$/, '')],
    authors: (take) => namesInEuropePmc(take),
    abstract: 'abstractText',
    year: (take) => take.found('pubYear journalInfo.yearOfPublication firstPublicationDate', yearIn),
    conference: (take) => take.found('journalInfo.journal.title journalTitle bookOrReportDetails.publisher', plainIn),
    original_id: 'pmid pmcid id',
    keywords: ['keywordList.keyword', (value) => textsIn(value)],
    url: (take) => {
      const [source, id] = [take.text('source'), take.text('id')];
      return id === undefined ? undefined : `https://europepmc.org/article/${source ?? 'MED'}/${id}`;
    },
    doi: 'doi',
    links: { doi: doiLink },
    type: 'pubTypeList.pubType pubType',
  },
  {
    // Records of its API (`data`).
    name: 'DataCite',
    fits: ({ attributes }) => 'title' in recordIn(partOf(attributes, 'titles', '0') ?? firstTitle(attributes)),
    prepare: ({ attributes }) => recordIn(attributes),
    title: ['titles.title', lineIn],
    authors: 'creators',
    abstract: 'descriptions.description',
    year: (take) => take.found('publicationYear published', yearIn),
    conference: ['container.title', lineIn],
    original_id: 'doi',
    keywords: ['subjects', (value) => textsIn(listOf(value).map((one) => recordIn(one)['subject']))],
    url: 'url',
    doi: 'doi',
    links: { doi: doiLink },
    type: 'types.resourceTypeGeneral types.bibtex',
    ignored: 'attributes id',
  },
];

const metadataOf = (record: Raw): Raw => (isRecord(record['metadata']) ? record['metadata'] : record);
const firstTitle = (attributes: unknown): unknown => listOf(recordIn(attributes)['titles'])[0];
const earliest = (take: Taker): Found<number> | undefined =>
  take.found('earliest_date preprint_date legacy_creation_date', yearIn);

/** "NeurIPS 2020 12": name, year and month. */
function proceedingOf(take: Taker): { conference: string; year: number } | undefined {
  const [, name, year] =
    /^(\S[^\d]{0,80}?)[ -](\d{4})(?:[ -]\d{1,2})?$/.exec(take.text('proceeding')?.trim() ?? '') ?? [];
  if (name === undefined) return undefined;
  return { conference: conferenceNamed(name) ?? name, year: Number(year) };
}

/** `authorString` is "Example A, Sample B." */
function namesInEuropePmc(take: Taker): string[] {
  const initialsFirst = (name: string): string => name.trim().replace(/^(\S.{0,100}) (\p{Lu}{1,4})$/u, '$2 $1');
  const listed = listOf(take.raw('authorList.author')).flatMap((one) => {
    const named = namesIn([one]);
    return isRecord(one) && 'collectiveName' in one ? named : named.map(initialsFirst);
  });
  const names =
    take
      .text('authorString')
      ?.replace(/\.\s*$/, '')
      .split(/,\s*/) ?? [];
  return listed.length > 0 ? listed : names.map(initialsFirst);
}
