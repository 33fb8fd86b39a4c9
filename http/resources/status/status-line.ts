/** What the daemon is doing, across the top of every page. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, path, type Html } from '../../response/html.js';
import { penStatus } from '../pens/view.js';
import type { DaemonStatus } from './service.js';

const mostNamed = 3;

/** What changes what it says. */
const events = 'inbox.changed arrivals.changed library.changed pens.changed album.added album.changed album.removed';

/** The inbox, the library and the pen, in one line each; live. */
export function statusLine({ inbox, arrivals, library, pens }: DaemonStatus): Html {
  return html`<div class="status-line" id="status-line" data-live data-from="${path('/status')}"
  data-on="${events}" data-ready="${say('pen.notification', { pen: '{pen}' })}">
<p><a href="${path('/')}">${say('status.inbox')}</a> <code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inbox.path}</code>
${arriving(inbox)}
${arrivals > 0 && newArrivals(arrivals)}
${inboxProblem(inbox)}</p>
<p><a href="${path('/library')}">${say('page.library')}</a>
${libraryState(library)}</p>
${penStatus(pens)}
</div>`;
}

const newArrivals = (count: number): Html =>
  html`<a class="piece" href="${path('/')}#arrivals">${say('status.arrivals', { count })}</a>`;

function arriving({ arriving: units }: DaemonStatus['inbox']): Html {
  if (units.length === 0) return html`<span class="quiet piece">${say('status.nothing')}</span>`;
  const first = units.slice(0, mostNamed);
  const names = html`${first.map((unit, n) => [n > 0 && ', ', say('status.arriving_one', unit)])}`;
  const others = units.length - first.length;
  const words = others > 0 ? say('status.arriving_more', { names, others }) : say('status.arriving', { names });
  return html`<strong class="busy">${words}</strong>`;
}

function inboxProblem({ problems }: DaemonStatus['inbox']): Html | false {
  const [problem] = problems;
  if (problem === undefined) return false;
  const others = problems.length - 1;
  return html`<strong class="piece bad">${say('status.problem', problem)}
${others > 0 && say('status.more_problems', { others })}</strong>`;
}

function libraryState({ albums, building, failed, away }: DaemonStatus['library']): Html {
  // One that was away from the start seems to be empty.
  const isCounted = away === null || albums > 0;
  const isReady = away === null && building + failed === 0 && albums > 0;
  return html`${isCounted && html`<span class="piece">${say('count.albums', { count: albums })}</span>`}
${building > 0 && html`<strong class="piece busy">${say('status.building', { count: building })}</strong>`}
${failed > 0 && html`<strong class="piece bad">${say('count.problems', { count: failed })}</strong>`}
${away !== null && html`<strong class="bad">${away}</strong>`}
${isReady && html`<span class="piece good">${say('status.all_ready')}</span>`}`;
}
