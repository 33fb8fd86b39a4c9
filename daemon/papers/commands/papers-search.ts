/** `tonstift papers search`. Also prints the results of the other searches. */
import type { PapersFound, PapersLike } from '../../../http/papers/papers/service.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { UsageError } from '../../cli/usage-error.js';
import { checkFields } from '../found/check-fields.js';
import { withPapers } from './paper-access.js';

export const searchPapers: Command = async (invocation) => {
  const query = invocation.operands.join(' ').trim();
  if (query === '') throw new UsageError('The query is empty: add some words.');
  checkFields(query);
  return withPapers(invocation, async (access) => {
    const found = await access.search({
      query,
      limit: 10,
      conferences: [],
      years: [],
      sessions: [],
      distance_threshold: 1.1,
    });
    if (invocation.options.json) invocation.print(JSON.stringify(found, null, 2));
    else reportFound(invocation, found);
    return exitCodes.done;
  });
};

const nothingFound = {
  'words and meaning': 'No paper contains these words, and none is similar enough.',
  words: 'No paper contains these words.',
  fields: 'No paper contains this in that field.',
  meaning: 'There are no other papers.',
} as const satisfies Record<Reported['by'], string>;

type Reported = Pick<PapersFound | PapersLike, 'papers' | 'by' | 'why' | 'is_whole'>;

export function reportFound({ print }: Invocation, { papers, by, why, is_whole: isWhole }: Reported): void {
  if (by === 'words') print(oneLine(`Found by words only. ${why === null ? '' : String(why)}`.trim()));
  if (!isWhole) print('Older papers are still being indexed; there may be more.');
  if (papers.length === 0) print(nothingFound[by]);
  for (const { title, authors, distance, words, uid, ...paper } of papers) {
    print(oneLine(`${typeof distance === 'number' ? distance.toFixed(3) : '     '}  ${title}`));
    print(oneLine(`       ${authors.join(', ')} · ${venueOf(paper)} · ${uid}`));
    if (words.length > 0) print(oneLine(`       words: ${words.join(', ')}`));
  }
}
