/** The status line at the top of every page. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import type { Show } from '../../slots.js';
import { penStatus } from '../pens/view.js';
import type { DaemonStatus } from './service.js';

const mostNamed = 3;

/** The events that change it. */
const events =
  'inbox.changed arrivals.changed library.changed pens.changed problems.changed ' +
  'album.added album.changed album.removed';

/** Inbox, library and pens, one line each; live. A phone hides the lines in which nothing moves. */
export function statusLine(status: DaemonStatus, show: Show): Html {
  const { inbox, arrivals, library, pens, problems } = status;
  const isCalm = inbox.arriving.length === 0 && problems.inbox === 0;
  const all = Object.values(problems).reduce((sum, count) => sum + count, 0);
  return html`<div class="status-line" id="status-line" data-live data-from="${path('/status')}"
  data-on="${events}"${arrivals > 0 && html` data-news="${say('title.news', { count: arrivals })}"`}${
    all > 0 && html` data-problems="${say('count.problems', { count: all })}"`
  }>
<p${isCalm && html` class="calm"`}><a href="${path('/')}">${say('status.inbox')}</a>
<code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inbox.path}</code>
${arriving(inbox)}
${arrivals > 0 && newArrivals(arrivals)}
${problemCount(problems.inbox)}</p>
${overdue(inbox)}<p><a href="${path('/library')}">${say('page.library')}</a>
${libraryState(library, problems)}</p>
${penStatus(pens)}
${show('status', status)}
<p class="as-of">${say('status.as_of', { time: html`<time></time>` })}</p>
</div>`;
}

const newArrivals = (count: number): Html =>
  html`<a class="piece" href="${path('/')}#arrivals">${say('status.arrivals', { count })}</a>`;

export const problemCount = (count: number): Html | false =>
  count > 0 && html`<a class="piece bad" href="${path('/problems')}">${say('count.problems', { count })}</a>`;

function arriving({ arriving: units }: DaemonStatus['inbox']): Html {
  if (units.length === 0) return html`<span class="quiet piece">${say('status.nothing')}</span>`;
  const first = units.slice(0, mostNamed);
  const names = html`${first.map((unit, n) => [n > 0 && ', ', one(unit)])}`;
  const others = units.length - first.length;
  const words = others > 0 ? say('status.arriving_more', { names, others }) : say('status.arriving', { names });
  return html`<strong class="busy">${words}</strong>`;
}

type Arriving = DaemonStatus['inbox']['arriving'][number];

/** A unit that waits for unfinished files names them. A loose file is such a file itself. */
function one({ name, files, waits_for: waits = [] }: Arriving): Html {
  if (waits.length === 0) return html`${say('status.arriving_one', { name, files })}`;
  if (waits.join() === name) return html`${say('status.incomplete', { name })}`;
  const named = waits.slice(0, mostNamed).join(', ');
  const others = waits.length - mostNamed;
  const words =
    others > 0 ? say('status.waits_more', { name, files: named, others }) : say('status.waits', { name, files: named });
  return html`${words}`;
}

/** After a day, the complete files can be imported. */
const overdue = ({ arriving: units }: DaemonStatus['inbox']): Html =>
  html`${units
    .filter((unit) => unit.is_overdue === true)
    .slice(0, mostNamed)
    .map(
      ({ name }) => html`<form method="post" action="${path('/inbox')}">
${hidden('action', 'import_complete')}${hidden('name', name)}
<button class="plain">${say('status.import_complete', { name })}</button></form>
`,
    )}`;

function libraryState(
  { albums, building, away }: DaemonStatus['library'],
  { album: failed, library }: DaemonStatus['problems'],
): Html {
  // A library that was never available seems to be empty.
  const isCounted = away === null || albums > 0;
  const isReady = away === null && building + failed === 0 && albums > 0;
  return html`${isCounted && html`<span class="piece">${say('count.albums', { count: albums })}</span>`}
${building > 0 && html`<strong class="piece busy">${say('status.building', { count: building })}</strong>`}
${problemCount(failed + library)}
${away !== null && html`<strong class="bad">${away}</strong>`}
${isReady && html`<span class="piece good">${say('status.all_ready')}</span>`}`;
}
