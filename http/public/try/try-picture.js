/* Submits an image of a printed page that is dropped on a page of the virtual pen. */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('try-picture'));

form?.addEventListener('submit', (event) => {
  const says = form.querySelector('[role=status]');
  if (!event.defaultPrevented && says) says.textContent = form.dataset.reading ?? '';
});

// A page from the back/forward cache is no longer reading.
addEventListener('pageshow', () => form?.querySelector('[role=status]')?.replaceChildren());

// In the capture phase, before drop.js, which accepts music.
addEventListener(
  'drop',
  (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    const picture = files.find(({ type, name }) => /^image\/(png|jpeg)$/.test(type) || /\.(png|jpe?g)$/i.test(name));
    const input = form?.elements.namedItem('image');
    if (picture === undefined || !form || !(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    const given = new DataTransfer();
    given.items.add(picture);
    input.files = given.files;
    const fold = form.closest('details');
    if (fold) fold.open = true;
    form.requestSubmit();
  },
  { capture: true },
);
