/*
 * Blocks a form while the daemon is not available, and says so, so that no input is lost. Sends a form once that is
 * clicked twice.
 */
import { base } from './base.js';
import { isHeard, tryAgain } from './stream.js';

/** Milliseconds to wait for an answer if the connection is uncertain. */
const patience = 2_000;
/** The longest time in milliseconds between the clicks of a double click; slow hands need this long. */
const twice = 1_000;
/** When each button, or form without one, was last sent. @type {WeakMap<HTMLElement, number>} */
const sentAt = new WeakMap();
/** Forms that may be sent, because the daemon has just answered. @type {WeakSet<HTMLFormElement>} */
const checked = new WeakSet();

const isLost = () => document.body.classList.contains('lost');
const isSignedOut = () => document.body.classList.contains('signed-out');

/** @type {(form: HTMLFormElement) => void} */
function refuse(form) {
  const { unsent = '', unsentLogin = '', login = '' } = document.getElementById('alone')?.dataset ?? {};
  const note = form.querySelector('.unsent') ?? document.createElement('p');
  note.className = 'unsent bad';
  note.setAttribute('role', 'alert');
  note.textContent = isSignedOut() ? unsentLogin : unsent;
  if (isSignedOut()) {
    const link = Object.assign(document.createElement('a'), {
      href: `${base}/login`,
      target: '_blank',
      textContent: login,
    });
    note.append(' ', link);
  }
  form.append(note);
  note.scrollIntoView({ block: 'nearest' });
}

/** Called when forms can be sent again. */
export function allowForms() {
  for (const note of document.querySelectorAll('.unsent')) note.remove();
}

/** @type {(form: HTMLFormElement, by: HTMLElement | null) => Promise<void>} */
async function sendIfHeard(form, by) {
  const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  if (answer?.ok !== true) {
    tryAgain(true);
    return refuse(form);
  }
  checked.add(form);
  form.requestSubmit(by);
}

// In the capture phase, because other handlers may already send the form.
addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || checked.delete(form)) return;
    const mayGo = !isLost() && !isSignedOut();
    if (mayGo && isHeard()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (mayGo) void sendIfHeard(form, event.submitter);
    else refuse(form);
  },
  { capture: true },
);

// After all other handlers: a form that a script sends is not sent by the browser.
addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return;
  const pressed = event.submitter ?? form;
  const isAgain = event.timeStamp - (sentAt.get(pressed) ?? -Infinity) < twice;
  if (!isAgain) return void sentAt.set(pressed, event.timeStamp);
  event.preventDefault();
  event.stopImmediatePropagation();
});
