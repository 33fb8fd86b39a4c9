/* The log stands still while somebody reads it. */
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-pauses]'));

button?.addEventListener('click', () => {
  const isPaused = button.getAttribute('aria-pressed') === 'true';
  button.setAttribute('aria-pressed', String(!isPaused));
  // What is marked so is left as it is; see parts.js.
  if (isPaused) {
    delete document.body.dataset.paused;
    document.dispatchEvent(new Event('live:look'));
  } else document.body.dataset.paused = button.dataset.pauses ?? '';
});
