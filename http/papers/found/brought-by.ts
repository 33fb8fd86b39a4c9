/** Shows why a paper was found: by its author, its words or its meaning; and what kind of search was possible. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import { closenessOf } from '../papers/near.js';
import type { PaperFound, PapersFound, PapersLike } from '../papers/service.js';

type HowFound = Pick<PapersFound | PapersLike, 'by' | 'why' | 'is_whole'>;

/** Shown above the results. */
export function howFound({ by, why, is_whole: isWhole }: HowFound): Html {
  const byWords = html`<p class="note" id="found-by-words"><strong>${say('papers.by_words')}</strong> ${why}</p>`;
  return html`${by === 'words' && byWords}
${!isWhole && html`<p class="note">${say('papers.words_not_whole')}</p>`}`;
}

/** Shown in each result. */
export function broughtBy({ found_by: by, words, distance }: PaperFound): Html {
  const marked = words.map((word, at) => html`${at > 0 && ', '}<mark>${word}</mark>`);
  return html`<div class="found-by">${by.includes('author') && html`<p class="brought">${say('papers.of_author')}</p>`}
${words.length > 0 && html`<p class="brought">${say('papers.has_words', { count: words.length, words: marked })}</p>`}
${typeof distance === 'number' && closenessOf(distance)}</div>`;
}
