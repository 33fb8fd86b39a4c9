/** Settings, log and login in a browser, very long names on a small phone, and what every browser test watches. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';
import { unfinished } from './looks.js';

inBrowser('pages in a browser', [], ({ daemon, visit, complaints }) => {
  const config = async (): Promise<Record<string, unknown>> =>
    (await daemon().json<{ config: Record<string, unknown> }>('/config')).config;

  it('settings are saved, and a wrong one says why beside its field', async () => {
    const page = await visit('/config?all=true');
    await page.getByLabel('Pen language').selectOption('FRENCH');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').waitFor();
    expect(await config()).toMatchObject({ pen_language: 'FRENCH' });
    expect(await page.getByLabel('Pen language').inputValue()).toBe('FRENCH');

    await page.getByLabel('Pen language').selectOption('DUTCH');
    await page.getByLabel('Largest upload').fill('plenty');
    await page.getByRole('button', { name: 'Save settings' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Nothing was changed').waitFor();
    const field = page.getByLabel('Largest upload');
    expect(await field.inputValue()).toBe('plenty');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const why = page.locator(`#${(await field.getAttribute('aria-describedby'))?.split(' ')[0]}`);
    expect(await why.textContent()).toContain('must be a whole number');
    const [above, below] = [await field.boundingBox(), await why.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(40);
    await alert.getByRole('link', { name: 'Largest upload' }).click();
    expect(await field.isVisible()).toBe(true);
    expect(await config()).toMatchObject({ pen_language: 'FRENCH', max_upload_mb: 2048 });
  });

  it('the log keeps from now on what is chosen, and shows it', async () => {
    const page = await visit('/logs');
    await page.getByLabel('Log level').selectOption('warn');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByLabel('Log level').inputValue()).toBe('warn');
    expect(await daemon().json<object>('/logs')).toMatchObject({ level: 'warn' });
    await page.getByLabel('Show').selectOption('error');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/level=error/);
    expect(await page.locator('.log .info').count()).toBe(0);
  });

  describe('with very long names', () => {
    beforeAll(async () => {
      const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);
      const track = (n: number): Promise<Buffer> =>
        mp3({ offset: n * 30, tags: { TALB: long, TPE1: long, TIT2: long, TRCK: String(n) } });
      await daemon().upload({ '1.mp3': await track(1), '2.mp3': await track(2) });
      await until('the album', async () => (await daemon().albums())[0]?.gme_state === 'ready');
    });

    it.each(['en', 'de', 'fr', 'nl'])('the main pages in %s fit in 320 px', async (locale) => {
      const page = await visit('/', { viewport: { width: 320, height: 640 }, locale });
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      for (const path of ['/', '/library', '/library/920', '/print', '/pens', '/papers', '/config', '/logs', '/help']) {
        await page.goto(path);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
      }
    });

    it('is watched by these tests', async () => {
      const page = await visit('/help');
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<h1>x</h1><img src="http://127.0.0.2:9/a.png">');
        fetch('/nowhere')`,
      );
      const problems = await until('complaints', async () => {
        const now = complaints();
        return now.length > 0 && now;
      });
      expect(problems.join()).toContain('Content Security Policy');
      expect(await page.evaluate<string[]>(unfinished)).toEqual(['not one h1']);
      await until('the failed request', async () => problems.concat(complaints()).join().includes('404 for'));
      await page.close();
      complaints();
    });
  });
});

inBrowser('a password in a browser', ['--password', 'geheim & süß'], ({ daemon, visit }) => {
  it('is asked for, lets in, and is asked for again after logging out', async () => {
    const page = await visit('/library', { viewport: { width: 360, height: 640 } });
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await page.content()).not.toContain(daemon().inbox);
    await page.getByLabel('Password').fill('geheim');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill('geheim & süß');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await page.getByLabel('More pages').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto('/config');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });
});
