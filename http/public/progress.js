/* Shows running work in the title of the tab, as far as events report it. */
import { kinds, titleOf } from './title.js';
/** @typedef {import('./title.js').Kind} Kind */

const own = document.title;
/** Kind and progress (0 to 1) by job. @type {Map<number | string, { kind: Kind, share: number | null }>} */
const work = new Map();

/** @type {(progress: { done?: number, total?: number } | null) => number | null} */
const shareOf = (progress) => (progress?.total ? (progress.done ?? 0) / progress.total : null);

const isTold = /** @type {(kind: string) => kind is Kind} */ ((kind) => kinds.some((one) => one === kind));

/** @type {() => Partial<Record<Kind, string>>} */
function words() {
  const dataset = document.getElementById('alone')?.dataset ?? {};
  const { copyWords, restore, import: importing, papers, build, embed } = dataset;
  return { copy: copyWords, restore, import: importing, papers, build, embed };
}

function show() {
  const { news, problems } = document.getElementById('status-line')?.dataset ?? {};
  const marks = [news, problems].filter((mark) => mark !== undefined);
  const title = titleOf(own, { work: [...work.values()], marks, words: words() });
  if (document.title !== title) document.title = title;
}

/**
 * @typedef {{ id: string, state: string, progress: { done: number, total: number } | null }} Pen
 * @param {string} type
 * @param {unknown} data
 */
export function progressOf(type, data) {
  if (type === 'reset') work.clear();
  else if (type === 'job.started' || type === 'job.progress') {
    const job = /** @type {{ id: number, kind: string, done?: number, total?: number }} */ (data);
    // For pens, their own events have more details.
    if (isTold(job.kind) && job.kind !== 'copy') work.set(job.id, { kind: job.kind, share: shareOf(job) });
  } else if (type === 'job.ended') work.delete(/** @type {{ id: number }} */ (data).id);
  else if (type === 'pens.changed') {
    for (const { id, state, progress } of /** @type {{ pens: Pen[] }} */ (data).pens) {
      if (state === 'copying') work.set(`pen ${id}`, { kind: 'copy', share: shareOf(progress) });
      else work.delete(`pen ${id}`);
    }
  } else return;
  show();
}

/** Called without a connection: removes the progress, which may be out of date. */
export function forgetProgress() {
  work.clear();
  document.title = own;
}

document.addEventListener('live:fresh', (event) => {
  if (/** @type {CustomEvent<HTMLElement>} */ (event).detail.id === 'status-line') show();
});
show();
