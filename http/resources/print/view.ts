/** The print page: the sheet itself, and beside it what can be chosen. */
import type { AlbumView } from '../../../workers/library/types.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import type { Preview } from '../../../workers/print/print-protocol.js';
import type { Fields } from '../../request/fields.js';
import type { PageView } from '../../response/page.js';
import { drawnSheet, flag, hidden, html, option, path, type Html } from '../../response/html.js';

export interface PrintPage {
  albums: readonly AlbumView[];
  /** Values as they are shown; after a refusal those that were typed. */
  layout: Readonly<Record<LayoutField, unknown>>;
  oids: readonly number[];
  /** By field. */
  problems: Readonly<Record<string, string>>;
  /** Null where there is nothing to show. */
  preview: Preview | null;
  given: Fields;
}

const choices: { readonly [Name in LayoutField]?: readonly (readonly [value: string, words: string])[] } = {
  preset: [
    ['list', 'List: buttons and all tracks'],
    ['tiles', 'Tiles: a card of each album'],
    ['cd', 'CD: a booklet for the case'],
  ],
  page_size: [
    ['A4', 'A4'],
    ['A5', 'A5'],
    ['Letter', 'Letter'],
  ],
  dpi: [
    ['300', '300'],
    ['600', '600'],
    ['1200', '1200'],
    ['2400', '2400'],
  ],
  pixel_size: [
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
    ['4', '4'],
  ],
};

const labels: Readonly<Record<LayoutField, string>> = {
  preset: 'Kind of sheet',
  page_size: 'Paper',
  margin: 'Margin in mm',
  columns: 'Columns, 0 for as many as fit',
  tile_size: 'Size of tile or cover in mm, 0 for usual',
  show_cover: 'Covers',
  show_album_info: 'Title and artist',
  show_controls: 'Back, play, stop, next',
  show_tile_controls: 'The same on each tile',
  show_tracks: 'All tracks',
  show_general_controls: 'Buttons for every album',
  dpi: 'Resolution of the printer in dpi',
  pixel_size: 'Size of a dot in pixels',
};

const contents: readonly LayoutField[] = [
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tile_controls',
  'show_tracks',
  'show_general_controls',
];

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export function printView(page: PrintPage): PageView {
  const body = html`<section class="print">
<div class="head"><h1>Print control sheets</h1></div>
${
  page.albums.length === 0
    ? html`<p class="empty">No albums yet. <a href="${path('/')}">Add music</a>, then print its sheet here.</p>
${firstTime()}`
    : html`<div class="sheet-and-settings">
<div id="preview" class="preview">${problems(page)}${sheet(page)}${shownPage(page)}</div>
${form(page)}</div>`
}
</section>`;
  return { title: 'Print', place: '/print', body, scripts: ['print.js'] };
}

function problems({ problems: given }: PrintPage): Html | false {
  const named = Object.entries(given);
  const list = named.map(([name, why]) => html`<li><strong>${labelOf(name)}</strong> ${why}</li>`);
  return (
    named.length > 0 &&
    html`<div class="note warning" role="alert"><p>The sheet cannot be like this:</p><ul>${list}</ul></div>`
  );
}

const labelOf = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name as LayoutField] : name === 'oids' ? 'Albums' : name;

function sheet({ preview, given, layout }: PrintPage): Html | false {
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
${whereButtonsAre(layout)}`;
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
function shownPage({ preview, given }: PrintPage): Html | false {
  const page = preview === null ? text(given.get('page')) : String(preview.page + 1);
  return page !== '' && page !== '1' && html`<input type="hidden" name="page" value="${page}" form="sheet">`;
}

/** Enter presses the first button of a form: that one shows the sheet. */
function form(page: PrintPage): Html {
  const rows = (names: readonly LayoutField[]): Html[] => names.map((name) => row(name, page));
  return html`<form class="sheet-settings" id="sheet" method="get" action="${path('/print')}" autocomplete="off">
<button class="unseen" tabindex="-1" aria-hidden="true">Show</button>
<p class="actions"><button formaction="${path('/pdf')}" formtarget="_blank">Open the PDF to print</button></p>
<p class="help">Print it at 100 % (<em>actual size</em>), in black, with toner saving off.
The dots are hardly seen, but the pen sees them.</p>
${albumChoice(page)}
<fieldset><legend>What it looks like</legend>
${rows(['preset', 'page_size'])}
<div class="short-fields">${rows(['columns', 'tile_size', 'margin'])}</div></fieldset>
<fieldset><legend>What is on it</legend>${rows(contents)}</fieldset>
<fieldset><legend>The printer</legend>${rows(['dpi', 'pixel_size'])}
<p class="help">The pen does not answer? <a href="${path('/download_oid_images')}">Print the test sheet</a>:
it tells which two numbers suit your printer.</p></fieldset>
<p class="actions sticky"><button class="plain">Show</button>
<button class="plain" formmethod="post" formaction="${path('/print')}"
  name="action" value="save_config">Keep these settings</button></p>
</form>`;
}

function firstTime(): Html {
  return html`<p>For the first time, <a href="${path('/download_oid_images')}">print the test sheet</a>:
it tells which settings suit your printer and your pen.</p>`;
}

function albumChoice({ albums, oids, given }: PrintPage): Html {
  const chosen = new Set(given.has('oids') ? oids : []);
  const words = chosen.size === 0 ? `all ${albums.length}` : `${chosen.size} of ${albums.length}`;
  const tick = ({ oid, album_title: title }: AlbumView): Html =>
    html`<label><input type="checkbox" name="oids" value="${oid}"${flag('checked', chosen.has(oid))}>
<span>${title}</span> <small>${oid}</small></label>`;
  return html`<details class="more"${flag('open', albums.length <= 8)}><summary>Albums: <span>${words}</span></summary>
<div class="choose">${albums.map(tick)}</div>
<p class="help">None ticked prints all.</p></details>`;
}

function row(name: LayoutField, { layout, problems: wrong }: PrintPage): Html {
  const value = layout[name];
  const mark = wrong[name] !== undefined && html` aria-invalid="true"`;
  const options = choices[name];
  if (name.startsWith('show_')) {
    const box = html`<input type="checkbox" name="${name}" value="true"${flag('checked', value === true)}>`;
    return html`<label class="tick">${hidden(name, 'false')}${box} ${labels[name]}</label>`;
  }
  if (options !== undefined) {
    const all = options.map(([one, words]) => option(one, words, text(value) === one));
    return html`<label>${labels[name]} <select name="${name}"${mark}>${all}</select></label>`;
  }
  return html`<label>${labels[name]} <input name="${name}" value="${text(value)}" inputmode="decimal"${mark}></label>`;
}
