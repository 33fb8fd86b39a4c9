/** Asks for confirmation before many albums are deleted; lists the albums, and the affected sheets and pens. */
import { say } from '../../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../../workers/library/types.js';
import { hidden, html, path, type Html, type Part } from '../../../response/html.js';
import type { PageView } from '../../../response/page.js';
import type { Concerns } from '../concerns.js';
import { queryText, withQuery, type LibraryQuery } from '../query.js';

const mostNamed = 20;

export function deleteManyView(
  albums: readonly AlbumView[],
  { query, concerns, notes }: { query: LibraryQuery; concerns: Omit<Concerns, 'oids'>; notes: readonly Part[] },
): PageView {
  const count = albums.length;
  const tracks = albums.reduce((sum, { num_tracks: own }) => sum + own, 0);
  const title = say('many.ask', { count });
  const more = count - mostNamed;
  const body = html`<section class="narrow">
<h1>${title}</h1>
<p>${say('many.delete_why', { count, tracks })} ${notes}</p>
<p>${concerns.message}</p>
<ul>${albums.slice(0, mostNamed).map(named)}${more > 0 && html`<li>${say('many.more', { count: more })}</li>`}</ul>
<form method="post" action="${path('/library')}" class="actions">${hidden('action', 'delete')}
${hidden('confirmed', 'true')}${hidden('uids', albums.map(({ oid }) => oid).join(','))}
${hidden('query', queryText(query))}
<a class="button plain" href="${path(withQuery('/library', query))}">${say('many.keep')}</a>
<button class="danger">${say('many.delete_it', { count })}</button></form>
</section>`;
  return { title, place: '/library', body };
}

const named = ({ oid, album_title: title, album_artist: artist }: AlbumView): Html =>
  html`<li>${title}${artist !== '' && html` <span class="quiet">${artist}</span>`} <small>${oid}</small></li>`;
