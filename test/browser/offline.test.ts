/** A page is never stale: without the daemon, without its session, after sleep and after an update. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { startProgram, type RunningDaemon } from '../scenarios/daemon-process.js';
import { until } from '../support/patience.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { inBrowser } from './browser.js';

const isSeen = (page: Page, selector: string) => (): Promise<boolean> => page.locator(selector).isVisible();
const isGone = (page: Page, selector: string) => async (): Promise<boolean> =>
  !(await page.locator(selector).isVisible());
/** The page has heard of the daemon's events at least once. */
const isLive = (page: Page): Promise<unknown> =>
  until('the events', () => page.evaluate<boolean>(`!document.body.matches('.lost, .asleep')`));
const clock = /\d{1,2}:\d\d/;

inBrowser('a page alone', ['--pen-paths', '/nowhere'], ({ daemon, visit, complaints }) => {
  let again: RunningDaemon | undefined;
  afterAll(() => again?.stop());
  const now = (): RunningDaemon => again ?? daemon();
  const restart = async (): Promise<void> => {
    const { port } = new URL(daemon().url);
    again = await startProgram(daemon().home, ['--port', port, '--pen-paths', pen()]);
  };
  const pen = (): string => join(daemon().home, 'pen');

  async function upload(title: string, offset: number): Promise<AlbumView> {
    return now().upload({ '1.mp3': await mp3({ offset, tags: { TALB: title, TIT2: 'Lied', TRCK: '1' } }) });
  }

  /** With a pen that is safe to unplug. */
  async function withPen(options?: BrowserContextOptions): Promise<Page> {
    await simulatePen(pen(), { serial: 'ALONE' });
    await now().post('/config', { pen_paths: pen() });
    const page = await visit('/library', options);
    await page.locator('.status-line .safe').waitFor();
    return page;
  }

  it('says that the daemon was killed, and is right when it is back', async () => {
    const page = await withPen({ locale: 'de-DE' });
    await now().kill();
    await until('the notice', isSeen(page, '.when-lost'));
    expect(await page.locator('.when-lost').textContent()).toMatch(/Tonstift antwortet seit \d\d:\d\d nicht/);
    expect(await page.locator('.status-line .safe').isVisible()).toBe(false);
    expect(await page.locator('.as-of').textContent()).toMatch(clock);
    await restart();
    await upload('Nachher', 40);
    await until('the album', isSeen(page, '.title:text("Nachher")'));
    await until('the notice to go', isGone(page, '.when-lost'));
    await page.locator('.status-line .safe').waitFor();
    complaints();
  });

  it('says that the daemon stands still, and misses nothing', async () => {
    const page = await withPen();
    await isLive(page);
    now().process.kill('SIGSTOP');
    await until('the notice', isSeen(page, '.when-lost'));
    const isSafe = await page.locator('.status-line .safe').isVisible();
    now().process.kill('SIGCONT');
    expect(isSafe).toBe(false);
    await until('the end of it', isGone(page, '.when-lost'));
    await page.locator('.status-line .safe').waitFor();
    await upload('Später', 80);
    await page.locator('.title:text("Später")').waitFor();
    complaints();
  });

  it('keeps what was typed in a form that is sent meanwhile, and sends it afterwards', async () => {
    const page = await visit('/config?all=true');
    await page.getByLabel('Largest upload').fill('777');
    await now().kill();
    await until('the notice', isSeen(page, '.when-lost'));
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('alert').getByText('Not sent').waitFor();
    expect(page.url()).toContain('/config');
    expect(await page.getByLabel('Largest upload').inputValue()).toBe('777');
    await restart();
    await until('the notice to go', isGone(page, '.when-lost'));
    expect(await page.locator('.unsent').count()).toBe(0);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').getByText('saved').waitFor();
    complaints();
  });

  it('sends a form once that is clicked twice', async () => {
    const page = await visit('/config?all=true');
    await isLive(page);
    let sent = 0;
    let answer = (): void => undefined;
    const isClicked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/config*', async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await isClicked;
      await route.continue();
    });
    await page.getByLabel('Largest upload').fill('776');
    await page.evaluate(`{
      const save = document.querySelector('#settings button');
      save.click();
      setTimeout(() => save.click());
    }`);
    await until('a request', () => sent > 0);
    answer();
    await page.getByRole('status').getByText('saved').waitFor();
    expect(sent).toBe(1);
    complaints();
  });

  it('saves what is typed meanwhile when the daemon is back, in the order in which it was typed', async () => {
    const { oid } = await upload('Allein', 200);
    const page = await visit(`/library/${oid}`);
    await isLive(page);
    await now().kill();
    await page.getByLabel('Title', { exact: true }).fill('Zuerst');
    await page.keyboard.press('Tab');
    await page.getByText('Not saved yet').waitFor();
    await page.getByLabel('Artist').fill('Die Band');
    await page.keyboard.press('Tab');
    await page.getByLabel('Title', { exact: true }).fill('Danach');
    await page.keyboard.press('Tab');
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await leaving;
    await restart();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Danach' }).waitFor();
    await until('it to be saved', async () =>
      (await now().albums()).some(
        ({ album_title: title, album_artist: artist }) => title + artist === 'DanachDie Band',
      ),
    );
    complaints();
  });

  it('asks first where it is not sure that the form would arrive', async () => {
    const page = await visit('/config?all=true');
    await isLive(page);
    await page.getByLabel('Largest upload').fill('778');
    now().process.kill('SIGSTOP');
    await page.waitForTimeout(4500);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('alert').getByText('Not sent').waitFor();
    now().process.kill('SIGCONT');
    await until('the notice to go', isGone(page, '.when-lost'));
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').getByText('saved').waitFor();
    complaints();
  });

  describe('in several windows', () => {
    /** As if the browser showed another tab. */
    const hide = (page: Page, hidden: boolean): Promise<void> =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);

    it('is live in both of two that can be seen', async () => {
      const one = await visit('/library');
      const other = await one.context().newPage();
      await other.goto('/library');
      await upload('Beide', 120);
      for (const page of [one, other]) await page.locator('.title:text("Beide")').waitFor();
    });

    it('says nothing false when it comes back to the front, and is right', async () => {
      const one = await withPen();
      const requests: string[] = [];
      one.on('request', (request) => requests.push(request.url()));
      await hide(one, true);
      const other = await one.context().newPage();
      await other.goto('/library');
      await until('the sleep', () => one.evaluate<boolean>(`document.body.classList.contains('asleep')`));
      expect(await one.locator('.status-line .safe').isVisible()).toBe(false);
      requests.length = 0;
      await upload('Schlaf', 160);
      await other.locator('.title:text("Schlaf")').waitFor();
      expect(requests).toEqual([]);
      await hide(one, false);
      await one.locator('.title:text("Schlaf")').waitFor();
      await until('it to be awake', async () => !(await one.locator('body').getAttribute('class'))?.includes('asleep'));
      await one.locator('.status-line .safe').waitFor();
    });

    it('sleeps where it was opened in the background, however many there are', async () => {
      const first = await visit('/help');
      await first.context().addInitScript(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => !window.shown })`);
      const pages = await Promise.all(Array.from({ length: 8 }, () => first.context().newPage()));
      for (const page of pages) await page.goto('/help');
      for (const page of pages) expect(await page.locator('body').getAttribute('class')).toBe('asleep');
      const last = pages.at(-1) as Page;
      await last.evaluate(`window.shown = true; document.dispatchEvent(new Event('visibilitychange'))`);
      await isLive(last);
    });
  });

  it('is loaded again after an update, but says so where something was typed', async () => {
    const page = await visit('/library');
    const typed = await visit('/config?all=true');
    await typed.getByLabel('Largest upload').fill('779');
    // As on a page of an album with unsaved changes, and on one with rejected settings.
    const unsaved = await visit('/help');
    await unsaved.evaluate(`addEventListener('beforeunload', (event) => event.preventDefault())`);
    await unsaved.getByRole('heading').first().click();
    let dialogs = 0;
    unsaved.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    for (const one of [page, typed, unsaved])
      await one.evaluate(`document.body.dataset.build = 'of yesterday'; window.old = true`);
    await now().kill();
    await until('the notice', isSeen(page, '.when-lost'));
    await restart();
    await until('the new page', async () => !(await page.evaluate('window.old === true').catch(() => true)));
    await typed.locator('.when-older').waitFor();
    expect(await typed.getByLabel('Largest upload').inputValue()).toBe('779');
    await unsaved.locator('.when-older').waitFor();
    for (const one of [typed, unsaved]) await until('the notice to go', isGone(one, '.when-lost'));
    expect(dialogs).toBe(0);
    complaints();
  });

  it('tells in its title what goes on, and what is new', async () => {
    const page = await visit('/library');
    const own = 'Library · Tonstift';
    await now().post('/arrivals', { action: 'see' });
    await until('the plain title', async () => (await page.title()) === own);
    await writeFile(join(now().inbox, 'notes.xyz'), 'no audio');
    await until('the new arrival', async () => (await page.title()) === `● 1 new · ${own}`);
    await now().kill();
    await until('the plain title', async () => (await page.title()) === own);
    await restart();
    await until('the new arrival', async () => (await page.title()) === `● 1 new · ${own}`);
    await page.goto('/');
    await page.locator('.arrival').first().scrollIntoViewIfNeeded();
    await until('it to be looked at', async () => (await page.title()) === 'Add music · Tonstift');
    complaints();
  });

  it('counts what came in as looked at only where somebody looks', async () => {
    const page = await visit('/');
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => !window.shown });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await page.locator('.arrival').first().scrollIntoViewIfNeeded();
    await writeFile(join(now().inbox, 'more.xyz'), 'no audio');
    await page.locator('#arrivals[data-unseen]').getByText('more.xyz').first().waitFor();
    await page.waitForTimeout(2500);
    expect(await page.locator('#arrivals[data-unseen]').count()).toBe(1);
    await page.evaluate(`window.shown = true; document.dispatchEvent(new Event('visibilitychange'))`);
    await until('it to be looked at', async () => (await page.locator('#arrivals[data-unseen]').count()) === 0);
  });
});

inBrowser('a page whose session ends', ['--password', 'geheim & süß'], ({ daemon, visit, complaints }) => {
  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Password').fill('geheim & süß');
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  it('says so at once, leads to a login and back, and goes on by itself when another tab has logged in', async () => {
    const page = await visit('/library?q=x&sort=title');
    await logIn(page);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/help');
    await other.getByRole('button', { name: 'Log out' }).click();
    const notice = page.locator('.when-signed-out');
    await until('the notice', () => notice.isVisible());
    await notice.getByRole('link', { name: 'Log in' }).click();
    await logIn(page);
    await page.waitForURL('**/library?q=x&sort=title');
    await page.getByRole('button', { name: 'Log out' }).waitFor();

    await other.goto('/help');
    await other.getByRole('button', { name: 'Log out' }).click();
    await notice.waitFor();
    await logIn(other);
    await until('the notice to go', async () => !(await notice.isVisible()));
    complaints();
  });

  it('says so when the password is another one', async () => {
    const page = await visit('/pens');
    await logIn(page);
    await page.getByRole('heading', { name: 'The pen' }).waitFor();
    const body = { password: 'ein anderes', current_password: 'geheim & süß' };
    const authorization = `Basic ${Buffer.from('x:geheim & süß').toString('base64')}`;
    const asked = { method: 'POST', headers: { authorization }, body: new URLSearchParams(body) };
    expect((await fetch(`${daemon().url}/config`, asked)).status).toBe(200);
    await until('the notice', isSeen(page, '.when-signed-out'));
    complaints();
  });
});
