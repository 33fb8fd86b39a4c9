import type { FieldFilter } from '../field-filters.js';

/** All given filters must match. An empty list means no filter. */
export interface PaperSearch {
  /** A part of the title, abstract, authors or keywords, ignoring case. Every character is literal. */
  keyword?: string;
  fieldFilters?: readonly FieldFilter[];
  /** Exact names, like `conferences`. */
  sessions?: readonly string[];
  years?: readonly number[];
  conferences?: readonly string[];
  /** The most papers. All if it is missing. */
  limit?: number;
}
