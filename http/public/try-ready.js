/* The page of an album that has no file for the pen yet: when that is there, the page shows its sheet. */

document.addEventListener('live:event', (event) => {
  const { data } = /** @type {CustomEvent<{ data?: { album?: { oid: number, gme_state: string } } }>} */ (event).detail;
  const album = data?.album;
  if (album?.gme_state === 'ready' && document.getElementById(`try-${album.oid}`) !== null) location.reload();
});
