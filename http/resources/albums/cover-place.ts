/** The cover on the page of an album. With scripts, another picture can be dropped on it, or chosen by a click. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { html, path, type Html } from '../../response/html.js';
import { cover } from './cover.js';

/** The image types for a cover, for the file dialog. */
export const coverTypes = 'image/jpeg,image/png,image/webp,image/gif,image/bmp';

/** @param tag identifies the content of the cover, so that another picture has another URL */
export function coverPlace(album: AlbumView, tag?: string): Html {
  const { oid, cover_image: image } = album;
  const whole =
    image === null || tag === undefined
      ? cover(album)
      : html`<img class="cover" src="${path(`${image}?v=${tag}`)}" alt="" width="320" height="320">`;
  return html`<div class="cover-place" data-cover="${oid}" data-takes-drop data-accept="${coverTypes}"
  data-saving="${say('album.cover_saving')}" data-saved="${say('album.cover_saved')}"
  data-failed="${say('album.cover_failed', { reason: '{reason}' })}"
  data-unsent="${say('album.cover_unsent')}"
  data-no-file="${say('album.cover_no_file')}">${whole}
<button type="button" class="plain">${say('album.drop_cover')}</button>
<output aria-live="polite"></output></div>`;
}
