/* The button that pauses the log. */
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-pauses]'));

button?.addEventListener('click', () => {
  const isPaused = button.getAttribute('aria-pressed') === 'true';
  button.setAttribute('aria-pressed', String(!isPaused));
  // parts.js does not update a paused element.
  if (isPaused) {
    delete document.body.dataset.paused;
    document.dispatchEvent(new Event('live:look'));
  } else document.body.dataset.paused = button.dataset.pauses ?? '';
});
