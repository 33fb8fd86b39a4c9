/** Guesses the kind of a paper from the name of its venue, because papers have no field for it. */
import type { Paper } from '../types.js';

export type PaperKind = 'talk' | 'article' | 'preprint';

const preprints = /\b(arxiv|corr|biorxiv|medrxiv|preprints?|ssrn)\b/i;
const meetings = /\b(proceedings|proc|conference|workshop|symposium|meeting|congress)\b/i;
const journals = new RegExp(
  '\\b(journal|transactions|letters|magazine|annals|reviews?|bulletin|archives?|nature|science|plos|zeitschrift' +
    '|tacl|jmlr|tmlr)\\b',
  'i',
);

export function kindOf({ conference }: Paper): PaperKind {
  if (preprints.test(conference)) return 'preprint';
  return !meetings.test(conference) && journals.test(conference) ? 'article' : 'talk';
}
