/** Measures pages in Chromium. */
import { existsSync } from 'node:fs';
import { chromium } from '../../test/browser/chromium.js';
import { countNodes, noteLongTasks, timesOfVisit } from './in-page.mjs';

const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/** The headless shell renders the same, without windows. */
const headless = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

export async function openBrowser() {
  return (await chromium()).launch({ executablePath: process.env.CHROMIUM ?? headless ?? '', args });
}

/**
 * Visits a page with an empty cache.
 * @param {import('../../test/browser/chromium.js').Browser} browser
 * @param {string} url
 * @param {number} slower slowdown factor of the processor
 * @returns {Promise<{first: number, interactive: number, nodes: number}>} milliseconds since the visit began
 */
export async function visit(browser, url, slower) {
  const context = await browser.newContext({ locale: 'de', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript({ content: noteLongTasks });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const times = /** @type {{first: number, interactive: number}} */ (await page.evaluate(timesOfVisit));
  const nodes = /** @type {number} */ (await page.evaluate(countNodes));
  await context.close();
  return { ...times, nodes };
}
