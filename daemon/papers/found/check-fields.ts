import { unknownFields } from '../../../http/papers/papers/unknown-fields.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { excludedFilters, filterFields, unknownFilters } from '../../../workers/papers/field-filters.js';

/** @throws TonstiftError `bad_field` for an unknown field such as `autor:"…"`, or an excluded one */
export function checkFields(query: string): void {
  const service = { fields: filterFields, unknownFields: unknownFilters, excludedFields: excludedFilters };
  const problem = unknownFields(service, { query });
  if (problem !== null) throw new TonstiftError('bad_field', problem);
}
