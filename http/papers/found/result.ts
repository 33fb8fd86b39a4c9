/** A paper in a list of results. */
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import type { Paper } from '../../../workers/papers/types.js';
import { html, path, type Html, type Path } from '../../response/html.js';
import type { PaperFound } from '../papers/service.js';
import { linksOf, pageOf } from './addresses.js';
import { broughtBy } from './brought-by.js';
import { snippetOf } from './snippet.js';

/**
 * @param save the button that saves the paper
 * @param what `itself` has no link to similar papers
 */
export function result(paper: PaperFound, save: Html | false = false, what: 'found' | 'itself' = 'found'): Html {
  const { uid, title, authors, distance, found_by: by } = paper;
  // The slider hides only papers that were found by meaning alone.
  const isByMeaning = by.length === 1 && by[0] === 'meaning';
  const far = typeof distance === 'number' && isByMeaning && html` data-distance="${distance}"`;
  return html`<li class="paper-found" id="p-${uid}"${far}><h2><a href="${pageOf(uid)}">${title}</a></h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${factsOf(paper)}</p>
${abstractOf(paper)}
${broughtBy(paper)}
${linksOf(paper)}
<div class="actions">${save}${what === 'found' && likeLink(paper)}
${
  what === 'found' &&
  html`<label><input type="checkbox" name="uid" value="${uid}" form="selected"
  aria-label="${say('paper_delete.select', { title })}"> ${say('paper_delete.select_it')}</label>`
}</div></li>`;
}

export const factsOf = ({ session, decision = '', award = '', ...paper }: Paper): string =>
  [venueOf(paper), session === 'No session' ? '' : session, decision, award].filter((fact) => fact !== '').join(' · ');

function abstractOf({ abstract, words }: PaperFound): Html | false {
  if (abstract === '') return false;
  const { text, isWhole } = snippetOf(abstract, words);
  return html`<p class="snippet">${text}</p>
${
  !isWhole &&
  html`<details class="more"><summary>${say('papers.abstract')}</summary>
<p class="abstract">${abstract}</p></details>`
}`;
}

/** The page of papers similar to one. */
export const likePath = (uid: string): Path => path(`/papers/like?${new URLSearchParams({ uid }).toString()}`);

const likeLink = ({ uid, title }: PaperFound): Html =>
  html`<a href="${likePath(uid)}"
  aria-label="${say('papers.like_of', { title })}">${say('papers.like')}</a>`;
