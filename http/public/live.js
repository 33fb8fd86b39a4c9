/*
 * Keeps what is marked data-live up to date:
 * at each event the page is fetched and the marked parts exchanged.
 */
document.documentElement.classList.add('scripted');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;
/** @type {AbortController | undefined} */
let stop;
/** Something was left as it is because it was in use. */
let postponed = false;

/**
 * What a person is busy with stays as it is: typed text, sound that plays, the place of the cursor.
 * @type {(element: HTMLElement) => boolean}
 */
function busy(element) {
  const { activeElement } = document;
  if (element.contains(activeElement) && activeElement?.matches('input, select, textarea')) return true;
  if (element.querySelector('[data-dirty]')) return true;
  /** @type {NodeListOf<HTMLInputElement>} */
  const files = element.querySelectorAll('input[type=file]');
  if ([...files].some((input) => (input.files?.length ?? 0) > 0)) return true;
  return [...element.querySelectorAll('audio')].some((audio) => !audio.paused);
}

/** @type {(element: HTMLElement) => HTMLDetailsElement[]} */
const openFolds = (element) => [
  ...(element instanceof HTMLDetailsElement ? [element] : []),
  ...element.querySelectorAll('details'),
];

/** @type {(old: HTMLElement, fresh: HTMLElement) => void} */
function exchange(old, fresh) {
  if (old.outerHTML === fresh.outerHTML || old.dataset.seen === fresh.outerHTML) return;
  if (busy(old)) {
    postponed = true;
    return;
  }
  const seen = fresh.outerHTML;
  const folds = openFolds(old).map((fold) => fold.open);
  openFolds(fresh).forEach((fold, n) => {
    fold.open = folds[n] ?? false;
  });
  const message = old.querySelector('output');
  if (message) fresh.querySelector('output')?.replaceChildren(...message.childNodes);
  old.replaceWith(fresh);
  fresh.dataset.seen = seen;
  copyButtons(fresh);
}

/**
 * A list is exchanged whole only where other elements are in it than before; else each for itself.
 * @type {(page: Document) => void}
 */
function renew(page) {
  /** @type {NodeListOf<HTMLElement>} */
  const living = page.querySelectorAll('[data-live]');
  for (const fresh of living) {
    const old = document.getElementById(fresh.id);
    if (old === null) continue;
    if (fresh.dataset.live !== 'list') exchange(old, copyOf(fresh));
    else if (ids(old) !== ids(fresh) && busy(old)) postponed = true;
    else if (ids(old) !== ids(fresh)) {
      const opened = [...old.querySelectorAll('details[open][id]')].map(({ id }) => id);
      old.replaceWith(copyOf(fresh));
      for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
    }
  }
}

/** @type {(element: HTMLElement) => HTMLElement} */
const copyOf = (element) => /** @type {HTMLElement} */ (element.cloneNode(true));

/** @type {(element: HTMLElement) => string} */
const ids = (element) => [...element.querySelectorAll('[data-live]')].map(({ id }) => id).join();

/** A page may name another one that has its live parts without the work that made the rest of it. */
async function look() {
  due = undefined;
  postponed = false;
  // Where the service is away, the stream notices when it is back.
  const from = document.querySelector('[data-live-from]')?.getAttribute('data-live-from') ?? location.href;
  const answer = await fetch(from, { headers: { Accept: 'text/html' } }).catch(() => undefined);
  if (answer?.ok) renew(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

const lookSoon = () => {
  due ??= setTimeout(() => void look(), 700);
};

/**
 * Reads the stream by itself: whatever the events are called, each means the same.
 * @type {(signal: AbortSignal) => Promise<void>}
 */
async function listen(signal) {
  for (let first = true; !signal.aborted; first = false) {
    try {
      const answer = await fetch(`/events?last_event_id=${encodeURIComponent(document.body.dataset.lastEvent ?? '')}`, {
        headers: { Accept: 'text/event-stream' },
        signal,
      });
      if (!answer.ok || answer.body === null) return;
      if (!first) lookSoon();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        if (/^event:/m.test(read.value)) lookSoon();
      }
    } catch {
      /* cut off: retried in a while */
    }
    await new Promise((done) => {
      setTimeout(done, 2000);
    });
  }
}

/** A browser has few connections to one host: a page in the background gives its own back. */
function follow() {
  stop?.abort();
  stop = undefined;
  if (document.hidden) return;
  stop = new AbortController();
  void listen(stop.signal);
}

/** @type {(within: ParentNode) => void} */
function copyButtons(within) {
  if (!navigator.clipboard) return;
  for (const text of within.querySelectorAll('[data-copy]')) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'plain copy',
      textContent: 'Copy',
    });
    const copy = async () => {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    };
    button.addEventListener('click', () => void copy());
    text.after(button);
  }
}

/** The album that the address names opens, and only that one. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
}

document.addEventListener('visibilitychange', () => {
  follow();
  if (!document.hidden) lookSoon();
});
addEventListener('pagehide', () => stop?.abort());
addEventListener('hashchange', openNamed);
document.addEventListener('live:look', lookSoon);
for (const ended of ['focusout', 'pause'])
  document.addEventListener(
    ended,
    () => {
      if (postponed) lookSoon();
    },
    true,
  );
copyButtons(document);
openNamed();
follow();
