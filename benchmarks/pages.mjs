/**
 * Measures the pages of a large library: 992 albums of 20 tracks, against one of 8, in one run and in a real
 * Chromium. Prints each figure with its limit, and exits with 1 if one is missed. Runs on `dist`.
 *
 *   node benchmarks/pages.mjs [--albums 992] [--events 1000] [--rounds 21]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, visit } from './pages/browser.mjs';
import { openPage } from './pages/events.mjs';
import { startWith } from './pages/homes.mjs';
import { timesOf } from './pages/server.mjs';

const { values: options } = parseArgs({
  options: {
    albums: { type: 'string', default: '992' },
    events: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '21' },
  },
});
const count = Number(options.albums);

/** An album on the first page of the grid in both libraries. */
const shown = 3;
const pages = ['/', '/library', '/library?q=kaefer', `/library/${shown}`, '/deleted', '/print', '/pens', '/papers'];
const others = ['/config', '/logs', '/help', '/problems', '/api', '/api/albums', '/api/schemas'];
const [mostFirst, mostNodes, mostRatio] = [100, 5000, 2];
/** Limits in milliseconds until a page is interactive, by slowdown of the processor. */
const mostInteractive = new Map([
  [1, 1000],
  [4, 2000],
]);
const [mostForPage, mostForServer, mostGrowth] = [50, 10, 1.1];

/** Prints one figure. */
function held(what, value, limit, digits = 1) {
  const ok = value <= limit;
  if (!ok) process.exitCode = 1;
  console.log(`  ${what}: ${value.toFixed(digits)} (limit ${limit})${ok ? '' : ' MISSED'}`);
}

async function servers(daemons) {
  console.log(`Server, ms at 8 and at ${count} albums`);
  const times = await timesOf(daemons, [...pages, ...others], Number(options.rounds));
  for (const [page, { few, many }] of Object.entries(times)) {
    console.log(`${page}: ${few.whole.toFixed(1)}, ${many.whole.toFixed(1)}`);
    held('first byte', many.first, mostFirst);
    held('ratio', many.whole / few.whole, mostRatio, 2);
  }
}

async function browsers(browser, url) {
  console.log(`In Chromium, at ${count} albums`);
  for (const page of [...pages, ...others])
    for (const [slower, most] of mostInteractive) {
      const { interactive, nodes } = await visit(browser, url + page, slower);
      held(`${page}, interactive${slower > 1 ? `, processor slowed ${slower} times` : ''}`, interactive, most, 0);
      if (slower === 1) held(`${page}, nodes`, nodes, mostNodes, 0);
    }
}

async function events(browser, daemon) {
  for (const path of ['/library', `/library/${shown}`]) {
    const page = await openPage(browser, daemon, path, shown);
    const { page: own, server, asked } = await page.cost();
    held(`${path}, one event, ms of the page`, own, mostForPage);
    held(`${path}, one event, ms of the server for ${asked.join(', ')}`, server, mostForServer);
    await page.close();
  }
  const wall = await openPage(browser, daemon, '/library', shown);
  const { heap, nodes } = await wall.growth(Number(options.events));
  held(`/library, ${options.events} events, times the heap`, heap, mostGrowth, 2);
  held(`/library, ${options.events} events, times the nodes`, nodes, mostGrowth, 2);
  await wall.close();
}

const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
const started = [];
const start = async (name, albums) => {
  const daemon = await startWith(join(folder, name), albums);
  started.push(daemon);
  return daemon;
};
try {
  const [few, many] = [await start('few', 8), await start('many', count)];
  await servers({ few: await few.url, many: await many.url });
  const browser = await openBrowser();
  await browsers(browser, await many.url);
  await events(browser, many);
  await browser.close();
} finally {
  for (const daemon of started) await daemon.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
