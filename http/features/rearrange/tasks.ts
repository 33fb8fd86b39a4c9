/** Links on the page of an album. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import { actionForm } from '../../resources/albums/action-form.js';

export const splitAndJoin = ({ oid, num_tracks: tracks }: AlbumView): Html => html`<details class="more">
<summary>${say('album.split_join')}</summary>
${tracks > 1 && html`<p class="ways">${way(`/library/${oid}/split`, 'album.split')} ${say('album.split_why')}</p>`}
<p class="ways">${way(`/library/${oid}/join`, 'album.join')} ${say('album.join_why')}</p>
</details>`;

/** Takes joined tracks out again. */
export const takeApart = ({ oid }: AlbumView, tracks: readonly number[], name: string): Html =>
  actionForm(
    oid,
    'take_apart',
    html`${hidden('tracks', tracks.join(','))}${hidden('album_title', name)}
<button class="plain">${say('rearrange.take_apart')}</button>`,
  );

const way = (to: string, words: SentenceKey): Html =>
  html`<a class="button plain" href="${path(to)}">${say(words)}</a>`;
