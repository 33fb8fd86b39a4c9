/** The page of what is new: kept searches with the papers imported since, and feeds. */
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { linksOf, pageOf } from '../found/addresses.js';
import { feedsView } from './feeds-view.js';
import { searchAddress, searchName } from './search-name.js';
import type { Feed, KeptSearch, NewPaperView } from './service.js';

export interface AlertsPage {
  /** ISO 8601, UTC: the list has the papers up to this time. */
  at: string;
  searches: readonly KeptSearch[];
  feeds: readonly Feed[];
  /** Only one search was asked for. */
  isOne: boolean;
}

export function alertsView({ at, searches, feeds, isOne }: AlertsPage): PageView {
  const isNew = searches.some(({ count }) => count > 0);
  const body = html`<section class="papers alerts">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a>
${isOne && html`· <a href="${path('/papers/alerts')}">${say('alerts.title')}</a>`}</p>
<div class="head"><h1>${say('alerts.title')}</h1>
${isNew && !isOne && html`<span class="actions">${seenForm(at)}</span>`}</div>
<p class="help">${say('alerts.help')}</p>
${searches.length === 0 && html`<p class="empty">${say('alerts.none', { papers: link('/papers') })}</p>`}
${searches.map((search) => searchSection(search, at, isOne))}
${searches.length > 0 && !isOne && html`<p><a href="${path('/papers/alerts.atom')}">${say('alerts.atom_all')}</a></p>`}
${!isOne && feedsView(feeds)}
</section>`;
  return { title: say('alerts.title'), place: '/papers', body };
}

function searchSection(search: KeptSearch, at: string, isOne: boolean): Html {
  const { id, count, papers, seen_at: since } = search;
  const name = searchName(search);
  const more = count > papers.length;
  return html`<section class="card" id="s-${id}"><h2><a href="${path(searchAddress(search))}">${name}</a></h2>
<p>${say('alerts.count', { count })} <span class="quiet">${say('alerts.since', { at: new Date(since) })}</span></p>
${papers.length > 0 && html`<ol class="found">${papers.map(entry)}</ol>`}
${
  more && !isOne
    ? html`<p><a href="${path(`/papers/alerts?${new URLSearchParams({ id }).toString()}`)}">${say('alerts.more', {
        count,
      })}</a></p>`
    : more && html`<p class="quiet">${say('map.more', { count: count - papers.length })}</p>`
}
<div class="actions">${count > 0 && seenForm(at, search)}
<form method="post" action="${path('/papers/alerts')}">${hidden('action', 'remove')}${hidden('id', id)}
<button class="plain small" aria-label="${say('alerts.remove_it', { name })}">${say('alerts.remove')}</button></form>
<a href="${path(`/papers/alerts.atom?${new URLSearchParams({ id }).toString()}`)}"
  aria-label="${say('alerts.atom_of', { name })}">${say('alerts.atom')}</a></div></section>`;
}

function seenForm(at: string, search?: KeptSearch): Html {
  const label = search !== undefined && html` aria-label="${say('alerts.seen_it', { name: searchName(search) })}"`;
  return html`<form method="post" action="${path('/papers/alerts')}">${hidden('action', 'seen')}${hidden('until', at)}
${search !== undefined && hidden('id', search.id)}
<button class="plain small"${label}>${say(search === undefined ? 'alerts.seen_all' : 'alerts.seen')}</button></form>`;
}

function entry({ paper, added_at: at, import_id: id, import_name: name }: NewPaperView): Html {
  const { title, authors } = paper;
  return html`<li class="paper-found"><h3><a href="${pageOf(paper.uid)}">${title}</a></h3>
<p>${authors.join(', ')}</p>
<p class="quiet">${venueOf(paper)} · ${say('alerts.came', {
    at: new Date(at),
    name,
    import: link(`/papers/imports#i-${id}`),
  })}</p>
${linksOf(paper)}</li>`;
}
