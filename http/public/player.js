/*
 * One player for the tracks of an album. It goes on with the next track, and on the next page at the same second.
 * Without it, each track is a link to its audio.
 */
import { recall, remember } from './tab-memory.js';

const box = /** @type {HTMLElement} */ (document.getElementById('player'));
const sound = /** @type {HTMLAudioElement} */ (box.querySelector('audio'));
const title = /** @type {HTMLAnchorElement} */ (box.querySelector('.title'));
const goOn = /** @type {HTMLElement} */ (box.querySelector('.link span'));
const key = 'tonstift:player';

/**
 * The tracks that play, on the pages of one browser tab.
 * @typedef {{ page: string, album: string, artist: string, cover: string | undefined,
 *   tracks: { href: string, name: string }[], at: number, second: number, isPlaying: boolean }} Playlist
 */

/** @type {Playlist | undefined} */
let list;

/** The links of the page in their current order. @returns {HTMLAnchorElement[]} */
const links = () => [...document.querySelectorAll('a[data-play]')].filter((one) => one instanceof HTMLAnchorElement);

/** Takes the tracks from the page of an album, whose order may have changed. @type {(href: string) => void} */
function takeFromPage(href) {
  const at = links().findIndex((link) => link.href === href);
  if (at < 0) return;
  /** @type {HTMLInputElement | null} */
  const artist = document.querySelector('[data-edit] [name=album_artist]');
  /** @type {HTMLImageElement | null} */
  const cover = document.querySelector('.album-head img');
  list = {
    ...{ page: location.pathname, album: document.querySelector('h1')?.textContent ?? '' },
    ...{ artist: artist?.value ?? '', cover: cover?.src },
    tracks: links().map((link) => ({ href: link.href, name: link.dataset.play ?? '' })),
    ...{ at, second: 0, isPlaying: false },
  };
}

/** @returns {Playlist | undefined} */
function stored() {
  try {
    /** @type {Partial<Playlist> | null} */
    const before = JSON.parse(recall(key) ?? 'null');
    const track = before?.tracks?.[before.at ?? -1];
    return track === undefined ? undefined : /** @type {Playlist} */ (before);
  } catch {
    return undefined;
  }
}

/** Only a page that is left says that it plays: a copy of the tab must not play, too. @type {(is: boolean) => void} */
function store(isPlaying) {
  const isKept = list !== undefined && !sound.ended;
  remember(key, isKept ? JSON.stringify({ ...list, second: sound.currentTime, isPlaying }) : undefined);
}

function show() {
  const isPlaying = !sound.paused;
  box.classList.toggle('playing', isPlaying);
  if (isPlaying) box.classList.remove('waits');
  for (const link of links()) {
    const isCurrent = link.href === sound.src;
    link.classList.toggle('playing', isCurrent && isPlaying);
    if (isCurrent) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** Offers to continue: a browser may require a click before a page makes sounds. */
function wait() {
  const seconds = Math.floor(sound.currentTime);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const words = (box.dataset.continue ?? '').replace('{time}', time);
  goOn.textContent = words.replace('{title}', () => title.textContent);
  box.classList.add('waits');
}

/** Moves the focus from a control that is no longer shown to one that is. */
function keepFocus() {
  /** @type {NodeListOf<HTMLElement>} */
  const controls = box.querySelectorAll('button, a, audio');
  if (document.activeElement instanceof HTMLElement && document.activeElement.checkVisibility()) return;
  [...controls].find((control) => control.checkVisibility())?.focus();
}

/** Loads the current track. @type {(second?: number) => void} */
function load(second = 0) {
  const track = list?.tracks[list.at];
  if (list === undefined || track === undefined) return;
  sound.src = track.href;
  if (second > 0) sound.currentTime = second;
  title.textContent = track.name;
  title.href = list.page;
  box.classList.remove('waits');
  box.hidden = false;
  document.body.classList.remove('track-gone');
  store(false);
  show();
  if (navigator.mediaSession) {
    const artwork = list.cover === undefined ? [] : [{ src: list.cover }];
    const { album, artist } = list;
    navigator.mediaSession.metadata = new MediaMetadata({ title: track.name, album, artist, artwork });
  }
}

/** @type {(error: DOMException) => Promise<void>} */
async function refused({ name }) {
  const { classList } = document.body;
  // Without the daemon or its session, the track may still be there.
  if (name === 'NotAllowedError' || classList.contains('lost') || classList.contains('signed-out')) return wait();
  // Other errors, such as a pause before the first sound, say nothing about the track.
  if (name !== 'NotSupportedError') return;
  // A browser cannot play some formats, and says the same about them: the next track is still offered.
  const answer = await fetch(sound.src, { method: 'HEAD' }).catch(() => undefined);
  if (answer === undefined) return wait();
  if (answer.status !== 404) return;
  close();
  classList.add('track-gone');
}

const play = () => void sound.play().catch(refused);

function toggle() {
  if (sound.paused) play();
  else sound.pause();
}

/** @type {(by: number) => void} */
function step(by) {
  takeFromPage(sound.src);
  if (list?.tracks[list.at + by] === undefined) return store(false);
  list.at += by;
  load();
  play();
}

function close() {
  const { src } = sound;
  const hadFocus = box.contains(document.activeElement);
  list = undefined;
  sound.pause();
  sound.removeAttribute('src');
  box.hidden = true;
  if (navigator.mediaSession) navigator.mediaSession.metadata = null;
  store(false);
  show();
  if (!hadFocus) return;
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  (links().find((link) => link.href === src) ?? main)?.focus({ preventScroll: true });
}

function resume() {
  const before = stored();
  if (before === undefined) return list === undefined ? undefined : close();
  list = before;
  load(before.second);
  if (before.isPlaying) play();
  else wait();
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-play]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (sound.src === link.href) return toggle();
  takeFromPage(link.href);
  load();
  play();
});

box.addEventListener('click', (event) => {
  const {
    step: by,
    toggle: toggles,
    close: closes,
  } = (event.target instanceof Element && event.target.closest('button')?.dataset) || {};
  if (by !== undefined) step(Number(by));
  if (toggles !== undefined) {
    toggle();
    show();
    keepFocus();
  }
  if (closes !== undefined) close();
});

sound.addEventListener('ended', () => step(1));
for (const kind of ['play', 'pause', 'ended']) sound.addEventListener(kind, show);
document.addEventListener('live:fresh', show);
// Another sound of the page, for example of the virtual pen, interrupts this one.
document.addEventListener('play', ({ target }) => target !== sound && sound.pause(), { capture: true });
navigator.mediaSession?.setActionHandler('previoustrack', () => step(-1));
navigator.mediaSession?.setActionHandler('nexttrack', () => step(1));
addEventListener('pagehide', () => {
  store(!sound.paused);
  sound.pause();
});
addEventListener('pageshow', ({ persisted }) => persisted && resume());
resume();
