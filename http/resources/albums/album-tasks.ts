/** Rare actions on an album: cover, adding and deleting tracks, cleanup, deletion. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { isLong } from '../../response/words.js';
import { html, type Html } from '../../response/html.js';
import type { Show } from '../../slots.js';
import type { PenView } from '../pens/service.js';
import { actionForm } from './action-form.js';
import { coverTypes } from './cover-place.js';
import { concernsBefore } from './concerns.js';
import { trackChoice, trackPictures } from './track-pictures.js';

export function albumTasks(album: AlbumView, { pens, show }: { pens: readonly PenView[]; show: Show }): Html {
  const { oid } = album;
  return html`<div class="album-tasks" id="tasks-${oid}" data-live data-on="album.changed:${oid} pens.changed">
<details class="more"><summary>${say('album.more')}</summary>
${actionForm(oid, 'add_cover', newCover(), 'files')}
${trackPictures(album)}
${actionForm(oid, 'add_tracks', newTracks(), 'files')}
${cut(album)}
${actionForm(oid, 'delete_track', oneTrack(album))}
${actionForm(oid, 'cleanup', html`<p>${say('album.cleanup_why')}</p>${button('album.cleanup')}`)}
</details>
${show('album.tasks', album)}
<details class="more delete"><summary>${say('album.delete')}</summary>
${actionForm(oid, 'delete', removal(album, pens))}
</details>
</div>`;
}

const button = (words: SentenceKey): Html => html`<button class="plain">${say(words)}</button>`;

const newCover = (): Html => html`<label>${say('album.new_cover')} <input type="file" name="cover"
  accept="${coverTypes}" required></label>${button('album.use_cover')}`;

const newTracks = (): Html => html`<label>${say('album.more_tracks')}
<input type="file" name="files" multiple required accept="audio/*"></label>${button('album.add_tracks')}`;

/** Only for tracks that are longer than a pen may stay on. */
function cut({ oid, tracks }: AlbumView): Html | false {
  const long = tracks.filter(isLong);
  const fields = html`<label>${say('album.cut_track')} ${trackChoice(long)}</label>
<label>${say('album.cut_minutes')} <input type="number" name="minutes" value="8" min="1" max="60" required></label>
${button('album.cut_it')}`;
  return (
    long.length > 0 && html`${actionForm(oid, 'cut_at_silences', fields)}<p class="help">${say('album.cut_why')}</p>`
  );
}

const oneTrack = ({ tracks }: AlbumView): Html =>
  html`<label>${say('album.remove_track')} ${trackChoice(tracks)}</label>
${button('album.remove_it')}`;

function removal(album: AlbumView, pens: readonly PenView[]): Html {
  const { album_title, num_tracks: tracks } = album;
  const title = html`<strong>${album_title}</strong>`;
  return html`<p>${say('album.delete_why', { title, tracks })} ${concernsBefore(album, pens, 'this')}</p>
<button class="danger">${say('album.delete_it')}</button>`;
}
