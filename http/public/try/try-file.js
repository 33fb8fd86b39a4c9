/* Uploads a GME file that is chosen, or dropped anywhere on this page, and opens its page. */
import { base } from '../base.js';
import { ask, factsIn } from '../uploads/upload-request.js';
import { maxBytes, percent } from '../uploads/upload-words.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('try-file'));
const problem = /** @type {HTMLElement} */ (document.getElementById('try-problem'));
const sending = /** @type {HTMLElement} */ (document.getElementById('try-sending'));
/** @type {AbortController | undefined} */
let under;

/** The texts of the form. @type {(name: string) => string} */
const words = (name) => form.dataset[name] ?? '';

/** @type {(text: string, details?: string) => void} */
function complain(text, details) {
  sending.textContent = '';
  problem.textContent = text;
  problem.hidden = text === '';
  // Details about bytes are in English, as in the command line program.
  if (details !== undefined)
    problem.append(' ', Object.assign(document.createElement('code'), { textContent: details, lang: 'en' }));
  if (text !== '') problem.scrollIntoView({ block: 'nearest' });
}

/** @type {(bytes: number, total: number) => void} */
function far(bytes, total) {
  sending.textContent = words('sending').replace('{share}', () => String(percent(bytes, total)));
}

/** @typedef {{ error?: { message: string, fields: Record<string, string> }, id?: string }} Facts */

/** @type {(file: File) => Promise<void>} */
async function send(file) {
  under?.abort();
  const mine = (under = new AbortController());
  const { signal } = mine;
  const fold = form.closest('details');
  if (fold) fold.open = true;
  complain('');
  if (file.size > maxBytes) return complain(words('large'));
  const body = new FormData();
  body.append('gme', file, file.name);
  far(0, Math.max(1, file.size));
  sending.scrollIntoView({ block: 'nearest' });
  try {
    const headers = { Accept: 'application/json' };
    const answer = await ask({ method: 'POST', path: form.action, headers, body, sent: far, signal });
    const { error, id } = /** @type {Facts} */ (factsIn(answer.text) ?? {});
    if (id !== undefined) return location.assign(`${base}/try/${id}`);
    const why = Object.values(error?.fields ?? {})[0];
    complain(why ?? error?.message ?? words('lost'), why === undefined ? undefined : error?.message);
  } catch {
    if (under === mine) complain(words('lost'));
  }
}

form.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('gme'));
  const [file] = input.files ?? [];
  if (file === undefined) return;
  event.preventDefault();
  void send(file);
});

const place = document.querySelector('[data-takes-drop=gme]');
for (const kind of ['dragenter', 'dragover'])
  place?.addEventListener(kind, (event) => {
    if (event instanceof DragEvent && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });

// In the capture phase, before drop.js, which would treat the file as music.
addEventListener(
  'drop',
  (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    const file = files.find(({ name }) => /\.gme$/i.test(name));
    const isHere = event.target instanceof Node && form.contains(event.target);
    // try-picture.js handles pictures.
    const isPicture = files.some(({ type, name }) => type.startsWith('image/') || /\.(png|jpe?g)$/i.test(name));
    if (file === undefined && (!isHere || isPicture || files.length === 0)) return;
    event.preventDefault();
    if (file === undefined) complain(words('other'));
    else void send(file);
  },
  { capture: true },
);
