/** The page of deleted albums, and the link to it. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { Services } from '../../services.js';
import type { PageView } from '../../response/page.js';
import type { DeletedAlbumView } from './service.js';

export function deletedView(
  albums: readonly DeletedAlbumView[],
  orphans: readonly string[],
  program: string,
): PageView {
  const body = html`<section class="deleted">
<h1>${say('deleted.title')}</h1>
<p class="quiet">${say('deleted.each', { library: link('/library') })}</p>
<div id="deleted" data-live
  data-on="album.added album.removed library.changed">${albums.length > 1 && allOfThem(albums)}
${albums.length === 0 ? nothing() : albums.map(albumCard)}
${orphans.length > 0 && orphanNote(orphans, program)}</div>
</section>`;
  return { title: say('deleted.title'), place: '/library', body };
}

const allOfThem = (albums: readonly DeletedAlbumView[]): Html =>
  html`<form method="post" action="${path('/deleted')}">${hidden('action', 'restore')}
${albums.map(({ folder }) => hidden('folder', folder))}
<button class="plain">${say('deleted.restore_all', { count: albums.length })}</button></form>`;

const nothing = (): Html => html`<p class="empty">${say('deleted.none')}</p>`;

function albumCard(album: DeletedAlbumView): Html {
  const facts = [
    album.album_artist,
    say('count.tracks', { count: album.num_tracks }),
    say('deleted.was', { oid: album.oid }),
    say('deleted.on', { at: new Date(album.deleted_at) }),
    say('deleted.until', { at: new Date(album.kept_until) }),
  ].filter((fact) => fact !== '');
  return html`<article class="card">
<h2>${album.album_title}</h2>
<p class="quiet">${facts.map((fact, n) => [n > 0 && ' · ', fact])}</p>
<div class="actions">${action(album, 'restore', html`<button class="plain">${say('deleted.restore')}</button>`)}
<details class="more" id="discard-${album.folder}"><summary>${say('deleted.for_good')}</summary>${action(
    album,
    'discard',
    html`<button class="danger">${say('deleted.now')}</button>`,
  )}</details></div>
</article>`;
}

const action = ({ folder }: DeletedAlbumView, name: string, button: Html): Html =>
  html`<form method="post" action="${path('/deleted')}">${hidden('action', name)}${hidden('folder', folder)}
${button}</form>`;

/** They are left after a disk was restored, or were copied there by hand. */
function orphanNote(orphans: readonly string[], program: string): Html {
  const shown = orphans.slice(0, 20).map((name) => html`<li><code>${name}</code></li>`);
  const more = orphans.length - shown.length;
  const command = html`<code>${program} library rebuild</code>`;
  return html`<div class="note warning" id="orphans"><p>${say('orphans.note', { count: orphans.length, command })}</p>
<ul>${shown}${more > 0 && html`<li>${say('orphans.more', { count: more })}</li>`}</ul></div>`;
}

/** On the page of an album that does not exist: it may have been deleted. */
export function goneAlbum({ deleted }: Services, oid: number): Html | false {
  const album = deleted.list().find((one) => one.oid === oid);
  if (album === undefined) return false;
  const { album_title: name } = album;
  const why = say('deleted.on', { at: new Date(album.deleted_at) });
  return html`<div class="note"><p>${say('wrong.field', { name, why })}.</p>
${action(album, 'restore', html`<button>${say('deleted.restore')}</button>`)}</div>`;
}

const deletedLink = (count: number): Html =>
  html`<p class="quiet"><a href="${path('/deleted')}">${say('deleted.link', { count })}</a></p>`;

/** For the library's page. */
export async function belowLibrary({ deleted, command }: Services): Promise<Html> {
  const count = deleted.list().length;
  const orphans = await deleted.orphans();
  return html`${count > 0 && deletedLink(count)}${orphans.length > 0 && orphanNote(orphans, command)}`;
}

export const deletedNote = (count: number): Sentence => say('deleted.note', { count, deleted: link('/deleted') });
