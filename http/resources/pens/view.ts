/** The pens: in the line across the top, and on a page of their own. */
import type { AlbumView } from '../../../workers/library/types.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from './service.js';
import { flag, hidden, html, path, type Html } from '../../response/html.js';
import { counted, fileSize } from '../../response/words.js';

/** What a pen is doing, in words. */
function stateOf(pen: PenView): Html {
  if (pen.state === 'copying') {
    const share =
      pen.progress === null || pen.progress.total === 0
        ? ''
        : ` ${Math.floor((100 * pen.progress.done) / pen.progress.total)} %`;
    return html`<strong class="piece busy">copying${share}, do not unplug</strong>`;
  }
  if (pen.state === 'looking') return html`<strong class="piece busy">being looked at</strong>`;
  if (pen.state === 'problem')
    return html`<strong class="piece bad">${counted(pen.problems.length + pen.shadowed.length, 'problem')}</strong>`;
  if (pen.unmounted) return html`<span class="piece good">unmounted, safe to unplug</span>`;
  if (pen.state === 'away') return html`<span class="quiet piece">not plugged in</span>`;
  return html`<span class="piece good">up to date, safe to unplug</span>`;
}

export function penStatus(pens: readonly PenView[]): Html {
  if (pens.length === 0)
    return html`<p><a href="${path('/pens')}">Pen</a> <span class="quiet piece">not plugged in</span></p>`;
  const line = (pen: PenView): Html =>
    html`<p><a href="${path('/pens')}">Pen</a> <span class="piece">${pen.name}</span> ${stateOf(pen)}</p>`;
  return html`${pens.map(line)}`;
}

export function pensView(pens: readonly PenView[], albums: readonly AlbumView[], autoSync: boolean): PageView {
  const when = autoSync ? 'as soon as it is plugged in' : 'only when you say so';
  const body = html`<section class="pens">
<h1>The pen</h1>
<p class="quiet">Albums are copied onto a pen ${when}. <a href="${path('/config')}">Settings</a></p>
<div id="pens" data-live>${
    pens.length === 0
      ? html`<p class="empty">No pen was plugged in yet. Plug one in and switch it on: it is found by itself.
If it is not, name its folder in the <a href="${path('/config')}">settings</a> (<code>pen_paths</code>).</p>`
      : pens.map((pen) => penCard(pen, albums))
  }</div>
</section>`;
  return { title: 'The pen', place: '/pens', body };
}

function penCard(pen: PenView, albums: readonly AlbumView[]): Html {
  const kind = [pen.serial !== null && `serial number ${pen.serial}`, pen.language, pen.generation, pen.firmware]
    .filter((part) => part !== null && part !== false)
    .join(' · ');
  const space =
    pen.free_bytes !== null &&
    pen.total_bytes !== null &&
    ` ${fileSize(pen.free_bytes)} of ${fileSize(pen.total_bytes)} free`;
  const actions = [action(pen, 'sync', 'Bring it up to date now'), action(pen, 'eject', 'Unmount it')];
  return html`<article class="pen card">
<h2>${pen.name} ${stateOf(pen)}</h2>
${kind !== '' && html`<p class="quiet">${kind}</p>`}
${pen.path !== null && html`<p><code class="where">${pen.path}</code>${space}</p>`}
${
  pen.progress !== null &&
  html`<progress value="${pen.progress.done}" max="${Math.max(1, pen.progress.total)}"
  aria-label="Copied"></progress>`
}
${pen.problems.length + pen.shadowed.length > 0 && trouble(pen)}
${contents(pen, albums)}
${pen.plugged_in && html`<div class="actions">${actions}</div>`}
</article>`;
}

function trouble({ problems, shadowed }: PenView): Html {
  const strangers = shadowed.map(
    ({ oid, path: file }) => html`<li><code>${file}</code> is not ours and has the product id ${oid}:
the pen may play it instead of album ${oid}. Remove it, or give the album another OID.</li>`,
  );
  const reasons = problems.map(({ reason }) => html`<li>${reason}</li>`);
  return html`<div class="note warning"><ul>${reasons}${strangers}</ul></div>`;
}

function contents(pen: PenView, albums: readonly AlbumView[]): Html {
  if (pen.albums.length === 0) return html`<p>None of our albums is on it.</p>`;
  const titleOf = (oid: number): string =>
    albums.find((album) => album.oid === oid)?.album_title ?? 'an album that was deleted; it is taken off next time';
  const entry = (oid: number): Html =>
    html`<li><a href="${path(`/library#album-${oid}`)}">${titleOf(oid)}</a> <small>${oid}</small></li>`;
  return html`<details class="more"${flag('open', pen.albums.length <= 12)}>
<summary>${counted(pen.albums.length, 'album')} on it</summary>
<ul class="plain-list">${pen.albums.map(entry)}</ul></details>`;
}

function action(pen: PenView, name: string, words: string): Html {
  const disabled = flag('disabled', pen.state === 'copying' && name === 'eject');
  return html`<form method="post" action="${path('/pens')}">${hidden('action', name)}${hidden('pen', pen.id)}
<button class="plain"${disabled}>${words}</button></form>`;
}
