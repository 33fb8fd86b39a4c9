/** The steps of a first run, and problems, in a browser: live, and without scripts. */
import { expect, it } from '@jest/globals';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { mp3 } from '../fixtures/mp3.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

const steps = (page: Page) => page.getByRole('region', { name: 'Get started in four steps' });
const phone = { viewport: { width: 360, height: 740 }, locale: 'de-DE' };
const overflow = 'document.documentElement.scrollWidth - innerWidth';

inBrowser('a first run', [], ({ daemon, visit }) => {
  const pen = (): string => join(daemon().home, 'pen');

  async function upload(title: string, offset: number): Promise<void> {
    await daemon().upload({ '1.mp3': await mp3({ offset, tags: { TALB: title, TIT2: 'Lied', TRCK: '1' } }) });
  }

  it('goes on by itself when the first album comes, and without scripts to its end', async () => {
    const page = await visit('/');
    await steps(page).getByText('Music').waitFor();
    const small = await visit('/', phone);
    expect(await small.evaluate(overflow)).toBeLessThanOrEqual(0);
    await upload('Wassermann', 10);
    await upload('Schlaflieder', 50);
    await steps(page).getByText('Plug in the pen with its cable').waitFor();

    const first = join(daemon().home, 'first-pen');
    await simulatePen(first, { serial: 'FIRST' });
    await writeFile(join(first, '993_Test-sheet.gme'), 'of somebody');
    await daemon().post('/config', { pen_paths: first });
    await steps(page).getByText('safe to unplug').waitFor();

    const plain = await visit('/', { javaScriptEnabled: false });
    await steps(plain).getByText('Language and albums of the pen').click();
    await steps(plain).getByLabel('Pen language').selectOption('FRENCH');
    await steps(plain).getByLabel('Schlaflieder').uncheck();
    await steps(plain).getByRole('button', { name: 'Continue' }).click();
    const sheet = steps(plain).getByRole('link', { name: 'Print the sheet of Schlaflieder' });
    const address = `${daemon().url}${(await sheet.getAttribute('href')) ?? ''}`;
    const pdf = await fetch(address, { headers: { accept: 'text/html' } });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await pdf.arrayBuffer();
    await steps(page).locator('li', { hasText: 'Sheet' }).getByText('done').waitFor();
    await steps(plain).getByRole('button', { name: 'It is printed' }).click();
    await steps(plain).getByText('Did the pen answer?').waitFor();
    expect(await steps(plain).getByText('test sheet').count()).toBe(0);
    await steps(plain).getByRole('button', { name: 'No', exact: true }).click();
    expect(await steps(plain).getByRole('img').count()).toBe(3);
    for (const path of ['/', '/first-run']) {
      const narrow = await visit(path, phone);
      expect([path, await narrow.evaluate(overflow)]).toEqual([path, 0]);
    }

    const opened = plain.context().waitForEvent('request', (asked) => asked.url().includes('/download_oid_images'));
    await steps(plain).getByRole('button', { name: 'Print the test sheet' }).click();
    expect(new URL((await opened).url()).search).toBe('?format=pdf');
    await steps(page).getByText('safe to unplug. Tap the rows now.').waitFor();
    const ours = async (): Promise<string[]> => (await readdir(first)).filter((name) => name.includes('Test-sheet'));
    expect((await ours()).sort()).toEqual(['993_Test-sheet-2.gme', '993_Test-sheet.gme']);
    await steps(plain).getByLabel('Which row played?').selectOption('600-1');
    await steps(plain).getByRole('button', { name: 'This row played' }).click();
    await plain.getByRole('status').getByText('The setting is saved.').waitFor();
    await until('the pen without the test sheet', async () => (await ours()).join() === '993_Test-sheet.gme');
    expect(await readFile(join(first, '993_Test-sheet.gme'), 'utf8')).toBe('of somebody');

    await steps(plain).getByRole('button', { name: 'It is printed' }).click();
    await steps(plain).getByRole('button', { name: 'Yes, it plays' }).click();
    await steps(plain).getByText('It plays! Everything is set up.').waitFor();
    await steps(plain).getByRole('link', { name: 'Go to the library' }).waitFor();
    await until('the other page', async () => (await steps(page).count()) === 0);
    const { config } = await daemon().json<{ config: object }>('/config');
    expect(config).toMatchObject({ print_dpi: 600, print_pixel_size: 1, pen_language: 'FRENCH' });
    const albums = await daemon().albums();
    expect(albums.map(({ album_title, on_pens }) => [album_title, on_pens]).sort()).toEqual([
      ['Schlaflieder', 'none'],
      ['Wassermann', 'all'],
    ]);
    await plain.goto('/help');
    await plain.getByRole('link', { name: 'four steps' }).click();
    await plain.getByRole('heading', { name: 'Get started in four steps' }).waitFor();
  });

  it('tells when everything is on the pen, where it is wanted, and once of two pages', async () => {
    await simulatePen(pen(), { serial: 'TOLD' });
    const page = await visit('/pens', { permissions: ['notifications'] });
    const told = `
      document.hasFocus = () => !!window.inFront;
      window.told = [];
      window.Notification = Object.assign(function (title, { body }) { window.told.push(body) }, {
        permission: 'granted',
        requestPermission: async () => 'granted',
      })`;
    await page.context().addInitScript(told);
    await page.reload();
    const button = page.getByRole('button', { name: 'Notify me when everything is on the pen' });
    await button.click();
    await until('the switch', async () => (await button.getAttribute('aria-pressed')) === 'true');
    await page.reload();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    const other = await page.context().newPage();
    await other.goto('/library');
    await daemon().post('/config', { pen_paths: pen() });
    const all = async (): Promise<string[]> => [
      ...(await page.evaluate<string[]>('told')),
      ...(await other.evaluate<string[]>('told')),
    ];
    await until('the notification', async () => (await all()).length > 0);
    await page.waitForTimeout(1000);
    expect(await all()).toEqual([expect.stringMatching(/^Everything is on .+; it is safe to unplug\.$/)]);

    // Somebody looks at one of them.
    await page.waitForTimeout(5000);
    await page.evaluate('window.inFront = true');
    await upload('Noch eins', 90);
    await until('the album on the pen', async () => {
      const { pens } = await daemon().json<{ pens: { albums: number[]; state: string }[] }>('/pens');
      return pens[0]?.albums.length === 2 && pens[0].state === 'ready';
    });
    await page.waitForTimeout(1500);
    expect(await all()).toHaveLength(1);
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
  });

  it('shows problems above what came in, with what can be done, as they come and go', async () => {
    const start = await visit('/');
    const page = await visit('/problems');
    await page.getByText('There are no problems.').waitFor();
    await page.getByText('safe to unplug').first().waitFor();
    const [gme = ''] = (await readdir(pen())).filter((name) => name.endsWith('.gme'));
    const foreign = join(pen(), 'Foreign.gme');
    await rename(join(pen(), gme), foreign);
    await writeFile(foreign, 'x', { flag: 'a' });
    await daemon().post('/pens', { action: 'sync' });
    await page.locator('.problems').getByText('Foreign.gme is not from Tonstift').waitFor();
    await start.locator('#problems').getByText('Foreign.gme is not from Tonstift').waitFor();
    expect(await page.locator('.status-line').getByRole('link', { name: '1 problem' }).count()).toBe(1);
    for (const path of ['/', '/problems', '/pens']) {
      const small = await visit(path, phone);
      expect([path, await small.evaluate(overflow)]).toEqual([path, 0]);
    }
    await rename(foreign, join(daemon().home, 'Foreign.gme'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await until('the pen', async () => (await daemon().json<{ problems: [] }>('/problems')).problems.length === 0);
    await start.locator('.status-line .safe').waitFor();
    await until('the start page', async () => (await start.locator('.problems').count()) === 0);
    // The longest line of the pen, on a small phone.
    const small = await visit('/pens', phone);
    await small.locator('.status-line .safe').waitFor();
    expect(await small.evaluate(overflow)).toBe(0);
  });
});
