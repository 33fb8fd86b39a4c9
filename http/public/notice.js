/* Notifies the user when everything is on the pen, if the user wants that. */
import { base } from './base.js';
import { finishedPens } from './finished-pens.js';
/** @typedef {import('./finished-pens.js').Pen} Pen */

/** The key in the local storage, which all paths of a host share. */
const key = `${base}tonstift:notify`;
/** Milliseconds of delay for pages in the background. A visible page gets the lock first and shows no notification. */
const headStart = 400;
/** Milliseconds for which other pages do not repeat the notification. */
const shownFor = 5_000;

/** Ids of pens that are being copied to. @type {Set<string>} */
const busy = new Set();

const isInFront = () => !document.hidden && document.hasFocus();
let isPossible = isSecureContext && typeof Notification !== 'undefined';
const isWanted = () => isPossible && Notification.permission === 'granted' && isSwitchedOn();

/** Chrome on Android lets only service workers notify. Without the permission, this shows nothing. */
function mayNotify() {
  try {
    return Notification.permission === 'granted' || Boolean(new Notification(''));
  } catch {
    return false;
  }
}

/** A browser that blocks the storage keeps nothing. */
function isSwitchedOn() {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

/** @type {(sentence: string) => void} */
function notify(sentence) {
  const icon = `${base}/assets/icon-192.png`;
  try {
    new Notification('Tonstift', { body: sentence, tag: `${base}tonstift-pen`, icon });
  } catch {
    isPossible = false;
    if (box !== null) showSwitch(box);
  }
}

/** Only the first page that gets the lock notifies. @type {(sentence: string) => Promise<void>} */
async function tell(sentence) {
  const inFront = isInFront();
  await new Promise((done) => {
    setTimeout(done, inFront ? 0 : headStart);
  });
  await navigator.locks.request(`${key} ${sentence}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    if (!inFront) notify(sentence);
    await new Promise((done) => {
      setTimeout(done, shownFor);
    });
  });
}

/** @type {(data: unknown) => void} */
export function noticePens(data) {
  const names = finishedPens(busy, /** @type {{ pens: Pen[] }} */ (data).pens);
  if (names.length === 0 || !isWanted()) return;
  const { ready = '' } = document.getElementById('alone')?.dataset ?? {};
  for (const name of names) void tell(ready.replace('{pen}', name));
}

/** Pens that finished while the page was not connected are not reported. */
export const forgetPens = () => busy.clear();

/** The switch on the page of pens. @type {(box: HTMLElement) => void} */
function showSwitch(box) {
  const button = box.querySelector('button');
  const note = box.querySelector('small');
  if (button === null || note === null) return;
  const { insecure = '', impossible = '', denied = '', on = '' } = box.dataset;
  const why = isSecureContext ? impossible : insecure;
  const isDenied = isPossible && Notification.permission === 'denied';
  button.hidden = !isPossible || isDenied;
  button.setAttribute('aria-pressed', String(isWanted()));
  note.textContent = !isPossible ? why : isDenied ? denied : isWanted() ? on : '';
  box.hidden = false;
}

const box = document.getElementById('notify');
if (box !== null) {
  showSwitch(box);
  box.querySelector('button')?.addEventListener('click', () => {
    isPossible = mayNotify();
    if (!isPossible) return showSwitch(box);
    const wanted = isWanted() ? 'off' : 'on';
    try {
      localStorage.setItem(key, wanted);
    } catch {
      return;
    }
    // Browsers ask only after a click, and only once.
    const asked = wanted === 'on' ? Notification.requestPermission() : Promise.resolve();
    void asked.then(() => showSwitch(box));
  });
}
