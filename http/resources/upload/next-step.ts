/** The next step for new albums, automatic or manual, until the pen is safe to unplug. */
import { say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { html, path, type Html } from '../../response/html.js';
import type { Show } from '../../slots.js';
import type { PenView } from '../pens/service.js';

interface Step {
  kind: 'busy' | 'good' | 'bad' | 'quiet';
  words: Words;
}

export function nextStep(
  albums: readonly AlbumView[],
  pens: readonly PenView[],
  { autoSync, show }: { autoSync: boolean; show: Show },
): Html {
  const step = stepOf(albums, pens, autoSync);
  const ready = albums.filter(({ gme_state: state }) => state === 'ready').length;
  const [first] = albums;
  const oids = albums.map(({ oid }) => oid).join(',');
  // For one album, the page shows the progress of its build from events; for several, the number of finished builds.
  const own =
    albums.length === 1 &&
    first !== undefined &&
    html` data-builds="${first.oid}"
  data-share="${say('added.building_share', { share: '{share}' })}"`;
  const bar = html`<progress value="${ready}" max="${albums.length}" aria-label="${step.words}"></progress>`;
  const isMaking = step.kind === 'busy' && ready < albums.length;
  return html`<div class="next"${isMaking && own}><p class="${step.kind}">${step.words}</p>${isMaking && bar}</div>
<p class="actions"><a href="${path(`/print?oids=${oids}`)}">${say('added.print', { count: albums.length })}</a>${
    albums.length === 1 && first?.gme_state === 'ready' && show('added.links', first)
  }</p>`;
}

function stepOf(albums: readonly AlbumView[], pens: readonly PenView[], autoSync: boolean): Step {
  const failed = albums.find(({ gme_state: state }) => state === 'failed');
  if (failed !== undefined) return { kind: 'bad', words: failure(failed) };
  const ready = albums.filter(({ gme_state: state }) => state === 'ready').length;
  const count = albums.length;
  if (ready < count) return { kind: 'busy', words: say('added.building', { count, ready }) };
  return (
    onPen(
      albums,
      pens.filter((pen) => pen.plugged_in),
    ) ?? { kind: 'quiet', words: waiting(albums, pens, autoSync) }
  );
}

const failure = ({ gme_error: reason }: AlbumView): Sentence => say('album.failed', { reason: reason ?? '' });

/** The state on a connected pen; undefined if no connected pen is affected. */
function onPen(albums: readonly AlbumView[], pens: readonly PenView[]): Step | undefined {
  const oids = albums.map(({ oid }) => oid);
  for (const pen of pens) {
    const problem = pen.problems.find(({ oid }) => oid !== null && oids.includes(oid));
    if (problem !== undefined) return { kind: 'bad', words: problem.reason };
    const isOn = oids.every((oid) => pen.albums.includes(oid));
    const count = oids.length;
    if (isOn && pen.safe_to_unplug) return { kind: 'good', words: say('added.on_pen', { count, pen: pen.name }) };
    if (pen.state === 'copying') return { kind: 'busy', words: say('added.copying', { pen: pen.name }) };
  }
  return undefined;
}

function waiting(albums: readonly AlbumView[], pens: readonly PenView[], autoSync: boolean): Sentence {
  const count = albums.length;
  const isMeant = albums.some(({ on_pens: meant }) => meant !== 'none');
  const isThere = pens.some((pen) => pen.plugged_in);
  if (!isMeant || !autoSync) return say('added.ready', { count });
  return say(isThere ? 'added.ready_soon' : 'added.plug_in', { count });
}
