/*
 * A restart is waited for. The page of the settings loads this, too: once the daemon goes, nothing more comes from it.
 * So it imports nothing.
 */
export {};

/** Which run of the daemon made a page. @type {(page: Document) => string} */
const runOf = (page) => (page.body.dataset.lastEvent ?? '').replace(/-\d+$/, '');

/** Milliseconds between two looks. */
const pause = 1000;

/** Goes on to the settings once another run of the daemon answers, be it with a login. */
async function goOnAfterRestart() {
  for (;;) {
    await new Promise((done) => {
      setTimeout(done, pause);
    });
    const answer = await fetch('/config', { headers: { Accept: 'text/html' } }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) continue;
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ''), 'text/html');
    if (runOf(page) !== runOf(document)) return location.replace('/config');
  }
}

if (document.querySelector('[data-restarting]')) void goOnAfterRestart();
