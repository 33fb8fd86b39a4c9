/** What is to be said about a sheet: where things are that one may look for on it. */
import { html, path, type Html } from '../../response/html.js';
import type { PrintPage } from './print-page.js';
import { labels, text } from './words.js';

export const hints = (page: PrintPage): (Html | false)[] => [
  whereButtonsAre(page.layout),
  wherePicturesAre(page),
  singlePatterns(page.oids, page.layout),
];

/** For who makes a page of his own, in another program. */
function singlePatterns([only, second]: readonly number[], { dpi, pixel_size }: PrintPage['layout']): Html {
  const own = 'A page of your own design?';
  if (only === undefined || second !== undefined)
    return html`<p class="help">${own} Tick one album to get its patterns as single pictures.</p>`;
  const zip = path(`/patterns/${only}.zip?dpi=${text(dpi)}&pixel_size=${text(pixel_size)}`);
  return html`<p class="help">${own} <a href="${zip}" download>The patterns of this album as single pictures</a>
(PNG files of 24 mm in a ZIP).</p>`;
}

/** Tiles without buttons look unfinished to who does not know where those are. */
function whereButtonsAre({
  preset,
  show_tile_controls: onTiles,
  show_general_controls: onceForAll,
}: PrintPage['layout']): Html | false {
  if (preset !== 'tiles' || onTiles === true) return false;
  return onceForAll === true
    ? html`<p class="help">Back, play, stop and next stand once for all tiles, at the end of the sheet.</p>`
    : html`<p class="help">These tiles have the start field only. For back, play, stop and next tick
<em>${labels.show_general_controls}</em>, which prints them once for all,
or <em>${labels.show_tile_controls}</em>.</p>`;
}

/** Whoever wants them and sees none. */
function wherePicturesAre({ albums, oids, layout }: PrintPage): Html | false {
  if (layout.show_track_pictures !== true) return false;
  if (layout.preset !== 'list') return html`<p class="help">Pictures of tracks are printed in lists.</p>`;
  const printed = new Set(oids);
  const some = albums.some(
    ({ oid, tracks }) => printed.has(oid) && tracks.some((track) => track.picture_image !== null),
  );
  return (
    !some &&
    html`<p class="help">No track here has a picture of its own yet.
Give it one with its album in the <a href="${path('/library')}">library</a>.</p>`
  );
}
