/** The real program in a real browser: what a page does wrong by itself is collected while the tests use it. */
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startProgram, type RunningDaemon } from '../scenarios/daemon-process.js';
import { leaveOut } from '../support/leave-out.js';
import { patience } from '../support/patience.js';
import { chromium } from './chromium.js';

/** Without windows it is the same, and spares a third of the processor. */
const headless = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const executablePath = process.env['CHROMIUM'] || (headless ?? '/usr/bin/chromium');
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Surroundings {
  daemon: () => RunningDaemon;
  /** A page of a new visitor, without cookies; relative addresses are the daemon's. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** What is wrong so far: console errors, broken policy, failed and foreign requests. Taken away by reading. */
  complaints: () => string[];
}

/** Tests of one daemon in one browser. Where there is no Chromium, one skipped test says so instead of them. */
export function inBrowser(what: string, flags: readonly string[], tests: (surroundings: Surroundings) => void): void {
  describe(what, () => {
    if (!existsSync(executablePath))
      return leaveOut('in a browser', `There is no Chromium at ${executablePath} (set CHROMIUM to name another).`);
    let home: string | undefined;
    let daemon: RunningDaemon | undefined;
    let browser: Browser | undefined;
    const wrong: string[] = [];

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'tonstift-browser-'));
      [daemon, browser] = await Promise.all([
        startProgram(home, flags),
        chromium().then((type) => type.launch({ executablePath, args, timeout: patience() })),
      ]);
    });
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close();
      expect(wrong.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await daemon?.stop();
      if (home !== undefined) await rm(home, { recursive: true, force: true, maxRetries: 10 });
    });

    tests({
      daemon: () => daemon as RunningDaemon,
      complaints: () => wrong.splice(0),
      visit: async (path, options) => {
        const { url } = daemon as RunningDaemon;
        const context = await (browser as Browser).newContext({ baseURL: url, ...options });
        context.setDefaultTimeout(patience());
        const page = await context.newPage();
        watch(page, new URL(path, url).origin, wrong);
        await page.goto(path);
        return page;
      },
    });
  });
}

type DragEvent = 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop';

/** Somewhere in the middle of a page, also on a phone. */
const middle = { x: 200, y: 300 };

/** Drags files over a page as a file manager does. */
export async function drag(page: Page, files: string[], types: readonly DragEvent[], at = middle): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of types) await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
}

/** Drops files on a page. */
export const drop = (page: Page, files: string[], at = middle): Promise<void> =>
  drag(page, files, ['dragEnter', 'dragOver', 'drop'], at);

function watch(page: Page, origin: string, wrong: string[]): void {
  page.on('pageerror', (error) => wrong.push(`error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // Refused answers are told apart below: a page that shows a refusal is as it should be.
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      wrong.push(`console on ${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/^(http|ws)/.test(request.url()) && !request.url().startsWith(`${origin}/`))
      wrong.push(`request to another host: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      wrong.push(`${response.status()} for ${response.url()}`);
  });
}
