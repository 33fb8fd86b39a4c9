/** Tables that databases and tools for reviews export. Columns are in lower case, with `_` for blanks. */
import { doiLink, has, type Shape } from './shape.js';
import { addressOfDoi, plainIn, yearIn } from './values.js';

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
    year: (take) => take.found('publication_year date_published', yearIn),
    conference: ['source_title', plainIn],
    original_id: 'lens_id',
    keywords: 'keywords mesh_terms',
    url: 'external_url source_urls',
    doi: 'doi',
    links: { doi: doiLink },
    type: 'publication_type',
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
