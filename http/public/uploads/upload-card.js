/* A card for each upload: its progress, its actions, and its result. */
import { percent, speed, timeLeft, words } from './upload-words.js';

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 */
export function element(tag, className, text = '') {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** The container of the cards. Pages other than the start page show it at the bottom of the window. */
function place() {
  const there = document.getElementById('uploads');
  if (there !== null) return there;
  const tray = Object.assign(element('section', 'uploads tray'), { id: 'uploads' });
  document.body.append(tray);
  return tray;
}

/** The element for screen readers. It announces changes of state, but not each percent. */
function speaker() {
  const box = place();
  if (!box.hasAttribute('role')) {
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', words('region'));
  }
  const there = document.getElementById('uploads-said');
  if (there !== null) return there;
  const said = Object.assign(element('p', 'unseen'), { id: 'uploads-said' });
  said.setAttribute('role', 'status');
  box.append(said);
  return said;
}

let number = 0;

/** @typedef {{ done: number, total: number, rate: number | undefined }} Far bytes, and bytes per second */
/** @typedef {{ path: string, size: number, done: number }} FileFar */

export class Card {
  /** @param {string} name */
  constructor(name) {
    const id = `upload-${++number}`;
    this.name = name;
    this.box = element('article', 'upload-card');
    this.title = Object.assign(element('strong', 'title', name), { id });
    this.words = element('span', 'quiet', words('waiting'));
    this.rate = element('span', 'quiet rate');
    this.bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    this.bar.setAttribute('aria-labelledby', id);
    this.files = element('details', 'more files');
    this.actions = element('div', 'actions');
    this.said = speaker();
    this.box.append(this.title, this.words, this.bar, this.rate, this.files, this.actions);
    this.files.hidden = true;
    /** @type {readonly FileFar[]} */
    this.listed = [];
    this.files.addEventListener('toggle', () => this.list(this.listed));
    place().prepend(this.box);
    // On a phone, the cards are below the visible area.
    this.box.scrollIntoView({ block: 'nearest' });
  }

  /** @type {(text: string, kind?: 'quiet' | 'busy' | 'bad') => void} */
  say(text, kind = 'quiet') {
    if (this.words.textContent === text) return;
    this.words.textContent = text;
    this.words.className = kind;
    this.rate.textContent = '';
    this.said.textContent = text;
  }

  /** @type {(far: Far) => void} */
  far({ done, total, rate }) {
    this.bar.value = total > 0 ? done / total : 1;
    if (done >= total) return this.say(words('reading'));
    this.words.textContent = words('sent', { share: percent(done, total) });
    this.words.className = 'quiet';
    this.rate.textContent = rate ? `${speed(rate)} · ${timeLeft((total - done) / rate)}` : '';
  }

  /**
   * The progress of each file. The list is filled only while it is open. @type {(files: readonly FileFar[]) => void}
   */
  list(files) {
    this.listed = files;
    if (this.files.hidden) {
      this.files.hidden = files.length < 2;
      this.files.append(element('summary', ''));
    }
    const done = files.filter((one) => one.done >= one.size).length;
    const summary = /** @type {HTMLElement} */ (this.files.firstElementChild);
    summary.textContent = words('files', { done, all: files.length });
    if (!this.files.open) return;
    const list = this.files.querySelector('ul') ?? this.files.appendChild(element('ul', 'plain-list'));
    if (list.childElementCount !== files.length)
      list.replaceChildren(
        ...files.map(({ path }) => {
          const row = element('li', '');
          const bar = Object.assign(document.createElement('progress'), { max: 1 });
          bar.setAttribute('aria-label', path);
          row.append(element('span', 'name', path), bar);
          return row;
        }),
      );
    [...list.children].forEach((row, n) => {
      const [bar, far] = [row.querySelector('progress'), files[n]];
      if (bar && far) bar.value = far.size > 0 ? far.done / far.size : 1;
    });
  }

  /** Shows buttons, by the name of their text. @type {(actions: Readonly<Record<string, () => void>>) => void} */
  offer(actions) {
    const buttons = Object.entries(actions).map(([name, act]) => {
      const button = Object.assign(element('button', 'plain', words(name)), { type: 'button' });
      button.setAttribute('aria-describedby', this.title.id);
      button.addEventListener('click', act);
      return button;
    });
    this.actions.replaceChildren(...buttons);
    this.mayCancel(true);
  }

  /** An import cannot be cancelled once everything is sent. @type {(may: boolean) => void} */
  mayCancel(may) {
    this.actions.hidden = !may;
  }

  /**
   * Shows that the upload has failed.
   * @type {(reason: string, retry?: () => void, givenUp?: () => void) => void}
   */
  failed(reason, retry, givenUp = () => undefined) {
    this.bar.hidden = true;
    this.say(reason, 'bad');
    const dismiss = () => {
      this.remove();
      givenUp();
    };
    this.offer({ ...(retry ? { retry } : {}), dismiss });
  }

  /** Shows that the upload is queued again. */
  again() {
    this.bar.hidden = false;
    this.say(words('waiting'));
  }

  /** Replaces the progress with the result. @type {(result: Node, ...notes: string[]) => void} */
  finished(result, ...notes) {
    for (const gone of [this.title, this.words, this.bar, this.rate, this.files]) gone.remove();
    this.box.prepend(result, ...notes.map((note) => element('span', 'bad', note)));
    this.title.textContent = this.name;
    this.offer({ dismiss: () => this.remove() });
    this.said.textContent = this.box.querySelector('p, .quiet')?.textContent ?? '';
  }

  remove() {
    this.box.remove();
  }
}
