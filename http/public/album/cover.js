/* Replaces the cover with a picture that is dropped on it, pasted, or chosen by a click. It is shown immediately. */
import { base } from '../base.js';

/** Size in pixels of the preview that is shown until the upload is complete. */
const side = 480;

/** @type {(event: Event) => HTMLElement | null} */
const placeIn = ({ target }) => (target instanceof Element ? target.closest('[data-cover]') : null);

/**
 * Replaces `{reason}` in the sentence.
 * @type {(place: HTMLElement, sentence: string, reason?: string) => void}
 */
function tell(place, sentence, reason = '') {
  const words = (place.dataset[sentence] ?? '').replace('{reason}', () => reason);
  // The element may have been replaced meanwhile.
  const now = document.querySelector(`[data-cover="${place.dataset.cover}"] output`);
  if (now) now.textContent = words;
}

/**
 * Undefined if the browser cannot decode the picture; the server may support it.
 * @type {(file: File) => Promise<string | undefined>}
 */
async function previewOf(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg');
  } catch {
    return undefined;
  }
}

/** @type {(file: File, { cover, unsent }: DOMStringMap) => Promise<void>} */
async function send(file, { cover: uid = '', unsent }) {
  const body = new FormData();
  body.append('action', 'add_cover');
  body.append('uid', uid);
  body.append('cover', file);
  const answer = await fetch(`${base}/library`, {
    ...{ method: 'POST', body, headers: { Accept: 'application/json' } },
  }).catch(() => {
    throw new Error(unsent);
  });
  // A proxy answers in its own words, for example that the picture is too large.
  const message = `${answer.status} ${answer.statusText}`;
  /** @type {{ error?: { message: string, fields: Record<string, string> } }} */
  const { error } = await answer.json().catch(() => ({ error: { message, fields: {} } }));
  if (error) throw new Error(Object.values(error.fields)[0] ?? error.message);
}

/** @type {(place: HTMLElement, file: File) => Promise<void>} */
async function take(place, file) {
  if (place.dataset.dirty !== undefined) return;
  place.dataset.dirty = '';
  tell(place, 'saving');
  const before = place.querySelector('.cover');
  const preview = await previewOf(file);
  if (preview !== undefined && before) {
    const shown = Object.assign(document.createElement('img'), { className: 'cover', src: preview, alt: '' });
    before.replaceWith(shown);
  }
  try {
    await send(file, place.dataset);
    tell(place, 'saved');
  } catch (problem) {
    if (before) place.querySelector('.cover')?.replaceWith(before);
    tell(place, 'failed', problem instanceof Error ? problem.message : String(problem));
  }
  delete place.dataset.dirty;
  document.dispatchEvent(new Event('live:look'));
}

/** @type {(place: HTMLElement) => void} */
function choose(place) {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: place.dataset.accept ?? '' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void take(place, file);
  });
  input.click();
}

document.addEventListener('click', (event) => {
  const place = placeIn(event);
  if (place && event.target instanceof Element && event.target.closest('.cover, button')) choose(place);
});

for (const kind of ['dragenter', 'dragover'])
  document.addEventListener(kind, (event) => {
    const place = placeIn(event);
    if (!place) return;
    event.preventDefault();
    place.classList.add('over');
  });
document.addEventListener('dragleave', (event) => {
  const place = placeIn(event);
  if (place && !(event.relatedTarget instanceof Node && place.contains(event.relatedTarget)))
    place.classList.remove('over');
});
document.addEventListener('drop', (event) => {
  const place = placeIn(event);
  if (!place) return;
  event.preventDefault();
  place.classList.remove('over');
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void take(place, file);
  else tell(place, 'noFile');
});
// Takes a picture that was copied elsewhere. Office programs copy text as a picture, too: that goes into its field.
document.addEventListener('paste', (event) => {
  const { files = [], types = [] } = event.clipboardData ?? {};
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
  if (isTyping && types.some((type) => type.startsWith('text/'))) return;
  const file = [...files].find(({ type }) => type.startsWith('image/'));
  const place = /** @type {HTMLElement | null} */ (document.querySelector('[data-cover]'));
  if (!file || place === null) return;
  event.preventDefault();
  void take(place, file);
});
