/* The tab's title tells how far something is, for who looks at another page; a notification says that it is done. */

const own = document.title;
/** By job: its share, 0 to 1. @type {Map<number, number>} */
const jobs = new Map();
/** @type {Map<string, string>} */
const pens = new Map();

/** @type {(done: number, total: number) => number} */
const share = (done, total) => (total > 0 ? Math.min(1, done / total) : 0);

function show(copying = NaN) {
  const shares = [...jobs.values(), ...(Number.isNaN(copying) ? [] : [copying])];
  const least = Math.floor(100 * Math.min(...shares));
  document.title = shares.length === 0 ? own : `${least} % · ${own}`;
}

/** @type {(words: string) => void} */
function notify(words) {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
  new Notification('Tonstift', { body: words, tag: 'tonstift-pen' });
}

/**
 * @typedef {{ id: string, name: string, state: string, progress: { done: number, total: number } | null }} Pen
 * @param {string} type
 * @param {unknown} data
 */
export function progressOf(type, data) {
  if (type === 'job.progress') {
    const { id, done, total } = /** @type {{ id: number, done: number, total: number }} */ (data);
    jobs.set(id, share(done, total));
    show();
  } else if (type === 'job.ended') {
    jobs.delete(/** @type {{ id: number }} */ (data).id);
    show();
  } else if (type === 'pens.changed') {
    const { pens: all } = /** @type {{ pens: Pen[] }} */ (data);
    const copying = all.filter(({ state }) => state === 'copying');
    const shares = copying.map(({ progress }) => (progress === null ? 0 : share(progress.done, progress.total)));
    show(shares.length > 0 ? Math.min(...shares) : NaN);
    const words = document.getElementById('status-line')?.dataset.ready ?? '';
    for (const { id, name, state } of all) {
      if (pens.get(id) === 'copying' && state === 'ready') notify(words.replace('{pen}', name));
      pens.set(id, state);
    }
  }
}

/** The button that asks for leave; a browser asks only after a click. */
const button = document.querySelector('[data-notify]');
if (button instanceof HTMLElement && typeof Notification !== 'undefined' && Notification.permission === 'default') {
  button.hidden = false;
  button.addEventListener('click', () => void Notification.requestPermission().then(() => (button.hidden = true)));
}
