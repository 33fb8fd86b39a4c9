/** The sheet as it will be printed, and what is to be said about it. */
import { drawnSheet, html, path, type Html } from '../../response/html.js';
import type { PrintPage } from './print-page.js';
import { labels, text } from './words.js';

export function sheet({ preview, given, layout, oids }: PrintPage): Html | false {
  if (preview === null) return false;
  const { pages, complete, page, svg } = preview;
  const to = (n: number, words: string): Html => {
    const target = new URLSearchParams(
      [...given].flatMap(([name, value]) =>
        name === 'page' ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    );
    target.set('page', String(n));
    return html`<a class="button plain" href="${path(`/print?${target.toString()}`)}">${words}</a>`;
  };
  const count = complete ? pages : `more than ${pages}`;
  return html`<figure class="paper">${drawnSheet(svg)}</figure>
<nav class="pager" aria-label="Pages of the sheet">${page > 0 && to(page, 'Previous page')}
<span>Page ${page + 1} of ${count}</span> ${page + 1 < pages && to(page + 2, 'Next page')}</nav>
${whereButtonsAre(layout)}
${singlePatterns(oids, layout)}`;
}

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

/** A field of the form that comes and goes with the sheet: what is sent next shows the page that is looked at, too. */
export function shownPage({ preview, given }: PrintPage): Html | false {
  const page = preview === null ? text(given.get('page')) : String(preview.page + 1);
  return page !== '' && page !== '1' && html`<input type="hidden" name="page" value="${page}" form="sheet">`;
}
