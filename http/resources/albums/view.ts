/** The library: a wall of covers. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { PageView } from '../../response/page.js';
import { sorts, type LibraryQuery } from './input.js';
import type { PenView } from '../pens/service.js';
import { albumCard, onPens } from './card.js';
import { html, link, option, path, type Html } from '../../response/html.js';
import { deletedLink, orphanNote } from '../deleted/view.js';

/** Albums. */
const pageSize = 60;

/** What the library has beside the albums that are shown. */
export interface Beside {
  /** Albums, shown or not. */
  total: number;
  deleted: number;
  orphans: readonly string[];
  pens: readonly PenView[];
  /** By OID, of the small covers. */
  covers: ReadonlyMap<number, string>;
}

/** @param albums what the query leaves, in its order */
export function libraryView(albums: readonly AlbumView[], query: LibraryQuery, beside: Beside): PageView {
  const sortOptions = sorts.map((sort) => option(sort, say(`library.sort.${sort}`), sort === query.sort));
  const body = html`<section class="library">
<div class="head"><h1>${say('page.library')}</h1>
<form class="find" method="get" action="${path('/library')}" role="search" data-finds="wall"
  data-from="${path('/library/wall')}">
<input type="search" name="q" value="${query.q}" placeholder="${say('library.search_hint')}"
  aria-label="${say('library.search')}">
<select name="sort" aria-label="${say('library.order')}">${sortOptions}</select>
<button class="plain">${say('library.show')}</button>
</form></div>
${wallOf(albums, query, beside)}
</section>`;
  return { title: say('page.library'), place: '/library', body, scripts: ['find.js'] };
}

/** The part of the page that changes with the albums; by itself where a page asks for it anew. */
export function wallOf(albums: readonly AlbumView[], query: LibraryQuery, beside: Beside): Html {
  const { total, deleted, orphans, pens, covers } = beside;
  const { page, pages, shown } = pageOf(albums, query);
  const there = onPens(pens);
  const wall = html`<div class="wall">${shown.map((album) =>
    albumCard(album, {
      isOnPen: there.has(album.oid),
      cover: covers.get(album.oid),
    }),
  )}</div>`;
  const found = html`<p class="quiet">${say('library.found', { count: albums.length, total })}</p>`;
  return html`<div id="wall" data-live="list" data-from="${path(`/library/wall?${queryText(query)}`)}"
  data-on="album.added album.removed album.renumbered library.changed">${query.q !== '' && albums.length > 0 && found}
${albums.length > 0 ? wall : nothing(query, total)}
${pages > 1 && pager(query, page, pages)}
${deleted > 0 && deletedLink(deleted)}
${orphans.length > 0 && orphanNote(orphans)}</div>`;
}

/** The albums of one page of the wall. */
export function pageOf(
  albums: readonly AlbumView[],
  query: LibraryQuery,
): { page: number; pages: number; shown: readonly AlbumView[] } {
  const pages = Math.max(1, Math.ceil(albums.length / pageSize));
  const page = Math.min(query.page, pages);
  return { page, pages, shown: albums.slice((page - 1) * pageSize, page * pageSize) };
}

function nothing({ q }: LibraryQuery, total: number): Html {
  const words =
    total === 0
      ? say('library.empty', { upload: link('/') })
      : say('library.not_found', { words: q, all: link('/library') });
  return html`<p class="empty">${words}</p>`;
}

const queryText = (query: LibraryQuery, page = query.page): string =>
  new URLSearchParams({ q: query.q, sort: query.sort, page: String(page) }).toString();

function pager(query: LibraryQuery, page: number, pages: number): Html {
  const to = (n: number, words: 'pager.previous' | 'pager.next'): Html =>
    html`<a class="button plain" href="${path(`/library?${queryText(query, n)}`)}">${say(words)}</a>`;
  return html`<nav class="pager" aria-label="${say('library.pages')}">${page > 1 && to(page - 1, 'pager.previous')}
<span>${say('pager.at', { page, pages })}</span> ${page < pages && to(page + 1, 'pager.next')}</nav>`;
}
