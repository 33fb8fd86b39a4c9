/** The page of saved papers. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, webAddress, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { exportLinks } from './export-links.js';
import { longestNote } from './input.js';
import type { SavedPaperView } from './service.js';

/** A note that was not stored, because it was changed elsewhere meanwhile. */
export interface Unkept {
  uid: string;
  typed: string;
}

export interface SavedPage {
  saved: readonly SavedPaperView[];
  removed: readonly SavedPaperView[];
  total: number;
  page: number;
  pages: number;
  /** The uid of a paper that was just removed. */
  justRemoved?: string | undefined;
  unkept?: Unkept;
}

export function savedView({ saved, removed, total, page, pages, justRemoved, unkept }: SavedPage): PageView {
  const last = removed.find(({ paper }) => paper.uid === justRemoved);
  const body = html`<section class="papers saved">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a></p>
<div class="head"><h1>${say('saved.title')}</h1></div>
${last !== undefined && removedNote(last)}
${total === 0 ? nothing() : exportLinks('/papers/saved/export')}
<ol class="found">${saved.map((one) => entry(one, unkept))}</ol>
${pages > 1 && pager(page, pages)}
${removed.length > 0 && lately(removed)}
</section>`;
  return { title: say('saved.title'), place: '/papers', body, scripts: ['papers/saved.js'] };
}

function entry({ paper, note, saved_at: at, is_gone: isGone }: SavedPaperView, unkept: Unkept | undefined): Html {
  const { uid, title, authors, conference, year } = paper;
  const address = webAddress(paper.url) ?? webAddress(paper.paper_pdf_url);
  const named = address === undefined ? html`${title}` : html`<a href="${address}" rel="noreferrer">${title}</a>`;
  return html`<li class="paper-found" id="p-${uid}"><h2>${named}</h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${conference} ${year} · ${say('saved.at', { at: new Date(at) })}</p>
${isGone && html`<p class="note warning">${say('saved.gone')}</p>`}
${noteForm(uid, note, unkept?.uid === uid ? unkept : undefined)}
<form method="post" action="${path('/papers/saved')}">${hidden('action', 'remove')}${hidden('uid', uid)}
<button class="plain small" aria-label="${say('saved.remove_it', { title })}">${say('saved.remove')}</button>
</form></li>`;
}

/** HTML parsers drop a line break at the start of a textarea, so the template has one. */
function noteForm(uid: string, note: string, unkept: Unkept | undefined): Html {
  const typed = unkept?.typed ?? note;
  const lines = Math.min(12, Math.max(2, typed.split('\n').length));
  return html`<form method="post" action="${path('/papers/saved')}" class="paper-note" data-note
  data-kept="${say('saved.kept')}" data-unkept="${say('saved.unkept')}">
${hidden('action', 'note')}${hidden('uid', uid)}<textarea name="shown" hidden>
${note}</textarea>
${
  unkept !== undefined &&
  html`<div class="note warning" role="alert"><p>${say('saved.changed')}</p>
<p class="stored">${note}</p></div>`
}
<label for="n-${uid}">${say('saved.note')}</label>
<textarea id="n-${uid}" name="note" rows="${lines}" maxlength="${longestNote}">
${typed}</textarea>
<p class="actions"><button class="plain small">${say('saved.keep')}</button> <output></output></p></form>`;
}

const nothing = (): Html => html`<p class="empty">${say('saved.none', { papers: link('/papers') })}</p>`;

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

function pager(page: number, pages: number): Html {
  const to = (n: number): Html =>
    n === page
      ? html`<span aria-current="page">${n}</span>`
      : html`<a href="${path(`/papers/saved?page=${n}`)}">${n}</a>`;
  const near = Array.from({ length: pages }, (_, n) => n + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - page) < 4,
  );
  return html`<nav class="pager" aria-label="${say('papers.more')}">${near.map((n) => [to(n), ' '])}</nav>`;
}
