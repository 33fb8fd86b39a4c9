/** The library: a wall of covers. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from '../pens/service.js';
import { albumCard, onPens } from './card.js';
import { filterChoice } from './filter-view.js';
import { choosing, manyBar } from './many/many-view.js';
import { queryText, sorts, withQuery, type LibraryQuery } from './query.js';
import { html, link, option, path, type Html, type Part } from '../../response/html.js';

/** Albums per page. */
const pageSize = 60;

/** Data of the library page other than the albums shown. */
export interface Beside {
  /** Number of all albums, shown or not. */
  total: number;
  pens: readonly PenView[];
  /** The tags of the small covers, by OID. */
  covers: ReadonlyMap<number, string>;
  /** The parts that features show below the wall. */
  below: readonly Part[];
}

/** @param albums the albums that the query finds, in its order */
export function libraryView(albums: readonly AlbumView[], query: LibraryQuery, beside: Beside): PageView {
  const sortOptions = sorts.map((sort) => option(sort, say(`library.sort.${sort}`), sort === query.sort));
  const body = html`<section class="library">
<form class="head" method="get" action="${path('/library')}" role="search" data-finds="wall filters"
  data-from="${path('/library/wall')}"><h1>${say('page.library')}</h1>
<div class="find"><input type="search" name="q" value="${query.q}" placeholder="${say('library.search_hint')}"
  aria-label="${say('library.search')}">
<select name="sort" aria-label="${say('library.order')}">${sortOptions}</select>
<button class="plain">${say('library.show')}</button></div>
${filterChoice(albums, query, beside.pens)}
</form>
<form id="many" method="post" action="${path('/library')}" autocomplete="off">${enter}
${wallOf(albums, query, beside)}
${beside.total > 0 && manyBar(beside.pens)}
</form>
</section>`;
  return { title: say('page.library'), place: '/library', body, scripts: ['find.js', 'choose.js'] };
}

/** The first button is the one of Enter in a field: it does nothing, because none of the actions is meant. */
const enter = html`<button disabled hidden>${say('many.facts_save')}</button>`;

/** The events after which the list of albums may differ. */
const eventsOf = ({ q, filter, pen }: LibraryQuery): string[] => [
  'album.added album.removed library.changed',
  ...(q !== '' || filter.length > 0 ? ['album.changed'] : []),
  ...(filter.length > 0 || pen.length > 0 ? ['pens.changed'] : []),
];

/** The part of the page that changes with the albums. The page also requests it separately. */
export function wallOf(albums: readonly AlbumView[], query: LibraryQuery, beside: Beside): Html {
  const { total, pens, covers, below } = beside;
  const { page, pages, shown } = pageOf(albums, query);
  const there = onPens(pens);
  const cards = shown.map((album) => albumCard(album, { isOnPen: there.has(album.oid), cover: covers.get(album.oid) }));
  return html`<div id="wall" data-live="list" data-from="${path(withQuery('/library/wall', query))}"
  data-on="${eventsOf(query).join(' ')}">
<input type="hidden" name="query" value="${queryText(query)}">
${albums.length > 0 ? choosing({ found: albums.length, shown: shown.length, total }) : nothing(query, total)}
<div class="wall">${cards}</div>
${pages > 1 && pager(query, page, pages)}
${below}</div>`;
}

/** The albums of one page. */
export function pageOf(
  albums: readonly AlbumView[],
  query: LibraryQuery,
): { page: number; pages: number; shown: readonly AlbumView[] } {
  const pages = Math.max(1, Math.ceil(albums.length / pageSize));
  const page = Math.min(query.page, pages);
  return { page, pages, shown: albums.slice((page - 1) * pageSize, page * pageSize) };
}

function nothing({ q, filter, pen }: LibraryQuery, total: number): Html {
  const all = link('/library');
  const words =
    total === 0
      ? say('library.empty', { upload: link('/') })
      : filter.length + pen.length > 0
        ? say('library.none_left', { all })
        : say('library.not_found', { words: q, all });
  return html`<p class="empty">${words}</p>`;
}

function pager(query: LibraryQuery, page: number, pages: number): Html {
  const to = (n: number, words: 'pager.previous' | 'pager.next'): Html =>
    html`<a class="button plain" href="${path(withQuery('/library', { ...query, page: n }))}">${say(words)}</a>`;
  return html`<nav class="pager" aria-label="${say('library.pages')}">${page > 1 && to(page - 1, 'pager.previous')}
<span>${say('pager.at', { page, pages })}</span> ${page < pages && to(page + 1, 'pager.next')}</nav>`;
}
