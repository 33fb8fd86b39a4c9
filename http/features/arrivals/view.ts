/** The last arrivals with their results and actions, on the start page. */
import { say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import type { Show } from '../../slots.js';
import type { Arrival } from './service.js';

/** JSON has more. */
const mostShown = 20;
/** Milliseconds after which a success that was seen is folded, so that nothing moves while a person looks. */
const folds = 10 * 60_000;
/** Milliseconds for which a joining can be undone here; later on the page of the album. */
const undoFor = 24 * 60 * 60_000;
/** All reasons are in the note next to the files. */
const reasonsShown = 3;

interface Shown {
  /** Undefined if it was deleted. */
  albumOf: (oid: number) => AlbumView | undefined;
  show: Show;
}

/**
 * @param unseen number of the newest arrivals that were not seen yet
 */
export function arrivalsPart(arrivals: readonly Arrival[], unseen: number, shown: Shown, now = Date.now()): Html {
  const newest = unseen > 0 ? arrivals[0]?.id : undefined;
  const listed = arrivals.slice(0, mostShown);
  const isFolded = (arrival: Arrival, n: number): boolean =>
    isGood(arrival) && n >= unseen && now - Date.parse(arrival.at) > folds;
  const folded = listed.filter(isFolded);
  const rows = (some: readonly Arrival[]): Html => html`<ul>${some.map((arrival) => row(arrival, shown, now))}</ul>`;
  return html`<section class="arrivals" id="arrivals" data-live data-from="${path('/arrivals')}"
  data-on="arrivals.changed album.removed"${newest !== undefined && html` data-unseen="${newest}"`}>
${newest !== undefined && html`<noscript><img src="${path(`/arrivals/seen?id=${newest}`)}" alt=""></noscript>`}${
    arrivals.length > 0 &&
    html`<div class="arrivals-head"><h2>${say('arrivals.title')}</h2>
${action('clear', arrivals[0]?.id ?? 0, say('arrivals.clear'))}</div>
${rows(listed.filter((arrival, n) => !isFolded(arrival, n)))}${
      folded.length > 0 &&
      html`<details class="more" id="earlier"><summary>${say('arrivals.folded', { count: folded.length })}</summary>
${rows(folded)}</details>`
    }`
  }
</section>`;
}

const isGood = ({ end }: Arrival): boolean => end === 'album' || end === 'joined' || end === 'papers';

/** One line. A failure and a joining also have their reasons and what can be done. */
function row(arrival: Arrival, shown: Shown, now: number): Html {
  const { id, at, end, name, papers, oids } = arrival;
  const good = isGood(arrival);
  const links = linksOf(arrival, shown);
  return html`<li class="arrival ${end}">
<div class="line"><strong class="${good ? 'good' : 'bad'}">${say(`arrivals.end.${end}`, {
    papers,
    count: oids.length,
  })}</strong>
<span class="name">${good && links !== false ? links : name}</span>
<time class="quiet small" datetime="${at}">${say('arrivals.at', { at: new Date(at) })}</time>
${good && action('dismiss', id, '×', say('arrivals.dismiss_one', { name }))}</div>
${end === 'joined' && joining(arrival, shown, now)}${end === 'album' && reasonList(arrival)}${
    !good && details(arrival, links)
  }</li>`;
}

/** Draws what was added and why, with the button that takes it apart again. */
function joining(arrival: Arrival, { albumOf, show }: Shown, now: number): Html {
  const { at, name, oids, tracks, reasons } = arrival;
  const album = albumOf(oids[0] ?? 0);
  const ids = new Set(album?.tracks.map(({ id }) => id));
  const canUndo =
    tracks.length > 0 &&
    tracks.length < ids.size &&
    tracks.every((id) => ids.has(id)) &&
    now - Date.parse(at) < undoFor;
  return html`${reasons.length > 0 && html`<p>${reasons.map((reason) => html`${reason} `)}</p>`}
${album !== undefined && canUndo && html`<div class="actions">${show('arrival.joined', album, tracks, name)}</div>`}`;
}

function reasonList({ reasons }: Arrival): Html {
  const shown = reasons.slice(0, reasonsShown);
  const rest = reasons.length - shown.length;
  return html`${shown.length > 0 && html`<ul class="reasons">${shown.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${rest > 0 && html`<p class="quiet small">${say('arrivals.more_reasons', { count: rest })}</p>`}`;
}

function details(arrival: Arrival, links: Html | false): Html {
  const { id, aside } = arrival;
  return html`${links !== false && html`<p>${links}</p>`}
${reasonList(arrival)}
${aside.length > 0 && html`<p class="quiet small">${say('arrivals.aside', { files: html`${asideOf(arrival)}` })}</p>`}
<div class="actions">${arrival.can_replace && links !== false && action('replace', id, say('arrivals.replace'))}${
    aside.length > 0 &&
    (arrival.can_add ? action('anyway', id, say('arrivals.anyway')) : action('again', id, say('arrivals.again')))
  }
${action('dismiss', id, say('arrivals.dismiss'))}</div>`;
}

/** The first files that were set aside, as paths below the inbox. */
const asideOf = ({ aside }: Arrival): Html[] =>
  aside.slice(0, reasonsShown).map((file, n) => html`${n > 0 && ', '}<code>${file}</code>`);

/** Links to the albums or papers that it became; false if none of them is left. */
function linksOf({ oids, end, name }: Arrival, { albumOf }: Shown): Html | false {
  if (end === 'papers') return html`<a href="${path('/papers')}">${name}</a>`;
  const links = oids.flatMap((oid) => {
    const title = albumOf(oid)?.album_title;
    return title === undefined ? [] : [html`<a href="${path(`/library/${oid}`)}">${title}</a>`];
  });
  return links.length > 0 && html`${links.map((link, n) => [n > 0 && ', ', link])}`;
}

/** @param label the accessible name, if the words are only a sign */
const action = (
  name: 'again' | 'anyway' | 'replace' | 'dismiss' | 'clear',
  id: number,
  words: Words,
  label?: Sentence,
): Html =>
  html`<form method="post" action="${path('/arrivals')}">${hidden('action', name)}${hidden('id', id)}
<button class="plain"${label !== undefined && html` aria-label="${label}"`}>${words}</button></form>`;
