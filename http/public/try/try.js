/*
 * The virtual pen: highlights a tapped field and plays its sounds. The server computes each response from the state
 * that is sent with the tap. Without this script, the tap is a form, and its response is a page.
 */
import { moveFocus } from './try-keys.js';
import { said, tell } from './try-announce.js';

/** @import { Answer, Sound } from './try-announce.js' */

const form = /** @type {HTMLFormElement} */ (document.getElementById('tap'));
const audio = /** @type {HTMLAudioElement} */ (document.getElementById('sound'));
const address = form.action;
/** The texts of the form. @type {(name: string) => string} */
const words = (name) => form.dataset[name] ?? '';

/** Milliseconds; the longest wait that is reported. */
const day = 86_400_000;

/** The memory of the pen. */
let state = /** @type {HTMLInputElement} */ (form.elements.namedItem('state')).value;
/** Start of the silence, in milliseconds of performance.now(). */
let silentSince = performance.now();
/** The server has rejected the tap. */
class Refused extends Error {}

/** Increases with each tap, so that callbacks of older taps do nothing. */
let tap = 0;
/** One request at a time, because each begins with the state after the previous one. */
let queue = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @type {(code: string) => NodeListOf<HTMLButtonElement>} */
const fieldsOf = (code) => document.querySelectorAll(`button[name=code][value="${CSS.escape(code)}"]`);

/** @type {(name: string, code: string | undefined) => void} */
function mark(name, code) {
  for (const field of document.querySelectorAll(`button.${name}`)) field.classList.remove(name);
  if (code !== undefined) for (const field of fieldsOf(code)) field.classList.add(name);
}

/** @type {(code: string) => void} */
function light(code) {
  for (const field of document.querySelectorAll('button[aria-current]')) field.removeAttribute('aria-current');
  for (const field of fieldsOf(code)) {
    field.setAttribute('aria-current', 'true');
    field.classList.remove('waits');
  }
}

/** @type {(code: string, before: string, waited: number, from: number) => Promise<Answer>} */
async function ask(code, before, waited, from) {
  const body = new URLSearchParams({ code, state: before, waited: String(waited), from: String(from) });
  const response = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } });
  /** @type {Answer & { error?: { message: string, fields: Record<string, string> } }} */
  const answer = await response.json();
  if (answer.error === undefined) return answer;
  throw new Refused(Object.values(answer.error.fields)[0] ?? answer.error.message);
}

/** Plays one sound to its end. @type {(sound: Sound) => Promise<void>} */
function play(sound) {
  return new Promise((done) => {
    const own = tap;
    const over = () => {
      audio.removeEventListener('ended', over);
      audio.removeEventListener('error', broken);
      if (own === tap) done();
    };
    const broken = () => {
      said(words('cannot'));
      over();
    };
    audio.addEventListener('ended', over);
    audio.addEventListener('error', broken);
    audio.src = sound.url;
    audio.hidden = false;
    said(sound.says);
    // If the browser blocks autoplay, the user starts the sound with the player.
    void audio.play().catch(() => undefined);
  });
}

/** @type {(code: string, own: number) => Promise<void>} */
async function run(code, own) {
  clearTimeout(timer);
  const before = state;
  const waited = Math.min(day, Math.round(performance.now() - silentSince));
  const answer = await ask(code, before, waited, 0);
  // Another field was tapped during the request, which interrupts this tap at its first sound.
  if (own !== tap) {
    state = answer.sounds[0]?.state ?? answer.state;
    return;
  }
  if (answer.sounds.length > 0) state = answer.sounds[0]?.state ?? state;
  else finished(answer, own, true);
  if (answer.sounds.length > 0) void hear(answer, own, (from) => ask(code, answer.before ?? before, waited, from));
}

/**
 * Plays the sounds in order. Another tap ends the current sound and skips the rest.
 * @type {(first: Answer, own: number, askOn: (from: number) => Promise<Answer>) => Promise<void>}
 */
async function hear(first, own, askOn) {
  let answer = first;
  for (;;) {
    for (const sound of answer.sounds) {
      state = sound.state;
      mark('playing', String(sound.code ?? first.code));
      tell(...sound.facts, { words: sound.says });
      await play(sound);
      if (own !== tap) return;
    }
    if (answer.more === null) break;
    const more = answer.more;
    answer = await askOn(more).catch(lost);
    if (own !== tap) return;
  }
  finished(answer, own, false);
}

/** @type {(answer: Answer, own: number, isSilent: boolean) => void} */
function finished(answer, own, isSilent) {
  state = answer.state;
  silentSince = performance.now();
  audio.hidden = true;
  mark('playing', undefined);
  tell(...answer.facts, ...(isSilent && answer.end ? [{ words: answer.end }] : []));
  said(answer.end ?? '');
  if (answer.timer !== null)
    timer = setTimeout(() => {
      if (own === tap) begin('timer');
    }, answer.timer);
}

/** @type {(problem: unknown) => Answer} */
function lost(problem) {
  const end = problem instanceof Refused ? problem.message : words('failed');
  // The state is unchanged.
  return { code: 0, sounds: [], facts: [], end, more: null, before: null, state, timer: null };
}

/** @type {(code: string) => void} */
function begin(code) {
  const own = ++tap;
  clearTimeout(timer);
  if (!audio.paused) {
    audio.pause();
    tell({ words: words('interrupted') });
    silentSince = performance.now();
  }
  mark('playing', undefined);
  if (code !== 'timer') light(code);
  queue = queue
    .then(() => run(code, own))
    .catch((problem) => {
      if (own === tap) finished(lost(problem), own, true);
    });
}

document.addEventListener('submit', (event) => {
  const sent = event.target;
  if (!(sent instanceof HTMLFormElement) || sent.dataset.tap === undefined || event.defaultPrevented) return;
  event.preventDefault();
  const code = new FormData(sent, event.submitter).get('code');
  if (typeof code === 'string') begin(code);
});

moveFocus(document.getElementById('board'));
