/** The print page: the sheet itself, and beside it what can be chosen. */
import type { AlbumView } from '../../../workers/library/types.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import { flag, hidden, html, option, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { PrintPage } from './print-page.js';
import { sheet, shownPage } from './sheet-view.js';
import { choices, contents, labelOf, labels, text } from './words.js';

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
