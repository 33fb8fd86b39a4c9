/* Marks arrivals as seen when they have been on the screen of a visible page for a while. */
import { base } from './base.js';

/** Milliseconds. */
const glance = 1_500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Whether the newest arrival is on the screen. */
let isShown = false;
/** Id of the newest arrival that was marked. */
let seenId = 0;

const list = () => document.getElementById('arrivals');
/** Id of the newest arrival that was not seen yet; 0 if there is none. */
const newest = () => Number(list()?.dataset.unseen ?? 0);

function consider() {
  clearTimeout(timer);
  if (isShown && !document.hidden && newest() > seenId) timer = setTimeout(() => void see(), glance);
}

async function see() {
  const id = newest();
  if (!isShown || document.hidden || id <= seenId) return;
  const body = new URLSearchParams({ action: 'see', id: String(id) });
  const asked = { method: 'POST', body, headers: { Accept: 'application/json' } };
  const answer = await fetch(`${base}/arrivals`, asked).catch(() => undefined);
  if (answer?.ok) seenId = id;
  else setTimeout(consider, glance);
}

const watch = new IntersectionObserver((entries) => {
  isShown = entries.at(-1)?.isIntersecting ?? false;
  consider();
});

function observe() {
  watch.disconnect();
  isShown = false;
  const first = list()?.querySelector('.arrival');
  if (first) watch.observe(first);
}

document.addEventListener('visibilitychange', consider);
document.addEventListener('live:fresh', (event) => {
  const { detail } = /** @type {CustomEvent<HTMLElement>} */ (event);
  if (detail.id === 'arrivals') observe();
});
observe();
