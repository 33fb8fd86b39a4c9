/** The library: a wall of covers. */
import type { AlbumView } from '../../../workers/library/types.js';
import type { PageView } from '../../response/page.js';
import { sorts, type LibraryQuery } from './input.js';
import type { PenView } from '../pens/service.js';
import { albumCard } from './album-view.js';
import { html, option, path, type Html } from '../../response/html.js';
import { counted } from '../../response/words.js';
import { deletedLink, orphanNote } from '../deleted/view.js';

const sortWords: Readonly<Record<LibraryQuery['sort'], string>> = {
  newest: 'newest first',
  title: 'by title',
  artist: 'by artist',
  oid: 'by OID',
};

/** Albums. */
const pageSize = 60;

/** What the library has beside the albums that are shown. */
interface Beside {
  /** Albums, shown or not. */
  total: number;
  deleted: number;
  orphans: readonly string[];
  pens: readonly PenView[];
}

/** @param albums what the query leaves, in its order */
export function libraryView(albums: readonly AlbumView[], query: LibraryQuery, beside: Beside): PageView {
  const { total, deleted, orphans, pens } = beside;
  const pages = Math.max(1, Math.ceil(albums.length / pageSize));
  const page = Math.min(query.page, pages);
  const shown = albums.slice((page - 1) * pageSize, page * pageSize);
  const wall =
    total === 0
      ? html`<p class="empty">No albums yet. <a href="${path('/')}">Add music</a>, or copy a folder into the inbox.</p>`
      : albums.length === 0
        ? html`<p class="empty">No album has ${`“${query.q}”`} in its title, artist or tracks.
<a href="${path('/library')}">Show all</a></p>`
        : html`<div class="wall">${shown.map((album) => albumCard(album, false, pens))}</div>`;
  const sortOptions = sorts.map((sort) => option(sort, sortWords[sort], sort === query.sort));
  const found = html`<p class="quiet">${counted(albums.length, 'album')} of ${total}</p>`;
  const body = html`<section class="library">
<div class="head"><h1>Library</h1>
<form class="find" method="get" action="${path('/library')}" role="search">
<input type="search" name="q" value="${query.q}" placeholder="Title, artist or track" aria-label="Search">
<select name="sort" aria-label="Order">${sortOptions}</select>
<button class="plain">Show</button>
</form></div>
<div id="wall" data-live="list">${query.q !== '' && albums.length > 0 && found}
${wall}
${pages > 1 && pager(query, page, pages)}
${deleted > 0 && deletedLink(deleted)}
${orphans.length > 0 && orphanNote(orphans)}</div>
</section>`;
  return { title: 'Library', place: '/library', body, scripts: ['edit.js'] };
}

function pager(query: LibraryQuery, page: number, pages: number): Html {
  const to = (n: number, words: string): Html => {
    const target = new URLSearchParams({ q: query.q, sort: query.sort, page: String(n) });
    return html`<a class="button plain" href="${path(`/library?${target.toString()}`)}">${words}</a>`;
  };
  return html`<nav class="pager" aria-label="More albums">${page > 1 && to(page - 1, 'Previous page')}
<span>${page} of ${pages}</span> ${page < pages && to(page + 1, 'Next page')}</nav>`;
}
