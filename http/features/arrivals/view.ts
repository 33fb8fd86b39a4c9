/** The last arrivals with their results and actions, on the start page. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { Arrival } from './service.js';

/** JSON has more. */
const mostShown = 20;
/** All reasons are in the note next to the files. */
const reasonsShown = 3;

/**
 * @param unseen number of the newest arrivals that were not seen yet
 * @param titleOf returns the title of an album; undefined if it was deleted
 */
export function arrivalsPart(
  arrivals: readonly Arrival[],
  unseen: number,
  titleOf: (oid: number) => string | undefined,
): Html {
  const newest = unseen > 0 ? arrivals[0]?.id : undefined;
  return html`<section class="arrivals" id="arrivals" data-live data-from="${path('/arrivals')}"
  data-on="arrivals.changed album.removed"${newest !== undefined && html` data-unseen="${newest}"`}>
${newest !== undefined && html`<noscript><img src="${path(`/arrivals/seen?id=${newest}`)}" alt=""></noscript>`}${
    arrivals.length > 0 &&
    html`<h2>${say('arrivals.title')}</h2>
<ul>${arrivals.slice(0, mostShown).map((arrival) => row(arrival, titleOf))}</ul>`
  }
</section>`;
}

function row(arrival: Arrival, titleOf: (oid: number) => string | undefined): Html {
  const { at, end, name, reasons, papers, oids, aside } = arrival;
  const isGood = end === 'album' || end === 'joined' || end === 'papers';
  const shown = reasons.slice(0, reasonsShown);
  const rest = reasons.length - shown.length;
  return html`<li class="arrival ${end}">
<p><strong class="${isGood ? 'good' : 'bad'}">${say(`arrivals.end.${end}`, { papers, count: oids.length })}</strong>
<span class="name">${name}</span>
<time class="quiet small" datetime="${at}">${say('arrivals.at', { at: new Date(at) })}</time></p>
${albumLinks(arrival, titleOf)}
${shown.length > 0 && html`<ul class="reasons">${shown.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${rest > 0 && html`<p class="quiet small">${say('arrivals.more_reasons', { count: rest })}</p>`}
${aside.length > 0 && html`<p class="quiet small">${say('arrivals.aside', { files: html`${asideOf(arrival)}` })}</p>`}
<div class="actions">${aside.length > 0 && action(arrival, 'again', say('arrivals.again'))}
${action(arrival, 'dismiss', say('arrivals.dismiss'))}</div>
</li>`;
}

/** The first files that were set aside, as paths below the inbox. */
const asideOf = ({ aside }: Arrival): Html[] =>
  aside.slice(0, reasonsShown).map((file, n) => html`${n > 0 && ', '}<code>${file}</code>`);

function albumLinks({ oids, end }: Arrival, titleOf: (oid: number) => string | undefined): Html | false {
  if (end === 'papers') return html`<p>${link('/papers')([say('page.papers')])}</p>`;
  const links = oids.flatMap((oid) => {
    const title = titleOf(oid);
    return title === undefined ? [] : [html`<a href="${path(`/library/${oid}`)}">${title}</a>`];
  });
  return links.length > 0 && html`<p>${links.map((link, n) => [n > 0 && ', ', link])}</p>`;
}

const action = ({ id }: Arrival, name: 'again' | 'dismiss', words: Sentence): Html =>
  html`<form method="post" action="${path('/arrivals')}">${hidden('action', name)}${hidden('id', id)}
<button class="plain">${words}</button></form>`;
