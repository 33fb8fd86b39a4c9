/** What the daemon is doing, across the top of every page. */
import { html, path, type Html } from '../../response/html.js';
import { counted } from '../../response/words.js';
import { penStatus } from '../pens/view.js';
import type { DaemonStatus } from './service.js';

/** The inbox, the library and the pen, in one line each; live. */
export function statusLine({ inbox, library, pens }: DaemonStatus): Html {
  const first = inbox.arriving.slice(0, 3).map(({ name, files }) => `${name} (${counted(files, 'file')})`);
  const others = inbox.arriving.length - first.length;
  const arriving =
    first.length === 0
      ? html`<span class="quiet piece">nothing is arriving</span>`
      : html`<strong class="busy">arriving: ${first.join(', ')}${others > 0 && ` and ${others} more`}</strong>`;
  const [problem] = inbox.problems;
  // One that was away from the start seems to be empty.
  const isCounted = library.away === null || library.albums > 0;
  const allReady = library.away === null && library.building + library.failed === 0 && library.albums > 0;
  return html`<div class="status-line" id="status-line" data-live>
<p><a href="${path('/')}">Inbox</a> <code class="where" data-copy>${inbox.path}</code> ${arriving}
${
  problem !== undefined &&
  html`<strong class="piece bad">${problem.name}: ${problem.reason}${
    inbox.problems.length > 1 && ` And ${inbox.problems.length - 1} more.`
  }</strong>`
}</p>
<p><a href="${path('/library')}">Library</a>
${isCounted && html`<span class="piece">${counted(library.albums, 'album')}</span>`}
${library.building > 0 && html`<strong class="piece busy">${library.building} being made for the pen</strong>`}
${library.failed > 0 && html`<strong class="piece bad">${counted(library.failed, 'problem')}</strong>`}
${library.away !== null && html`<strong class="bad">${library.away}</strong>`}
${allReady && html`<span class="piece good">all ready for the pen</span>`}</p>
${penStatus(pens)}
</div>`;
}
