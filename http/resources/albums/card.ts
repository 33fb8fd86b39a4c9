/** One album on the wall: cover, title, artist and state as a link to its page, and a checkbox. */
import type { AlbumView } from '../../../workers/library/types.js';
import { html, path, type Html } from '../../response/html.js';
import { say } from '../../../workers/base/language/sentence.js';
import { stateWords } from '../../response/words.js';
import type { PenView } from '../pens/service.js';
import { cover } from './cover.js';

/** OIDs of the albums on the connected pens. */
export const onPens = (pens: readonly PenView[]): ReadonlySet<number> =>
  new Set(pens.flatMap((pen) => (pen.plugged_in ? pen.albums : [])));

/** Shows `ready`, or `on the pen`. */
export function stateMark(album: AlbumView, isOnPen: boolean): Html {
  const { gme_state: state } = album;
  const words = state === 'ready' && isOnPen ? say('state.on_pen') : stateWords(state);
  return html`<span class="mark ${state}">${words}</span>`;
}

/** Data of a card that is not part of its album. */
export interface BesideCard {
  isOnPen: boolean;
  /** The tag of its small cover. */
  cover: string | undefined;
}

/** Each card is live: an event that names the album replaces only this card. */
export function albumCard(album: AlbumView, { isOnPen, cover: tag }: BesideCard): Html {
  const { oid, album_title: title } = album;
  return html`<div class="on-wall" id="album-${oid}" data-live data-on="album.changed:${oid}"
  data-from="${path(`/library/${oid}/card`)}" data-oid="${oid}"${isOnPen && html` data-pen`}>
<a class="album" href="${path(`/library/${oid}`)}">${cover(album, tag)}<span class="title">${title}</span>
<span class="artist">${album.album_artist || ' '}</span>${stateMark(album, isOnPen)}</a>
<label class="pick"><input type="checkbox" name="uids" value="${oid}" id="choose-${oid}" data-choice
  aria-label="${say('many.choose', { title })}"></label></div>`;
}
