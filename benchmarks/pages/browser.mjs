/** What a page costs in Chromium. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { countNodes, noteLongTasks, timesOfVisit } from './in-page.mjs';

const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/** Without windows it is the same, and draws none of its own. */
const headless = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

export const openBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? headless ?? '', args });

/**
 * A visit without anything kept.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {number} slower how many times the processor is slowed
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
