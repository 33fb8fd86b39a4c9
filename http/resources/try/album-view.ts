/** The sheet of an album at finger size: a tapped field plays what the pen will play. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { drawnSheet, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { actionForm } from '../albums/action-form.js';
import { cover } from '../albums/cover.js';
import { formOfTaps, heard, otherFile, player, whatItDid, type LastTap } from './parts.js';

export interface AlbumTry extends LastTap {
  /** As `PrintService.board` draws it. */
  board: string;
  /** What stands for the content of the cover; undefined without one. */
  cover: string | undefined;
  /** Of a file that is sent to be heard. */
  maxBytes: number;
}

export function albumTryView(album: AlbumView, shown: AlbumTry): PageView {
  const { oid, album_title: title } = album;
  const body = html`<article class="try" data-takes-drop="gme">
${head(album, shown.cover)}
${heard({ oid }, shown)}
<div class="try-parts">
<div class="paper board" id="board">${drawnSheet(shown.board)}</div>
<div class="beside"><p class="help">${say('try.how')}</p>
${whatItDid(shown)}
${otherFile(shown.maxBytes)}</div>
</div>
${player()}
${formOfTaps({ oid }, shown)}
</article>`;
  return {
    title: say('try.title', { title }),
    place: '/library',
    body,
    scripts: ['try.js', 'try-file.js', 'try-picture.js'],
  };
}

/** What is missing, and how it comes to be; the page goes on by itself when it is there. */
export function unreadyView(album: AlbumView): PageView {
  const { oid, album_title: title, gme_state: state, gme_error: reason } = album;
  const make = html`<button>${say(state === 'failed' ? 'album.make_again' : 'album.make')} <small>GME</small></button>`;
  const body = html`<article class="try">
${head(album, undefined)}
<div id="try-${oid}" data-live data-on="album.changed:${oid} library.changed">
<p>${say('try.unready')}</p>
${
  state === 'building'
    ? html`<p class="busy">${say('album.building')}</p>`
    : html`${state === 'failed' && html`<p class="bad">${say('album.failed', { reason: reason ?? '' })}</p>`}
${actionForm(oid, 'create_gme', make)}`
}</div>
</article>`;
  return { title: say('try.title', { title }), place: '/library', body, scripts: ['try-ready.js'] };
}

/** @param tag of what the cover holds; undefined without one */
function head(album: AlbumView, tag: string | undefined): Html {
  const { oid, album_title: title } = album;
  return html`<p class="back"><a href="${path(`/library/${oid}`)}">← ${title}</a></p>
<div class="try-head">${cover(album, tag)}<h1>${say('try.title', { title })}</h1></div>`;
}
