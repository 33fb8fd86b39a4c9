/** The page of papers that are stored twice, with a button that merges them. */
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { DuplicateGroup } from './service.js';

/** All of them are merged, but the page lists the first. */
const mostListed = 200;

export function duplicatesView(groups: readonly DuplicateGroup[]): PageView {
  const more = groups.length - mostListed;
  const body = html`<section class="papers">
<p class="quiet"><a href="${path('/papers/imports')}">${say('paper_imports.title')}</a></p>
<div class="head"><h1>${say('paper_merge.title')}</h1></div>
<p class="help">${say('paper_merge.help')}</p>
${
  groups.length === 0
    ? html`<p class="empty">${say('paper_merge.none')}</p>`
    : html`<form method="post" action="${path('/papers/duplicates')}" class="actions">
<button>${say('paper_merge.it', { count: groups.length })}</button></form>`
}
<ol class="found">${groups.slice(0, mostListed).map(entry)}</ol>
${more > 0 && html`<p>${say('map.more', { count: more })}</p>`}
</section>`;
  return { title: say('paper_merge.title'), place: '/papers', body };
}

const entry = (group: DuplicateGroup): Html =>
  html`<li class="paper-found"><ul>${group.map((paper) => {
    const facts = [paper.authors.slice(0, 3).join(', '), venueOf(paper), paper.doi ?? ''].filter((fact) => fact !== '');
    return html`<li><strong>${paper.title}</strong> <span class="quiet">${facts.join(' · ')}</span></li>`;
  })}</ul></li>`;
