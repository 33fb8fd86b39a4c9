/* A page of an older version of the program is loaded anew, or says that it should be. */

/** For which version this tab was loaded anew: once is enough, should it not help. */
const key = 'tonstift:loaded-for';

/** Something was typed or chosen here that would be gone. */
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

/** Others may have more to lose: an upload under way. */
const mayReload = () => !isTouched() && document.dispatchEvent(new Event('live:reload', { cancelable: true }));

/**
 * Where the page is of another version than what answers now, it is loaded anew, or says so.
 * @returns whether it is being loaded
 * @type {(build: string) => boolean}
 */
export function followBuild(build) {
  const { build: own = '' } = document.body.dataset;
  if (own === '' || build === '' || own === build) return false;
  const isLoading = sessionStorage.getItem(key) !== build && mayReload();
  if (isLoading) {
    sessionStorage.setItem(key, build);
    location.reload();
  } else document.body.classList.add('older');
  return isLoading;
}
