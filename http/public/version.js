/* Reloads a page of an older version of the program, or says that it should be reloaded. */
import { recall, remember } from './tab-memory.js';

/** The version for which this tab was reloaded. It reloads only once, in case that does not help. */
const key = 'tonstift:loaded-for';

/** Reports whether the page has input that a reload would lose. */
function isTouched() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll('input:not([type=hidden]), textarea');
  const isTyped = [...inputs].some((input) =>
    input.type === 'checkbox' || input.type === 'radio'
      ? input.checked !== input.defaultChecked
      : input.value !== input.defaultValue,
  );
  /** @type {NodeListOf<HTMLSelectElement>} */
  const selects = document.querySelectorAll('select:not([multiple])');
  const isChosen = [...selects].some(({ options, selectedIndex }) => {
    const own = [...options].findIndex(({ defaultSelected }) => defaultSelected);
    return selectedIndex !== Math.max(0, own);
  });
  return isTyped || isChosen || document.querySelector('[data-dirty], audio[src]') !== null;
}

/**
 * Reports whether the browser would reload without a question. The question would stop an upload until someone answers.
 */
const mayReload = () => !isTouched() && dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Reloads the page if it is out of date, or says so.
 * @returns true if it is reloading
 * @type {(build: string) => boolean}
 */
export function followBuild(build) {
  const { build: own = '' } = document.body.dataset;
  if (own === '' || build === '' || own === build) return false;
  // A tab that cannot remember the reload could reload forever.
  const isLoading = recall(key) !== build && mayReload() && remember(key, build);
  if (isLoading) location.reload();
  else document.body.classList.add('older');
  return isLoading;
}
