/** The page that shows one paper of a list after the other, with three buttons. */
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { linksOf } from '../found/addresses.js';
import { savedAddress, screeningAddress } from './address.js';
import { exportLinks } from './export-links.js';
import { screened } from './lists-view.js';
import { decisionNames } from './saved-forms.js';
import { decisions, type Decision, type SavedListView, type SavedPaperView } from './service.js';

export interface Screening {
  lists: readonly SavedListView[];
  /** Null: the page lets the user choose one. */
  list: SavedListView | null;
  /** The first paper that is not screened; null if all are. */
  next: SavedPaperView | null;
}

export function screeningView({ lists, list, next }: Screening): PageView {
  const title = list === null ? say('screening.title') : say('screening.of', { list: list.name });
  const body = html`<section class="papers screening">
<p class="quiet"><a href="${path('/papers/saved')}">${say('saved.title')}</a>
${list !== null && html` · <a href="${path(savedAddress({ list: list.name }))}">${list.name}</a>`}</p>
<div class="head"><h1>${title}</h1></div>
${list === null ? choice(lists) : html`${progress(list)}${next === null ? finished(list) : question(list, next)}`}
</section>`;
  return { title, place: '/papers', body, scripts: list === null ? [] : ['papers/screening.js'] };
}

function choice(lists: readonly SavedListView[]): Html {
  if (lists.length === 0) return html`<p class="empty">${say('screening.none_yet', { papers: link('/papers') })}</p>`;
  const items = lists.map(
    (list) => html`<li><a href="${path(screeningAddress(list.name))}">${list.name}</a> ${progressWords(list)}</li>`,
  );
  return html`<ul class="plain-list">${items}</ul>`;
}

const progressWords = (list: SavedListView): Html =>
  html`<span class="quiet">${say('screening.progress', { done: screened(list), count: list.papers })}</span>`;

function progress(list: SavedListView): Html {
  const counts = decisions.map((decision, n) => [
    n > 0 && ' · ',
    html`<a href="${path(savedAddress({ list: list.name, decision }))}">${say(decisionNames[decision])} ${
      list[decision]
    }</a>`,
  ]);
  return html`<p class="progress-line"><progress value="${screened(list)}" max="${list.papers}"
  aria-label="${say('papers.progress')}"></progress> ${progressWords(list)} <span>${counts}</span></p>`;
}

const keyOf: Readonly<Record<Decision, 'screening.key_yes' | 'screening.key_maybe' | 'screening.key_no'>> = {
  ...{ yes: 'screening.key_yes', maybe: 'screening.key_maybe', no: 'screening.key_no' },
};

function question(list: SavedListView, { paper, lists }: SavedPaperView): Html {
  const { uid, title, authors, abstract } = paper;
  const former = lists.find(({ name }) => name === list.name)?.decision ?? null;
  const button = (decision: Decision): Html => html`<button name="decision" value="${decision}"
  class="${decision}${decision === former && ' is-chosen'}" data-key="${say(keyOf[decision])}">${say(
    decisionNames[decision],
  )} <kbd>${say(keyOf[decision])}</kbd></button>`;
  return html`<article class="card paper-found"><h2>${title}</h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${venueOf(paper)}</p>
${linksOf(paper)}
${
  abstract === ''
    ? html`<p class="quiet">${say('screening.no_abstract')}</p>`
    : html`<p class="abstract">${abstract}</p>`
}
</article>
<div class="decide"><form method="post" action="${path('/papers/screening')}" class="decisions">
${hidden('action', 'decide')}${hidden('list', list.name)}${hidden('uid', uid)}
${decisions.map(button)}</form>
${undoForm(list)}</div>
<p class="quiet help keys">${say('screening.keys')}</p>`;
}

const undoForm = (list: SavedListView): Html | false =>
  screened(list) > 0 &&
  html`<form method="post" action="${path('/papers/screening')}">${hidden('action', 'undo')}${hidden('list', list.name)}
<button class="plain small" data-key="u">${say('screening.undo')} <kbd>u</kbd></button></form>`;

const finished = (list: SavedListView): Html => html`<div class="note done" role="status">
<p>${say('screening.finished')}</p></div>
${undoForm(list)}
${exportLinks(`/papers/saved/export?${new URLSearchParams({ list: list.name }).toString()}`)}`;
