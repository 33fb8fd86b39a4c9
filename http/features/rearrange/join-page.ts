/** The page for joining another album into this one. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { flag, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from '../../resources/pens/service.js';
import { actionForm } from '../../resources/albums/action-form.js';
import { concernsBefore } from '../../resources/albums/concerns.js';
import { cover } from '../../resources/albums/cover.js';
import type { Candidates } from './join-candidates.js';
import { joinPlaces } from './input.js';

interface Shown {
  q: string;
  /** The tags of the small covers, by OID. */
  covers: ReadonlyMap<number, string>;
  pens: readonly PenView[];
}

/** The maximum number of tracks in one GME file (docs/gme.md, "Limits of the pen"). */
const mostTracks = 99;

export function joinPage(album: AlbumView, found: Candidates, shown: Shown): PageView {
  const { oid, album_title: title } = album;
  const address = path(`/library/${oid}/join`);
  const body = html`<section class="rearrange">
<p class="back"><a href="${path(`/library/${oid}`)}">← ${say('split.cancel')}</a></p>
<h1>${say('join.title', { title })}</h1>
<p>${say('join.intro')}</p>
<p class="quiet">${say('join.undo')}</p>
<form class="find" method="get" action="${address}" role="search" data-finds="join-choices">
<input type="search" name="q" value="${shown.q}" placeholder="${say('join.find_hint')}"
  aria-label="${say('join.find')}">
<button class="plain">${say('join.find')}</button></form>
<div id="join-choices">${found.shown.length > 0 ? choices(album, found, shown) : nothing(shown.q)}</div>
</section>`;
  return { title: say('join.title', { title }), place: '/library', body, scripts: ['find.js'] };
}

const nothing = (words: string): Html =>
  html`<p class="empty">${words === '' ? say('join.alone') : say('join.none', { words })}</p>`;

function choices(album: AlbumView, { shown, more }: Candidates, beside: Shown): Html {
  const { oid, album_title: title } = album;
  const places = joinPlaces.map(
    (place) => html`<label class="choice-line">
<input type="radio" name="place" value="${place}"${flag('checked', place === 'end')}>
${say(`join.${place}`, { title })}</label>`,
  );
  const inside = html`<fieldset class="candidates"><legend>${say('join.choose')}</legend>
${shown.map((other) => candidate(album, other, beside))}</fieldset>
${more > 0 && html`<p class="quiet">${say('join.more', { count: more })}</p>`}
<fieldset><legend>${say('join.where')}</legend>${places}</fieldset>
<p class="actions"><button>${say('join.do')}</button></p>`;
  return actionForm(oid, 'join', inside);
}

function candidate(album: AlbumView, other: AlbumView, { covers, pens }: Shown): Html {
  const { oid, album_title: title, album_artist: artist, num_tracks: tracks } = other;
  const number = album.num_tracks + tracks;
  const isTooLong = number > mostTracks;
  const facts = isTooLong ? say('join.too_long', { number, most: mostTracks }) : concernsBefore(other, pens, 'this');
  return html`<label class="candidate">
<input type="radio" name="other" value="${oid}" required${flag('disabled', isTooLong)}>
${cover(other, covers.get(oid))}
<span><strong>${title}</strong>
<small>${say('join.facts', { artist, named: artist === '' ? 'no' : 'yes', oid, tracks })}</small>
${facts && html`<small>${facts}</small>`}</span></label>`;
}
