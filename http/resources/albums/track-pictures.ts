/** The pictures of single tracks, and forms to add and delete one. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { AlbumView, TrackView } from '../../../workers/library/types.js';
import { em, html, option, path, type Html } from '../../response/html.js';
import { actionForm } from './action-form.js';
import { coverTypes } from './cover-place.js';

export function trackPictures({ oid, tracks }: AlbumView): Html {
  const pictured = tracks.filter(({ picture_image: image }) => image !== null);
  const add = html`<label>${say('album.picture_of')} ${trackChoice(tracks)}</label>
<label>${say('album.picture')} <input type="file" name="picture"
  accept="${coverTypes}" required></label>
<button class="plain">${say('album.use_cover')}</button>`;
  const remove = html`<label>${say('album.unpicture')} ${trackChoice(pictured)}</label>
<button class="plain">${say('album.remove_it')}</button>`;
  return html`${pictured.length > 0 && html`<ul class="track-pictures">${pictured.map(shown)}</ul>`}
${actionForm(oid, 'add_track_picture', add, 'files')}
${pictured.length > 0 && actionForm(oid, 'delete_track_picture', remove)}
<p class="help">${say('album.pictures_why', { em })}</p>`;
}

const nameOf = ({ track_number: number, track_title: title }: TrackView): Sentence =>
  say('album.track_choice', { number, title });

export const trackChoice = (tracks: readonly TrackView[]): Html =>
  html`<select name="id">${tracks.map((track) => option(track.id, nameOf(track)))}</select>`;

const shown = (track: TrackView): Html => html`<li>
<img src="${path(track.picture_image ?? '')}" alt="" width="72" height="72" loading="lazy">${nameOf(track)}</li>`;
