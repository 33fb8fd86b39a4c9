/** The print page: the preview, and the settings next to it. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import { em, flag, hidden, html, link, option, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { PrintPage } from './print-page.js';
import { sheet, shownPage } from './sheet-view.js';
import { choices, contents, labelOf, nameOf, text } from './words.js';

export function printView(page: PrintPage): PageView {
  const body = html`<section class="print">
<div class="head"><h1>${say('print.title')}</h1></div>
${
  page.albums.length === 0
    ? html`<p class="empty">${say('print.empty', { upload: link('/') })}</p>
<p>${say('print.first_time', { sheet: testSheet })}</p>`
    : html`<div class="sheet-and-settings">
<div id="preview" class="preview">${problems(page)}${sheet(page)}${shownPage(page)}</div>
${form(page)}</div>`
}
</section>`;
  return { title: say('page.print'), place: '/print', body, scripts: ['print.js'] };
}

function problems({ problems: given }: PrintPage): Html | false {
  const named = Object.entries(given);
  const list = named.map(([name, why]) => html`<li><strong>${nameOf(name)}</strong> ${why}</li>`);
  return (
    named.length > 0 &&
    html`<div class="note warning" role="alert"><p>${say('print.refused')}</p><ul>${list}</ul></div>`
  );
}

/** Enter activates the first button of a form, so the first one shows the sheet. */
function form(page: PrintPage): Html {
  const rows = (names: readonly LayoutField[]): Html[] => names.map((name) => row(name, page));
  return html`<form class="sheet-settings" id="sheet" method="get" action="${path('/print')}" autocomplete="off">
<button class="unseen" tabindex="-1" aria-hidden="true">${say('print.show')}</button>
<p class="help">${say('print.how', { em })}</p>
${albumChoice(page)}
<fieldset><legend>${say('print.looks')}</legend>
${rows(['preset', 'page_size'])}
<div class="short-fields">${rows(['columns', 'tile_size', 'margin'])}</div></fieldset>
<fieldset><legend>${say('print.contents')}</legend>${rows(contents)}</fieldset>
<fieldset><legend>${say('print.printer')}</legend>${rows(['dpi', 'pixel_size'])}
<p class="help">${say('print.no_answer', { sheet: testSheet })}</p></fieldset>
<p class="actions"><button class="plain without-script">${say('print.show')}</button>
<button class="plain" formmethod="post" formaction="${path('/print')}"
  name="action" value="save_config">${say('print.keep')}</button></p>
<p class="actions sticky"><button formaction="${path('/pdf')}" formtarget="_blank" id="open-pdf">${say('print.open')}
${amount(page)}</button></p>
</form>`;
}

/** Shows how many albums and pages the PDF has. The script fills in the pages if they are not counted yet. */
function amount({ preview, oids }: PrintPage): Html | false {
  if (preview === null) return false;
  const albums = say('count.albums', { count: oids.length });
  return preview.complete
    ? html`<small>${say('print.amount', { albums, pages: preview.pages })}</small>`
    : html`<small data-counting="${say('print.amount_later', { albums, pages: '{pages}' })}">${albums}</small>`;
}

const testSheet = link('/download_oid_images');

function albumChoice({ albums, oids, given }: PrintPage): Html {
  const chosen = new Set(given.has('oids') ? oids : []);
  const byOid = new Map(albums.map((album) => [album.oid, album]));
  // Albums are printed in the order of their checkboxes.
  const inOrder = [
    ...[...chosen].flatMap((oid) => byOid.get(oid) ?? []),
    ...albums.filter(({ oid }) => !chosen.has(oid)),
  ];
  const words = say(chosen.size === 0 ? 'print.all' : 'print.some', { number: chosen.size, total: albums.length });
  const box = (oid: number): Html =>
    html`<input type="checkbox" name="oids" value="${oid}"${flag('checked', chosen.has(oid))}>`;
  // Only three DOM nodes per album, because there may be a thousand albums.
  const tick = ({ oid, album_title: title }: AlbumView): Html =>
    html`<label data-oid="${oid}">${box(oid)}${title}</label>`;
  return html`<details class="more"${flag('open', albums.length <= 8)}>
<summary>${say('print.albums')} <span>${words}</span></summary>
<input type="search" class="with-script" data-narrows="choose" placeholder="${say('print.narrow')}"
  aria-label="${say('print.narrow')}" aria-controls="choose">
<div class="choose" id="choose">${inOrder.map(tick)}</div>
<p class="help">${say('print.none_is_all')}</p></details>`;
}

function row(name: LayoutField, { layout, problems: wrong }: PrintPage): Html {
  const value = layout[name];
  const mark = wrong[name] !== undefined && html` aria-invalid="true"`;
  const options = choices[name];
  if (name.startsWith('show_')) {
    const box = html`<input type="checkbox" name="${name}" value="true"${flag('checked', value === true)}>`;
    return html`<label class="tick">${hidden(name, 'false')}${box} ${labelOf(name)}</label>`;
  }
  if (options !== undefined) {
    const all = options.map(([one, words]) => option(one, words, text(value) === one));
    return html`<label>${labelOf(name)} <select name="${name}"${mark}>${all}</select></label>`;
  }
  return html`<label>${labelOf(name)} <input name="${name}" value="${text(value)}" inputmode="decimal"${mark}></label>`;
}
