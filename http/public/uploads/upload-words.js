/* The texts of the upload scripts in the language of the page, and numbers in its format. */

const box = /** @type {HTMLElement} */ (document.getElementById('upload-words'));
const language = document.documentElement.lang;

/** The upload limit in bytes. */
export const maxBytes = Number(box.dataset.max);
/** The accepted file types, in the format of a file input. */
export const accepted = box.dataset.accept ?? '';

/** @type {(name: string, gaps?: Readonly<Record<string, string | number>>) => string} */
export const words = (name, gaps = {}) =>
  (box.dataset[name] ?? '').replace(/\{(\w+)\}/g, (all, /** @type {string} */ gap) =>
    gap in gaps ? String(gaps[gap]) : all,
  );

/** @type {(unit: string, value: number, digits: number) => string} */
const measured = (unit, value, digits) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);

/** @type {(bytesPerSecond: number) => string} */
export const speed = (bytesPerSecond) =>
  bytesPerSecond < 1e6
    ? measured('kilobyte-per-second', bytesPerSecond / 1000, 0)
    : measured('megabyte-per-second', bytesPerSecond / 1e6, 1);

/** @type {(seconds: number) => string} */
export function timeLeft(seconds) {
  const time =
    seconds < 90
      ? measured('second', Math.max(1, Math.ceil(seconds / 5) * 5), 0)
      : seconds < 5400
        ? measured('minute', Math.ceil(seconds / 60), 0)
        : measured('hour', seconds / 3600, 1);
  return words('left', { time });
}

/** Whole percent, rounded down: 100 only if everything is done. @type {(done: number, total: number) => number} */
export const percent = (done, total) => (total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 100);
