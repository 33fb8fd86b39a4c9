/** The page of deleted albums, and what leads to it. */
import { hidden, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { counted, localTime } from '../../response/words.js';
import type { DeletedAlbumView } from './service.js';

export function deletedView(albums: readonly DeletedAlbumView[], orphans: readonly string[]): PageView {
  const body = html`<section class="deleted">
<h1>Deleted albums</h1>
<p class="quiet">Each stays for 30 days. <a href="${path('/library')}">Back to the library</a></p>
<div id="deleted" data-live>${albums.length === 0 ? html`<p class="empty">There are none.</p>` : albums.map(albumCard)}
${orphans.length > 0 && orphanNote(orphans)}</div>
</section>`;
  return { title: 'Deleted albums', place: '/library', body };
}

function albumCard(album: DeletedAlbumView): Html {
  const facts = [
    album.album_artist,
    counted(album.num_tracks, 'track'),
    `was album ${album.oid}`,
    `deleted on ${localTime(album.deleted_at)[0]}`,
    `kept until ${localTime(album.kept_until)[0]}`,
  ].filter((fact) => fact !== '');
  return html`<article class="card">
<h2>${album.album_title}</h2>
<p class="quiet">${facts.join(' · ')}</p>
<div class="actions">${action(album, 'restore', html`<button class="plain">Put it back</button>`)}
<details class="more"><summary>Delete for good</summary>${action(
    album,
    'discard',
    html`<button class="danger">Delete its files now</button>`,
  )}</details></div>
</article>`;
}

const action = ({ folder }: DeletedAlbumView, name: string, button: Html): Html =>
  html`<form method="post" action="${path('/deleted')}">${hidden('action', name)}${hidden('folder', folder)}
${button}</form>`;

/** They come from a disk that was restored, or a hand that copied them there. */
export function orphanNote(orphans: readonly string[]): Html {
  const shown = orphans.slice(0, 20).map((name) => html`<li><code>${name}</code></li>`);
  const more = orphans.length - shown.length;
  return html`<div class="note warning" id="orphans"><p>${counted(orphans.length, 'folder')} in the library
${orphans.length === 1 ? 'belongs' : 'belong'} to no album. To make albums of them, stop Tonstift and run
<code>tonstift library rebuild</code>; or drop them into the inbox.</p>
<ul>${shown}${more > 0 && html`<li>and ${more} more</li>`}</ul></div>`;
}

/** For the library's page. */
export const deletedLink = (count: number): Html =>
  html`<p class="quiet"><a href="${path('/deleted')}">${counted(count, 'deleted album')}</a></p>`;
