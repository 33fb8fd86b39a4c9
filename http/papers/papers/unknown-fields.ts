import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { PaperService } from './service.js';

/** The error for a query with an unknown filter. The library would search for it as text. */
export function unknownFields(
  papers: Pick<PaperService, 'fields' | 'unknownFields'>,
  { query }: { query: string },
): Sentence | null {
  const names = papers.unknownFields(query);
  if (names.length === 0) return null;
  const known = papers.fields.join(', ');
  return say('wrong.no_paper_field', { count: names.length, names: names.slice(0, 5).join(', ').slice(0, 100), known });
}
