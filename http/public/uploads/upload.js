/* Uploads the files of the form without leaving the page. File names include their paths. */
import { chosenIn, give } from './upload-give.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('upload'));
const cover = /** @type {HTMLInputElement} */ (form.querySelector('[name=cover]'));
const preview = /** @type {HTMLCanvasElement} */ (document.getElementById('cover-preview'));
/** Pixels. */
const side = 240;

/** Shows the whole picture, scaled down but not cropped. */
async function showCover() {
  const [file] = cover.files ?? [];
  preview.hidden = true;
  const picture = file && (await createImageBitmap(file).catch(() => undefined));
  if (!picture || file !== cover.files?.[0]) return;
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  Object.assign(preview, { width: Math.ceil(picture.width * scale), height: Math.ceil(picture.height * scale) });
  preview.getContext('2d')?.drawImage(picture, 0, 0, preview.width, preview.height);
  picture.close();
  preview.hidden = false;
}

cover.addEventListener('change', () => void showCover());
form.addEventListener('reset', () => {
  preview.hidden = true;
});
function giveChosen() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = form.querySelectorAll('input[name=files]');
  const files = [...inputs].flatMap(chosenIn);
  if (files.length === 0) return;
  give(files, cover.files?.[0]);
  form.reset();
}

// One step: music that was chosen is uploaded, with the cover that was chosen before. The form is not submitted,
// because it is blocked while the daemon is not available; an upload waits for it.
form.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'files') giveChosen();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  giveChosen();
});
