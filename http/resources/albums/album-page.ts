/** The page of one album: its data, its actions, and its tracks to play and edit. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import { totalTime } from '../../response/words.js';
import type { Show } from '../../slots.js';
import type { PenView } from '../pens/service.js';
import { actionForm } from './action-form.js';
import { editForm } from './album-form.js';
import { albumTasks } from './album-tasks.js';
import { onPens, stateMark } from './card.js';
import { coverPlace } from './cover-place.js';

interface BesideAlbum {
  pens: readonly PenView[];
  /** Identifies the content of the cover; undefined if there is none. */
  tag: string | undefined;
  show: Show;
}

export function albumPage(album: AlbumView, beside: BesideAlbum): PageView {
  const { oid } = album;
  const body = html`<article class="album-page" data-uid="${oid}">
<p class="back"><a href="${path('/library')}">← ${say('album.back')}</a></p>
${head(album, beside)}
${editForm(album, beside.pens)}
${albumTasks(album, beside)}
<p class="unseen" id="said" role="status"></p>
</article>`;
  return {
    title: album.album_title,
    place: '/library',
    body,
    scripts: ['album/edit.js', 'album/cover.js'],
  };
}

function head(album: AlbumView, { pens, tag, show }: BesideAlbum): Html {
  const { oid, gme_size: size, gme_error: problem } = album;
  const facts = { tracks: album.num_tracks, time: totalTime(album) };
  return html`<header class="album-head" id="head-${oid}" data-live
  data-on="album.changed:${oid} album.removed:${oid} pens.changed library.changed">
${coverPlace(album, tag)}
<div><h1>${album.album_title}</h1>
<p class="artist">${album.album_artist} ${stateMark(album, onPens(pens).has(oid))}</p>
<p>${size === null ? say('album.facts', facts) : say('album.facts_file', { ...facts, size: fileSize(size) })}</p>
${problem !== null && trouble(problem)}
<div class="actions"><a class="button" href="${path(`/print?oids=${oid}`)}">${say('album.print')}</a>
${show('album.actions', album)}
${fileForPen(album)}
${pens.map((pen) => penAction(album, pen))}</div>
</div>
</header>`;
}

const trouble = (reason: Words): Html => html`<div class="note warning">
<p>${say('album.failed', { reason })}</p>
<p>${say('album.failed_advice', { logs: link('/logs?level=warn') })}</p></div>`;

/** A download link, a button to build the file, or a note that it is being built. */
function fileForPen({ oid, gme_state: state }: AlbumView): Html {
  if (state === 'building') return html`<p class="busy">${say('album.building')}</p>`;
  if (state === 'ready') {
    const file = path(`/download_gme/${oid}`);
    return html`<a class="button" href="${file}" download>${say('album.download')} <small>GME</small></a>`;
  }
  const words = say(state === 'failed' ? 'album.make_again' : 'album.make');
  return actionForm(oid, 'create_gme', html`<button>${words} <small>GME</small></button>`);
}

/** Copies the album to a connected pen, or removes it. */
function penAction({ oid }: AlbumView, pen: PenView): Html | false {
  if (!pen.plugged_in) return false;
  const isThere = pen.albums.includes(oid);
  const words = say(isThere ? 'album.take_off' : 'album.copy');
  return actionForm(
    oid,
    isThere ? 'delete_from_pen' : 'copy_gme',
    html`${hidden('pen', pen.id)}<button class="plain">${words} <small>${pen.name}</small></button>`,
  );
}
