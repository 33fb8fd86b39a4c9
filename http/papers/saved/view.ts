/** The page of saved papers. */
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { linksOf, pageOf } from '../found/addresses.js';
import { filterQuery, savedAddress } from './address.js';
import { exportLinks } from './export-links.js';
import { chosenList, listActions, listChoices, type Lists } from './lists-view.js';
import { noteForm, type Unkept } from './note-form.js';
import { listForms, listNames, readForm } from './saved-forms.js';
import type { SavedFilter, SavedPaperView } from './service.js';

export interface SavedPage extends Lists {
  saved: readonly SavedPaperView[];
  removed: readonly SavedPaperView[];
  /** The saved papers that match the filter. */
  total: number;
  page: number;
  pages: number;
  /** The uid of a paper that was just removed. */
  justRemoved?: string | undefined;
  unkept?: Unkept;
}

export function savedView(shown: SavedPage): PageView {
  const { saved, removed, lists, filter, all, total, page, pages, justRemoved, unkept } = shown;
  const list = chosenList(shown);
  const back = savedAddress(filter, page);
  const last = removed.find(({ paper }) => paper.uid === justRemoved);
  const body = html`<section class="papers saved">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a></p>
<div class="head"><h1>${list?.name ?? say('saved.title')}</h1></div>
${last !== undefined && removedNote(last)}
${all > 0 && listChoices(shown)}
${list !== undefined && listActions(list)}
${total === 0 ? nothing(all) : exportLinks(exportAddress(filter))}
<ol class="found">${saved.map((one) => entry(one, back, unkept))}</ol>
${pages > 1 && pager(page, pages, filter)}
${listNames(lists)}
${removed.length > 0 && lately(removed)}
</section>`;
  return { title: list?.name ?? say('saved.title'), place: '/papers', body, scripts: ['papers/saved.js'] };
}

function exportAddress(filter: SavedFilter): string {
  const query = filterQuery(filter);
  return query === '' ? '/papers/saved/export' : `/papers/saved/export?${query}`;
}

function entry(one: SavedPaperView, back: string, unkept: Unkept | undefined): Html {
  const { paper, note, saved_at: at, read_at: read, is_gone: isGone } = one;
  const { uid, title, authors } = paper;
  const named = isGone ? html`${title}` : html`<a href="${pageOf(uid)}">${title}</a>`;
  return html`<li class="paper-found" id="p-${uid}"><h2>${named}</h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${venueOf(paper)} · ${say('saved.at', { at: new Date(at) })}${
    read !== null && html` · ${say('saved.read_at', { at: new Date(read) })}`
  }</p>
${linksOf(paper)}
${isGone && html`<p class="note warning">${say('saved.gone')}</p>`}
${listForms({ uid, saved: one, back })}
${noteForm(uid, note, unkept?.uid === uid ? unkept : undefined)}
<div class="actions">${readForm(uid, one, back)}
<form method="post" action="${path('/papers/saved')}">${hidden('action', 'remove')}${hidden('uid', uid)}
${hidden('back', back)}
<button class="plain small" aria-label="${say('saved.remove_it', { title })}">${say('saved.remove')}</button>
</form></div></li>`;
}

const nothing = (all: number): Html =>
  html`<p class="empty">${all > 0 ? say('saved.none_match') : say('saved.none', { papers: link('/papers') })}</p>`;

const removedNote = (removed: SavedPaperView): Html => html`<div class="note done" role="status">
<p>${say('saved.removed', { title: removed.paper.title })}</p>
${putBack(removed)}</div>`;

const putBack = ({ paper: { uid, title } }: SavedPaperView): Html => html`<form method="post"
  action="${path('/papers/saved')}">${hidden('action', 'restore')}${hidden('uid', uid)}
<button class="plain small" aria-label="${say('saved.restore_it', { title })}">${say('saved.restore')}</button></form>`;

function lately(removed: readonly SavedPaperView[]): Html {
  const list = removed.map((one) => html`<li><span>${one.paper.title}</span> ${putBack(one)}</li>`);
  return html`<details class="card more"><summary>${say('saved.lately')}</summary>
<p class="help">${say('saved.lately_help')}</p>
<ul class="plain-list put-back">${list}</ul></details>`;
}

function pager(page: number, pages: number, filter: SavedFilter): Html {
  const to = (n: number): Html =>
    n === page
      ? html`<span aria-current="page">${n}</span>`
      : html`<a href="${path(savedAddress(filter, n))}">${n}</a>`;
  const near = Array.from({ length: pages }, (_, n) => n + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - page) < 4,
  );
  return html`<nav class="pager" aria-label="${say('papers.more')}">${near.map((n) => [to(n), ' '])}</nav>`;
}
