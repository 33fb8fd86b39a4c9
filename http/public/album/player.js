/*
 * One player for all tracks of the page, which continues with the next. Without it, each track is a link to its audio.
 */
const box = /** @type {HTMLElement} */ (document.getElementById('player'));
const sound = /** @type {HTMLAudioElement} */ (box.querySelector('audio'));
const title = /** @type {HTMLElement} */ (box.querySelector('.title'));

/** The links in their current order. @returns {HTMLAnchorElement[]} */
const tracks = () => [...document.querySelectorAll('a[data-play]')].filter((one) => one instanceof HTMLAnchorElement);

const current = () => tracks().findIndex(({ href }) => href === sound.src);

function mark() {
  const at = current();
  tracks().forEach((track, n) => {
    track.classList.toggle('playing', n === at && !sound.paused);
    if (n === at) track.setAttribute('aria-current', 'true');
    else track.removeAttribute('aria-current');
  });
}

/** @type {(track: HTMLAnchorElement | undefined) => void} */
function play(track) {
  if (track === undefined) return;
  if (sound.src !== track.href) sound.src = track.href;
  title.textContent = track.dataset.play ?? '';
  box.hidden = false;
  void sound.play().catch(() => undefined);
}

document.addEventListener('click', (event) => {
  const track = event.target instanceof Element ? event.target.closest('a[data-play]') : null;
  if (!(track instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (sound.src === track.href && !sound.paused) sound.pause();
  else play(track);
});

box.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button === null) return;
  if (button.dataset.step !== undefined) return play(tracks()[current() + Number(button.dataset.step)]);
  sound.pause();
  box.hidden = true;
  mark();
});

sound.addEventListener('ended', () => {
  const at = current();
  if (at >= 0) play(tracks()[at + 1]);
});
for (const kind of ['play', 'pause', 'ended']) sound.addEventListener(kind, mark);
document.addEventListener('live:fresh', mark);
