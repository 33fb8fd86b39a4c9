/** The similarity of a paper, and the limit for it: a distance in the address, words and a bar for people. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import { closenessAt, closenessName } from './closeness.js';

/** The maximum distance of two unit vectors. */
export const farthest = 2;

const limitWords = (distance: number): Sentence =>
  distance >= farthest ? say('papers.however_far') : say(`papers.least.${closenessName(distance)}`);

/**
 * The slider of a search. The script of the page shows its value while it is moved, and hides results that are too far
 * away. It replaces `{number}` and `{total}`.
 */
export const nearForm = (distance: number): Html => html`<div class="near-limit" id="near"
  data-very="${say('papers.least.very')}" data-similar="${say('papers.least.similar')}"
  data-somewhat="${say('papers.least.somewhat')}" data-hardly="${say('papers.least.hardly')}"
  data-however-far="${say('papers.however_far')}"
  data-left="${say('papers.near_enough', { number: '{number}', total: '{total}' })}"
  data-farther="${say('papers.search_farther')}">
<label for="find-distance">${say('papers.how_near')}</label>
<span class="ends"><span class="quiet small" aria-hidden="true">${say('papers.near')}</span>
<input type="range" id="find-distance" name="distance" min="0" max="${Math.max(farthest, distance)}" step="0.01"
  value="${distance}" aria-describedby="near-words">
<span class="quiet small" aria-hidden="true">${say('papers.far')}</span></span>
<output for="find-distance" id="near-words">${limitWords(distance)}</output>
<span class="quiet" id="near-left" role="status"></span></div>`;

/** Shown in each result. */
export const closenessOf = (distance: number): Html => html`<p class="near"><meter min="0" max="1"
  value="${closenessAt(distance).toFixed(3)}" aria-hidden="true"></meter>
${say(`papers.topic.${closenessName(distance)}`)}</p>`;
