/** Measures what an event costs an open page and the program, and the memory left after a thousand events. */
import { act } from '../chaos/daemon.mjs';
import { forgetRequests, pathsAsked } from './in-page.mjs';
import { median, timesOf } from './server.mjs';

const settled = 900;

/** Returns the seconds that the page's main thread has worked so far. */
async function workOf(client) {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Returns the bytes in use after garbage collection. */
async function heapOf(client) {
  for (let n = 0; n < 3; n++) await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const { nodes } = await client.send('Memory.getDOMCounters');
  return { usedSize, nodes };
}

/** Changes an album's title, which causes an event. */
const rename = (daemon, oid, n) => act(daemon, { action: 'update', uid: String(oid), album_title: `Neuer Titel ${n}` });

/**
 * @param {import('../../test/browser/chromium.js').Browser} browser
 * @param {import('../chaos/daemon.mjs').Daemon} daemon
 * @param {string} path of the open page
 * @param {number} oid of an album that it shows
 */
export async function openPage(browser, daemon, path, oid) {
  const context = await browser.newContext({ baseURL: await daemon.url, locale: 'de' });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await page.goto(path);
  await page.waitForTimeout(1000);

  return {
    /**
     * Returns the median milliseconds of the page's main thread for an event, and those that the server needs for the
     * page's requests after it. These are measured separately, since the event also starts a build.
     */
    async cost(rounds = 15) {
      const pages = /** @type {number[]} */ ([]);
      let asked = /** @type {string[]} */ ([]);
      for (let n = 0; n < rounds; n++) {
        await page.evaluate(forgetRequests);
        const before = await workOf(client);
        await rename(daemon, oid, n);
        await page.waitForTimeout(settled);
        pages.push((await workOf(client)) - before);
        asked = /** @type {string[]} */ (await page.evaluate(pathsAsked));
      }
      const times = await timesOf({ it: await daemon.url }, asked);
      const server = Object.values(times).reduce((sum, { it }) => sum + it.whole, 0);
      return { page: 1000 * median(pages), server, asked };
    },
    /** Returns the growth factors of the heap and the nodes after the given number of events. */
    async growth(events) {
      // The same number of events before: a browser's compiled code and request log reach their full size first.
      for (let n = 0; n < events; n++) await rename(daemon, oid, n);
      await page.waitForTimeout(settled);
      const before = await heapOf(client);
      for (let n = 0; n < events; n++) await rename(daemon, oid, n);
      await page.waitForTimeout(2 * settled);
      const after = await heapOf(client);
      return { heap: after.usedSize / before.usedSize, nodes: after.nodes / before.nodes };
    },
    close: () => context.close(),
  };
}
