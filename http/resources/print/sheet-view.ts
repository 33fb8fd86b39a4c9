/** The preview of the sheet, page by page. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import { drawnSheet, hidden, html, path, type Html } from '../../response/html.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { hints } from './hints.js';
import type { PrintPage } from './print-page.js';
import { text } from './words.js';

export function sheet(shown: PrintPage): Html | false {
  const { preview, given } = shown;
  if (preview === null) return false;
  const { pages, complete, page, svg } = preview;
  const to = (n: number, words: SentenceKey): Html => {
    const target = new URLSearchParams(
      [...given].flatMap(([name, value]) =>
        name === 'page' ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    );
    target.set('page', String(n));
    return html`<a class="button plain" href="${path(`/print?${target.toString()}`)}">${say(words)}</a>`;
  };
  return html`<figure class="paper" data-printed="${say('help.printing.pdf')}">${drawnSheet(svg)}</figure>
<nav class="pager" aria-label="${say('print.pages')}">${page > 0 && to(page, 'pager.previous')}
${complete ? html`<span>${say('print.page_of', { page: page + 1, pages })}</span>` : counting(page, pages)} ${
    (page + 1 < pages || !complete) && to(page + 2, 'pager.next')
  }</nav>
${printedBefore(shown)}
${hints(shown)}`;
}

/** Milliseconds after which a print is not taken back by a click: the sheet is on a wall by then. */
const undone = 24 * 3_600_000;

/** Names the albums that were printed a short time ago, and takes that back. */
function printedBefore({ albums, oids }: PrintPage, now = Date.now()): Html | false {
  const chosen = new Set(oids);
  const isRecent = ({ oid, printed }: AlbumView): boolean =>
    printed.some((sheet) => sheet.oid === oid && now - Date.parse(sheet.at) < undone);
  const recent = albums.filter((album) => chosen.has(album.oid) && isRecent(album));
  const [first] = recent;
  if (first === undefined) return false;
  const title = recent.length === 1 ? first.album_title : '';
  return html`<form class="help printed-before" method="post" action="${path('/print')}">
${hidden('action', 'not_printed')}${hidden('oids', recent.map(({ oid }) => oid).join(','))}
<p>${say('print.printed', { count: recent.length, title })}
<button class="plain">${say('print.not_printed')}</button></p></form>`;
}

/** The page count. The script fills in the total when it is known, and removes the link to a page that is not there. */
function counting(at: number, pages: number): Html {
  const page = at + 1;
  const later = say('print.page_of', { page, pages: '{pages}' });
  return html`<span data-page="${page}" data-counting="${later}">${say('print.page_at_least', { page, pages })}</span>`;
}

/** A hidden field with the current page, so that the next request shows the same page. */
export function shownPage({ preview, given }: PrintPage): Html | false {
  const page = preview === null ? text(given.get('page')) : String(preview.page + 1);
  return page !== '' && page !== '1' && html`<input type="hidden" name="page" value="${page}" form="sheet">`;
}
