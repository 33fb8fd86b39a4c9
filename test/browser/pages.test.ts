/** Settings, log and login in a browser, and what holds for every page. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

/** Runs in the page: what a reader, a keyboard or a small phone stumbles over. */
const stumbles = `(() => {
  const found = [];
  const say = (wrong, words) => { if (wrong) found.push(words); };
  const isLabelled = (field) => [...field.labels].some((label) => label.textContent.trim());
  say(!document.documentElement.lang, 'no language');
  say(!/\\S.* · Tonstift$/.test(document.title), 'title: ' + document.title);
  say(document.querySelectorAll('h1').length !== 1, 'not one h1');
  say(!document.querySelector('h1')?.textContent.trim(), 'empty h1');
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
    say(!field.ariaLabel && !isLabelled(field), 'no label: ' + field.outerHTML);
  for (const thing of document.querySelectorAll('button, a, audio'))
    say(!(thing.ariaLabel || thing.textContent.trim()), 'no name: ' + thing.outerHTML);
  for (const picture of document.querySelectorAll('img'))
    say(!picture.hasAttribute('alt'), 'no alt: ' + picture.outerHTML);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  say(new Set(ids).size !== ids.length, 'an id twice: ' + ids);
  for (const field of document.querySelectorAll('[aria-describedby]'))
    for (const id of field.getAttribute('aria-describedby').split(' '))
      say(!document.getElementById(id), 'described by nothing: ' + id);
  const { scrollWidth } = document.documentElement;
  say(scrollWidth > innerWidth, 'scrolls sideways: ' + scrollWidth + ' of ' + innerWidth);
  return found;
})()`;

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

  describe('each', () => {
    beforeAll(async () => {
      const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);
      const track = (n: number): Promise<Buffer> =>
        mp3({ offset: n * 30, tags: { TALB: long, TPE1: long, TIT2: long, TRCK: String(n) } });
      await daemon().upload({ '1.mp3': await track(1), '2.mp3': await track(2) });
      await until('the album', async () => (await daemon().albums())[0]?.gme_state === 'ready');
    });

    it.each([
      '/',
      '/library',
      '/library?q=none',
      '/print',
      '/print?preset=cd',
      '/print?preset=tiles&margin=wide',
      '/pens',
      '/papers',
      '/papers?q=pens',
      '/config',
      '/config?all=true',
      '/logs',
      '/help',
      '/problems',
      '/first-run',
      '/first-run?step=paper',
      '/first-run?step=pen',
      '/first-run?step=answer',
      '/api',
      '/api/uploads',
      '/nowhere',
    ])('%s can be read and used, on a small phone too', async (path) => {
      const page = await visit(path, { viewport: { width: 360, height: 640 } });
      expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
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
        `document.body.insertAdjacentHTML(
          'beforeend',
          '<p style="width: 900px">x</p><input><img src="http://127.0.0.2:9/a.png">',
        );
        fetch('/nowhere')`,
      );
      await page.setViewportSize({ width: 360, height: 640 });
      const problems = await until('complaints', async () => {
        const now = complaints();
        return now.length > 0 && now;
      });
      expect(problems.join()).toContain('Content Security Policy');
      expect((await page.evaluate<string[]>(stumbles)).join()).toContain('no label');
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
    expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
    await page.getByLabel('Password').fill('geheim');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill('geheim & süß');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto('/config');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });
});
