/* Keys for the buttons of a screening. Each press sends one form, and the answer is the page with the next paper. */

// The style shows the keys only where they work.
document.querySelector('.screening')?.classList.add('has-keys');

/** No key counts until the next page is there, so that a key that is held decides once. */
let isSent = false;

document.addEventListener('submit', () => {
  isSent = true;
});

// A page that the browser kept for its back button is shown as it was.
addEventListener('pageshow', () => {
  isSent = false;
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (isSent || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
  const wanted = key === 'ArrowLeft' ? 'u' : key.toLowerCase();
  const button = [...document.querySelectorAll('.screening button')].find(
    (one) => one instanceof HTMLButtonElement && (one.dataset.key === wanted || one.value.charAt(0) === wanted),
  );
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  button.click();
});
