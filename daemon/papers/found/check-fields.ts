import { unknownFields } from '../../../http/papers/papers/unknown-fields.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { filterFields, unknownFilters } from '../../../workers/papers/field-filters.js';

/** @throws TonstiftError `bad_field` for an unknown field such as `autor:"…"` */
export function checkFields(query: string): void {
  const problem = unknownFields({ fields: filterFields, unknownFields: unknownFilters }, { query });
  if (problem !== null) throw new TonstiftError('bad_field', problem);
}
