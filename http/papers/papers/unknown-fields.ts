import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { PaperService } from './service.js';

/**
 * The error for a query with an unknown filter, which the library would search for as text, or with an excluded one,
 * which it would demand.
 */
export function unknownFields(
  papers: Pick<PaperService, 'fields' | 'unknownFields' | 'excludedFields'>,
  { query }: { query: string },
): Sentence | null {
  const names = papers.unknownFields(query);
  const [excluded] = papers.excludedFields(query);
  if (names.length === 0) return excluded === undefined ? null : say('wrong.excluded_filter', { field: excluded });
  const known = papers.fields.join(', ');
  return say('wrong.no_paper_field', { count: names.length, names: names.slice(0, 5).join(', ').slice(0, 100), known });
}
