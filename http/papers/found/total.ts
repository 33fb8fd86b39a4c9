/** The sentence above the results: how many papers contain the words, and what the list has besides. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import type { PaperMatches, PaperQuery, PapersFound } from '../papers/service.js';

/** Quotes, operators, a minus or a star: then a search is more than words side by side. */
const signs = /["“”„«»*]|(?:^|[\s(])(?:AND|OR|NOT)(?=$|[\s)])|(?:^|\s)-\p{L}/u;
const fields = /(?<![\p{L}_])[\p{L}_]+:(?:"[^"]*"|[“”„«»][^"“”„«»]*[“”„«»])/gu;

export function total(
  matches: PaperMatches,
  { query, sort = 'relevance' }: Pick<PaperQuery, 'query' | 'sort'>,
  { by, papers }: Pick<PapersFound, 'by' | 'papers'>,
): Html {
  const text = query.replace(fields, ' ').trim();
  const isPlain = by !== 'fields' && !signs.test(text);
  // A paper that is found by its identifier need not contain it as a word.
  const count = by === 'fields' ? Math.max(matches.papers, papers.length) : matches.papers;
  const words = text.split(/\s+/).length;
  const sentence = say(!isPlain ? 'papers.total_match' : words === 1 ? 'papers.total_word' : 'papers.total_words', {
    count,
  });
  const isSimilar = by === 'words and meaning';
  const isSome = isPlain && words > 1;
  const also = isSome ? (isSimilar ? 'papers.also_both' : 'papers.also_some') : 'papers.also_similar';
  const isMore = sort === 'relevance' && (isSome || (isSimilar && isPlain));
  return html`<p class="total"><strong>${sentence}</strong> ${isMore && say(also)}</p>`;
}
