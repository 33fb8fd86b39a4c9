/** Small drawings of why a sheet may be silent. Their texts are for people who do not see them. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';

/** A finger tip and its number in the order of taps. */
const tap = (x: number, y: number, order: number): Html =>
  html`<g transform="translate(${x} ${y})"><circle r="9" class="mark"></circle>
<text y="4" text-anchor="middle" class="on-mark">${order}</text></g>`;

/** A sheet with start field and tracks: the start field is tapped first. */
export const orderPicture: Html = html`<svg class="picture" viewBox="0 0 96 72" role="img"
aria-label="${say('first.reason.order.picture')}">
<rect x="8" y="4" width="80" height="64" rx="3" class="sheet"></rect>
<rect x="16" y="12" width="28" height="28" rx="2" class="field"></rect>
<path d="M25 23a7 7 0 1 0 10 0M30 18v8" class="line"></path>
<rect x="52" y="12" width="28" height="28" rx="2" class="cover"></rect>
<rect x="16" y="46" width="64" height="6" rx="1" class="field"></rect>
<rect x="16" y="56" width="64" height="6" rx="1" class="field"></rect>
${tap(46, 34, 1)}${tap(72, 54, 2)}</svg>`;

const ticks = [10, 20, 30, 40, 50, 60, 70, 80].map((x) => `M${x + 3} 66v-6`).join('');

/** A sheet that was made smaller, above a ruler. */
export const scalePicture: Html = html`<svg class="picture" viewBox="0 0 96 72" role="img"
aria-label="${say('first.reason.scale.picture')}">
<rect x="20" y="3" width="56" height="46" rx="2" class="sheet"></rect>
<rect x="28" y="9" width="40" height="34" class="field" stroke-dasharray="3 2"></rect>
<text x="48" y="30" text-anchor="middle" class="bad-words">97 %</text>
<path d="M5 54h86v14H5z" class="sheet"></path><path d="${ticks}" class="line"></path></svg>`;

/** Rows of dots, of which every third is missing or faint. */
const dots = (left: number, isSaving: boolean): Html[] =>
  [0, 1, 2, 3, 4].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const isFaint = isSaving && (row + 2 * column) % 3 !== 0;
      return html`<circle cx="${left + column * 9}" cy="${18 + row * 9}" r="2.4"
class="${isFaint ? 'faint dot' : 'dot'}"></circle>`;
    }),
  );

/** A field with all its dots, next to one that toner saving has thinned out. */
export const tonerPicture: Html = html`<svg class="picture" viewBox="0 0 96 72" role="img"
aria-label="${say('first.reason.toner.picture')}">
<rect x="4" y="8" width="40" height="56" rx="2" class="sheet"></rect>
<rect x="52" y="8" width="40" height="56" rx="2" class="sheet"></rect>
${dots(10.5, false)}${dots(58.5, true)}
<path d="M54 10l36 52M90 10L54 62" class="wrong"></path></svg>`;
