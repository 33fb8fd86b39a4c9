/** What brought a paper: its author, words that it has, how near it is; and by what all were searched for. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import { closenessOf } from './near.js';
import type { PaperFound, PapersFound, PapersLike } from './service.js';

type HowFound = Pick<PapersFound | PapersLike, 'by' | 'why' | 'is_whole'>;

/** Above what was found. */
export function howFound({ by, why, is_whole: isWhole }: HowFound): Html {
  const byWords = html`<p class="note" id="found-by-words"><strong>${say('papers.by_words')}</strong> ${why}</p>`;
  return html`${by === 'words' && byWords}
${!isWhole && html`<p class="note">${say('papers.words_not_whole')}</p>`}`;
}

/** Of one paper. */
export function broughtBy({ found_by: by, words, distance }: PaperFound): Html {
  const marked = words.map((word, at) => html`${at > 0 && ', '}<mark>${word}</mark>`);
  return html`${by.includes('author') && html`<p class="brought">${say('papers.of_author')}</p>`}
${words.length > 0 && html`<p class="brought">${say('papers.has_words', { count: words.length, words: marked })}</p>`}
${typeof distance === 'number' && closenessOf(distance)}`;
}
