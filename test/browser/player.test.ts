/** The player goes on with the next track, and on the next page at the same second. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Sound {
  paused: boolean;
  currentTime: number;
  src: string;
}

const sound = (page: Page): Promise<Sound> =>
  page
    .locator('#player audio')
    .evaluate(({ paused, currentTime, src }: Sound) => ({ paused, currentTime, src: src.replace(/^.*\//, '') }));
const plays = (page: Page, track: string, from: number): Promise<unknown> =>
  until(`track ${track} after ${from} s`, async () => {
    const { paused, currentTime, src } = await sound(page);
    return !paused && src === track && currentTime > from;
  });

/** As Firefox: a page makes no sound before a click on it. */
const needsClick = `{
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    const why = new DOMException('A click is needed.', 'NotAllowedError');
    return navigator.userActivation.hasBeenActive ? play.call(this) : Promise.reject(why);
  };
}`;

inBrowser('the player', [], ({ daemon, visit, complaints }) => {
  let album = '';
  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const [n, frames] of [1500, 60, 1500].entries()) {
      const tags = { TALB: 'Sommer', TIT2: `Lied ${n + 1}`, TRCK: String(n + 1), TPE1: 'Die Waldmusikanten' };
      files[`${n + 1}.mp3`] = await mp3({ frames, offset: 1 + n * 50, tags });
    }
    album = `/library/${(await daemon().upload(files)).oid}`;
  });

  it('goes on with the next track and on the next pages, and stops when it is closed', async () => {
    const page = await visit(album);
    await page.getByLabel('Listen to track 1').click();
    await plays(page, '1', 0.5);
    await page.getByRole('link', { name: 'Library', exact: true }).first().click();
    await page.waitForURL('**/library');
    await plays(page, '1', 0.5);
    await page.locator('#player audio').evaluate((audio: { currentTime: number; duration: number }) => {
      audio.currentTime = audio.duration - 1;
    });
    await page.getByRole('link', { name: 'Help', exact: true }).first().click();
    await page.waitForURL('**/help');
    await plays(page, '3', 0.2);
    const shown = '(({ title, artist, album }) => [title, artist, album])(navigator.mediaSession.metadata)';
    expect(await page.evaluate(shown)).toEqual(['Lied 3', 'Die Waldmusikanten', 'Sommer']);
    const player = page.getByLabel('Player');
    await player.getByLabel('Previous track').click();
    await plays(page, '2', 0);
    await player.getByLabel('Next track').click();
    await plays(page, '3', 0);
    // Another sound of the page interrupts it.
    await page.evaluate(`{
      const other = document.body.appendChild(new Audio('${album}/tracks/3'));
      void other.play();
    }`);
    await until('silence', async () => (await sound(page)).paused);
    await player.getByRole('link', { name: 'Lied 3' }).click();
    await page.waitForURL(`**${album}`);
    await page.locator('[aria-current=true][data-play="Lied 3"]').waitFor();
    await page.getByLabel('Player').getByLabel('Close').click();
    await page.reload();
    expect(await page.getByLabel('Player').isVisible()).toBe(false);
  });

  it('offers to continue if the browser needs a click, in a line that covers nothing on a phone', async () => {
    const page = await visit(album, phone);
    await page.context().addInitScript(needsClick);
    await page.reload();
    await page.getByLabel('Listen to track 3').tap();
    await plays(page, '3', 2);
    await page.goto('/print');
    const player = page.getByLabel('Player');
    const words = await player.getByRole('button', { name: /^Continue “Lied 3” at 0:/ }).textContent();
    const { paused, currentTime } = await sound(page);
    expect([paused, currentTime > 2, words?.trim()]).toEqual([
      true,
      true,
      `Continue “Lied 3” at 0:${String(Math.floor(currentTime)).padStart(2, '0')}`,
    ]);
    await page.evaluate("scrollTo(0, document.querySelector('.sticky').closest('form').offsetTop)");
    const [line, button] = [await player.boundingBox(), await page.locator('.sticky').boundingBox()];
    expect([line?.x, line?.width, Math.round((line?.y ?? 0) + (line?.height ?? 0))]).toEqual([0, 360, 740]);
    expect((button?.y ?? 740) + (button?.height ?? 0)).toBeLessThanOrEqual(Math.ceil(line?.y ?? 0));
    expect((line?.height ?? 740) + (button?.height ?? 740)).toBeLessThanOrEqual(120);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await player.getByText('Continue').tap();
    await plays(page, '3', currentTime);
    await player.getByLabel('Play or pause').tap();
    await until('a pause', async () => (await sound(page)).paused);
  });

  it('plays if the browser blocks the storage, and ignores a broken entry in it', async () => {
    const page = await visit(album);
    for (const broken of ['5', '{}', '{"tracks":[],"at":0}', '{']) {
      await page.evaluate(`sessionStorage.setItem('tonstift:player', '${broken}')`);
      await page.reload();
      expect(await page.getByLabel('Player').isVisible()).toBe(false);
    }
    await page.context().addInitScript(`Object.defineProperty(window, 'sessionStorage', {
      get() { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`);
    await page.reload();
    await page.getByLabel('Listen to track 1').click();
    await plays(page, '1', 0.2);
    await page.getByLabel('Listen to track 3').click();
    await plays(page, '3', 0.2);
  });

  it('keeps the focus in sight when it continues and when it closes', async () => {
    const page = await visit(album);
    await page.context().addInitScript(needsClick);
    await page.reload();
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.id ?? 'nothing'");
    for (const [path, after] of [
      [album, 'Listen to track 3: Lied 3'],
      ['/help', 'main'],
    ] as const) {
      await page.goto(album);
      await page.getByLabel('Listen to track 3').click();
      await plays(page, '3', 0.2);
      await page.goto(path);
      const player = page.getByLabel('Player');
      await player.getByRole('button', { name: /^Continue/ }).press('Enter');
      await plays(page, '3', 0.2);
      expect(await focused()).toBe('Previous track');
      await player.getByLabel('Close').press('Enter');
      expect([await focused(), await player.isVisible()]).toEqual([after, false]);
    }
  });

  it('says that a track has been deleted, and closes', async () => {
    const page = await visit(album);
    await page.context().addInitScript(needsClick);
    await page.reload();
    await page.getByLabel('Listen to track 3').click();
    await plays(page, '3', 0.2);
    await page.route(`**${album}/tracks/3`, async (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/help');
    const gone = page.getByText('The track is no longer in the library.');
    expect(await gone.isVisible()).toBe(false);
    await page.getByRole('button', { name: /^Continue/ }).click();
    await gone.waitFor();
    // The player asks once more whether the track is gone, or cannot be played.
    expect(new Set(complaints())).toEqual(new Set([`404 for ${daemon().url}${album}/tracks/3`]));
    expect(await page.getByLabel('Player').isVisible()).toBe(false);
    await page.goto(album);
    expect(await page.getByLabel('Player').isVisible()).toBe(false);
    await page.getByLabel('Listen to track 1').click();
    await plays(page, '1', 0.2);
  });

  it('keeps its place in the list if the browser cannot play a track', async () => {
    const page = await visit(album);
    await page.route(`**${album}/tracks/2`, async (route) =>
      route.fulfill({ status: 200, contentType: 'audio/x-ms-wma', body: 'another format' }),
    );
    await page.getByLabel('Listen to track 2').click();
    await page.waitForResponse((response) => response.request().method() === 'HEAD');
    expect(await page.getByText('The track is no longer in the library.').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Next track' }).click();
    await plays(page, '3', 0.2);
  });

  it('is not there without scripts: each track is a link to its audio', async () => {
    const page = await visit(album, { javaScriptEnabled: false });
    expect(await page.getByLabel('Player').isVisible()).toBe(false);
    const address = await page.getByLabel('Listen to track 2').getAttribute('href');
    expect((await page.request.get(String(address))).headers()['content-type']).toBe('audio/mpeg');
  });
});
