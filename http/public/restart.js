/*
 * Waits for the restart of the daemon. The settings page loads this script beforehand, because no file can be loaded
 * once the daemon has stopped. For the same reason, it imports nothing.
 */
export {};

/** This script is in `/assets/`. */
const settings = new URL('../config', import.meta.url).href;

/** Identifies the run of the daemon that made a page. @type {(page: Document) => string} */
const runOf = (page) => (page.body.dataset.lastEvent ?? '').replace(/-\d+$/, '');

/** Milliseconds between two checks. */
const pause = 1000;

/** Opens the settings as soon as another run of the daemon answers, even if it asks for a login. */
async function goOnAfterRestart() {
  for (;;) {
    await new Promise((done) => {
      setTimeout(done, pause);
    });
    const answer = await fetch(settings, { headers: { Accept: 'text/html' } }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) continue;
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ''), 'text/html');
    if (runOf(page) !== runOf(document)) return location.replace(settings);
  }
}

if (document.querySelector('[data-restarting]')) void goOnAfterRestart();
