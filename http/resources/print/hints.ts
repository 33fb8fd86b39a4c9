/** Hints below a sheet, for things that people look for. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, link, path, type Html, type Part } from '../../response/html.js';
import type { PrintPage } from './print-page.js';
import { isLong } from '../../response/words.js';
import { labelOf, text } from './words.js';

export const hints = (page: PrintPage): readonly Part[] => [
  longTracks(page),
  whereButtonsAre(page.layout),
  wherePicturesAre(page),
  page.layout.show_start_cover === true &&
    html`<p class="help">${say('print.cover_behind', { sheet: link('/download_oid_images') })}</p>`,
  ...page.hints,
  singlePatterns(page.oids, page.layout),
];

function longTracks({ albums, oids }: PrintPage): Html | false {
  const printed = new Set(oids);
  const long = albums.filter(({ oid }) => printed.has(oid)).flatMap(({ tracks }) => tracks.filter(isLong));
  const [first] = long;
  if (first === undefined) return false;
  return html`<p class="help">${say('print.long_tracks', { count: long.length, title: first.track_title })}</p>`;
}

/** For people who design a page in another program. */
function singlePatterns([only, second]: readonly number[], { dpi, pixel_size }: PrintPage['layout']): Html {
  if (only === undefined || second !== undefined) return html`<p class="help">${say('print.own_page_one')}</p>`;
  const zip = path(`/patterns/${only}.zip?dpi=${text(dpi)}&pixel_size=${text(pixel_size)}`);
  const file = (inside: readonly Part[]): Html => html`<a href="${zip}" download>${inside}</a>`;
  return html`<p class="help">${say('print.own_page', { file })}</p>`;
}

/** Tiles without buttons look incomplete if people do not know where the buttons are. */
function whereButtonsAre({
  preset,
  show_tile_controls: onTiles,
  show_general_controls: onceForAll,
}: PrintPage['layout']): Html | false {
  if (preset !== 'tiles' || onTiles === true) return false;
  return onceForAll === true
    ? html`<p class="help">${say('print.buttons_at_end')}</p>`
    : html`<p class="help">${say('print.no_buttons', {
        once: html`<em>${labelOf('show_general_controls')}</em>`,
        each: html`<em>${labelOf('show_tile_controls')}</em>`,
      })}</p>`;
}

/** Explains why no pictures are printed. */
function wherePicturesAre({ albums, oids, layout }: PrintPage): Html | false {
  if (layout.show_track_pictures !== true) return false;
  if (layout.preset !== 'list') return html`<p class="help">${say('print.pictures_in_lists')}</p>`;
  const printed = new Set(oids);
  const some = albums.some(
    ({ oid, tracks }) => printed.has(oid) && tracks.some((track) => track.picture_image !== null),
  );
  return !some && html`<p class="help">${say('print.no_pictures', { library: link('/library') })}</p>`;
}
