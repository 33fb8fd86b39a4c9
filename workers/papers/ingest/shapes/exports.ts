/** Tables that databases and tools for reviews export. Columns are in lower case, with `_` for blanks. */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { doiLink, has, type Shape } from './shape.js';
import { namesIn } from '../authors.js';
import { literalIn } from '../text/literal.js';
import { shortNames } from './pubmed.js';
import {
  addressesIn,
  addressIn,
  addressWith,
  doiIn,
  isPdf,
  lineIn,
  listOf,
  plainIn,
  recordIn,
  retractedIn,
  textIn,
  wordsIn,
  yearIn,
} from './values.js';

export const exports: readonly Shape[] = [
  {
    name: 'Dimensions',
    fits: has('publication_id title pubyear|publication_date'),
    title: 'title',
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => take.found('pubyear publication_date', yearIn),
    conference: ['source_title anthology_title proceedings_title', plainIn],
    original_id: 'publication_id',
    keywords: 'mesh_terms',
    url: (take, { doi }) => addressOfDoi(doi) ?? take.address('source_linkout dimensions_url'),
    doi: 'doi',
    links: { dimensions: 'dimensions_url' },
    type: 'publication_type',
  },
  {
    name: 'Lens',
    fits: has('lens_id title'),
    title: 'title',
    authors: 'author/s authors',
    abstract: 'abstract',
    year: (take) => take.found('publication_year year_published date_published', yearIn),
    conference: ['source_title source.title', plainIn],
    original_id: 'lens_id',
    keywords: 'keywords mesh_terms',
    url: 'external_url source_urls',
    doi: (take) =>
      doiIn(take.raw('doi') ?? listOf(take.raw('external_ids')).find((id) => recordIn(id)['type'] === 'doi')),
    links: { doi: doiLink },
    type: 'publication_type',
  },
  {
    // "Export to Excel". The tagged formats have a separate row.
    name: 'Web of Science',
    fits: has('article_title source_title'),
    title: 'article_title',
    authors: (take) =>
      ['author_full_names authors', 'group_authors'].flatMap((keys) => namesIn(listOf(take.raw(keys)))),
    abstract: 'abstract',
    year: (take) => take.found('publication_year publication_date early_access_date', yearIn),
    conference: ['conference_title source_title', plainIn],
    type: 'document_type publication_type',
    decision: ['document_type', retractedIn],
    original_id: 'ut_(unique_wos_id)',
    keywords: ['author_keywords keywords_plus', wordsIn],
    url: (take, { doi }) =>
      addressOfDoi(doi) ??
      addressWith('https://www.webofscience.com/wos/woscc/full-record/', take.text('ut_(unique_wos_id)')),
    doi: 'doi',
  },
  {
    // Submissions to a conference, as its chairs get them. A star marks the contact: "One, Ada*; Two, Bo".
    name: 'CMT',
    fits: has('paper_title author_names primary_contact_author_name'),
    title: ['paper_title', lineIn],
    authors: ['author_names', (value) => namesIn(textIn(value)?.replaceAll('*', ''))],
    abstract: 'abstract',
    session: 'track_name',
    decision: 'status',
    original_id: 'paper_id',
    keywords: 'primary_subject_area',
    ignored: '*',
  },
  {
    // The results of a search on Springer Link, without abstracts.
    name: 'Springer Link',
    fits: has('item_title item_doi'),
    title: ['item_title', lineIn],
    authors: ['authors', namesInSpringer],
    year: (take) => take.found('publication_year', yearIn),
    conference: ['publication_title book_series_title', plainIn],
    type: 'content_type',
    original_id: 'item_doi',
    url: 'url',
    doi: 'item_doi',
    links: { doi: doiLink },
  },
  {
    // RIS as a table: https://github.com/MrTango/rispy names the columns.
    name: 'ASReview',
    fits: has('type_of_reference title|primary_title'),
    title: ['title primary_title', lineIn],
    authors: 'authors first_authors',
    abstract: 'abstract notes_abstract',
    year: (take) => take.found('year publication_year date', yearIn),
    conference: ['alternate_title3 secondary_title journal_name alternate_title1 publisher', plainIn],
    type: 'type_of_reference',
    original_id: 'id accession_number',
    keywords: 'keywords',
    url: (take, { doi }) =>
      take.address('url urls') ?? addressIn(literalIn(take.text('urls') ?? '')) ?? addressOfDoi(doi),
    doi: 'doi',
    links: { doi: doiLink },
    ignored: '*',
  },
  {
    // "One A,van der Two BC". Its `source` is a host, or a server with a subject.
    name: 'Paperpile',
    fits: has('item_type authors full_journal|archive_prefix|arxiv_id|urls'),
    title: ['title', lineIn],
    authors: ['authors', (value) => shortNames(textIn(value)?.split(',') ?? [])],
    abstract: 'abstract',
    year: (take) => take.found('publication_year date_published', yearIn),
    conference: [
      'full_journal journal proceedings_title book_title conference archive_prefix school institution',
      plainIn,
    ],
    type: 'item_type',
    original_id: 'bibtex_key',
    keywords: 'keywords',
    paper_pdf_url: (take) => addressesIn(take.raw('urls')).find(isPdf),
    url: (take, { doi }) => addressOfDoi(doi) ?? take.address('urls'),
    doi: 'doi',
    links: { arxiv: ['arxiv_id', (id) => addressWith('https://arxiv.org/abs/', textIn(id))] },
    ignored: '*',
  },
  {
    name: 'Covidence',
    fits: has('covidence_# title'),
    title: 'title',
    authors: 'authors',
    abstract: 'abstract',
    year: (take) => take.found('published_year', yearIn),
    conference: ['journal', plainIn],
    original_id: 'covidence_#',
    url: (_take, { doi }) => addressOfDoi(doi),
    doi: 'doi',
  },
];

/** "Ada LovelaceCharles Babbage". A part without a blank belongs to a name such as "Ada DeVries". */
function namesInSpringer(value: unknown): string[] {
  const names: string[] = [];
  for (const part of (textIn(value) ?? '').split(/(?<=\p{Ll})(?<!\bMa?c)(?=\p{Lu})/u)) {
    if (part.includes(' ')) names.push(part);
    else names.push(`${names.pop() ?? ''}${part}`);
  }
  return names;
}
