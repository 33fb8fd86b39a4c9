/** The start page of the virtual pen: any GME file, or an album of the library. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { fileForm, pictureForm } from './parts.js';
import { testSheetId } from './service.js';

/** Albums listed here; the library page has all. */
const mostNamed = 12;

export function entryView(albums: readonly AlbumView[], maxBytes: number): PageView {
  const body = html`<section class="try narrow" data-takes-drop="gme">
<h1>${say('try.page')}</h1>
<p>${say('try.intro')}</p>
${fileForm(maxBytes)}
${pictureForm(maxBytes)}
${ofTheLibrary(albums)}
<h2>${say('try.sheet')}</h2>
<p>${say('try.sheet_how', { hear: link(`/try/${testSheetId}`) })}</p>
</section>`;
  return { title: say('try.page'), place: null, body, scripts: ['try/try-file.js', 'try/try-picture.js'] };
}

function ofTheLibrary(albums: readonly AlbumView[]): Html | false {
  if (albums.length === 0) return false;
  const entry = ({ oid, album_title: title }: AlbumView): Html =>
    html`<li><a href="${path(`/library/${oid}/try`)}">${title}</a> <small>${oid}</small></li>`;
  return html`<h2>${say('try.albums')}</h2>
<ul class="plain-list">${albums.slice(0, mostNamed).map(entry)}</ul>
${albums.length > mostNamed && html`<p><a href="${path('/library')}">${say('try.all_albums')}</a></p>`}`;
}
