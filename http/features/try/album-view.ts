/** The sheet of an album on the screen, in finger size. A tapped field plays what the pen will play. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { drawnSheet, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { actionForm } from '../../resources/albums/action-form.js';
import { cover } from '../../resources/albums/cover.js';
import { formOfTaps, heard, otherFile, player, whatItDid, type LastTap } from './parts.js';

export interface AlbumTry extends LastTap {
  /** The result of `PrintService.board`. */
  board: string;
  /** Identifies the content of the cover; undefined if there is none. */
  cover: string | undefined;
  /** The upload limit for another GME file. */
  maxBytes: number;
}

export function albumTryView(album: AlbumView, shown: AlbumTry): PageView {
  const { oid, album_title: title } = album;
  const body = html`<article class="try" data-takes-drop="gme">
${head(album, shown.cover)}
${heard({ oid }, shown)}
<div class="try-parts">
<div class="paper board${shown.tap !== undefined && ' tapped'}" id="board"
  data-printed="${say('help.printing.pdf')}">${drawnSheet(shown.board)}</div>
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
    scripts: ['try/try.js', 'try/try-file.js', 'try/try-picture.js'],
  };
}

/** Says why the file is missing, with a button to build it. The page continues automatically when the file is ready. */
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
  return { title: say('try.title', { title }), place: '/library', body, scripts: ['try/try-ready.js'] };
}

/** @param tag identifies the content of the cover; undefined if there is none */
function head(album: AlbumView, tag: string | undefined): Html {
  const { oid, album_title: title } = album;
  return html`<p class="back"><a href="${path(`/library/${oid}`)}">← ${title}</a></p>
<div class="try-head">${cover(album, tag)}<h1>${say('try.title', { title })}</h1></div>`;
}
