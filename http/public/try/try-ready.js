/* Reloads the page of an album as soon as its file for the pen is ready. */

document.addEventListener('live:event', (event) => {
  const { data } = /** @type {CustomEvent<{ data?: { album?: { oid: number, gme_state: string } } }>} */ (event).detail;
  const album = data?.album;
  if (album?.gme_state === 'ready' && document.getElementById(`try-${album.oid}`) !== null) location.reload();
});
