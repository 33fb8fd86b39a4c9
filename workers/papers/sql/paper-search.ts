import type { FieldFilter } from '../field-filters.js';

/** All that is given must hold; an empty list is no filter. */
export interface PaperSearch {
  /** In the title, abstract, authors or keywords, whatever its case; every character literal. */
  keyword?: string;
  fieldFilters?: readonly FieldFilter[];
  /** Exact, as are the conferences. */
  sessions?: readonly string[];
  years?: readonly number[];
  conferences?: readonly string[];
  /** At most so many; all where it is not given. */
  limit?: number;
}
