/** Many albums at once: chosen by mouse, keys and without a script, kept while the wall changes, and acted on. */
import { beforeEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const names = ['Amsel', 'Bär', 'Käfer', 'Dachs', 'Straße', 'Fuchs', 'Gans'];
let offset = 0;

const box = (page: Page, title: string): Locator => page.getByLabel(`Select “${title}”`, { exact: true });
const shown = (page: Page): Promise<string[]> => page.locator('a.album .title').allTextContents();
const chosen = (page: Page): Promise<string[]> =>
  page.locator('input[name=uids]:checked').evaluateAll((all: { value: string }[]) => all.map(({ value }) => value));
const bar = (page: Page): Locator => page.locator('#many-bar');
const settled = (page: Page): Promise<unknown> =>
  until('the scripts', () => page.evaluate("document.documentElement.classList.contains('scripted')"));

inBrowser('many albums in a browser', [], ({ daemon, visit }) => {
  async function upload(title: string): Promise<AlbumView> {
    const tags = { TALB: title, TIT2: `${title}, Lied` };
    return daemon().upload({ '1.mp3': await mp3({ frames: 40, offset: (offset += 50), tags }) });
  }
  const named = async (title: string): Promise<AlbumView | undefined> =>
    (await daemon().albums()).find((album) => album.album_title === title);
  const oidOf = async (title: string): Promise<string> => String((await named(title))?.oid);
  const oidsOf = (...titles: string[]): Promise<string[]> => Promise.all(titles.map(oidOf));
  const inOrder = '/library?sort=title';

  beforeEach(async () => {
    for (const title of names) if ((await named(title)) === undefined) await upload(title);
  });

  it('are chosen by clicks, a range with Shift, keys, all and none', async () => {
    const page = await visit(inOrder);
    await settled(page);
    expect(await shown(page)).toEqual(['Amsel', 'Bär', 'Dachs', 'Fuchs', 'Gans', 'Käfer', 'Straße']);
    expect(await bar(page).isVisible()).toBe(false);
    await box(page, 'Bär').click();
    await bar(page).getByText('1 selected').waitFor();
    await box(page, 'Gans').click({ modifiers: ['Shift'] });
    expect(await chosen(page)).toEqual(await oidsOf('Bär', 'Dachs', 'Fuchs', 'Gans'));
    await box(page, 'Dachs').focus();
    await page.keyboard.press('Space');
    expect(await chosen(page)).toEqual(await oidsOf('Bär', 'Fuchs', 'Gans'));
    await bar(page).getByText('3 selected').waitFor();
    // Enter in a box presses no button.
    await page.keyboard.press('Enter');
    expect(page.url()).toContain(inOrder);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect([await chosen(page), await bar(page).isVisible()]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Select all 7' }).click();
    await bar(page).getByText('7 selected').waitFor();
  });

  it('stay chosen while they change, while others come and go, and on another search', async () => {
    const page = await visit(inOrder);
    await settled(page);
    await box(page, 'Käfer').click();
    await box(page, 'Amsel').click();
    await page.evaluate('window.sameDocument = true; scrollTo(0, 40)');
    await daemon().post('/library', { action: 'update', uid: await oidOf('Amsel'), album_artist: 'Die Vögel' });
    await page.locator('a.album').getByText('Die Vögel').waitFor();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("aria-label")');
    expect([await chosen(page), await focused()]).toEqual([await oidsOf('Amsel', 'Käfer'), 'Select “Amsel”']);
    const { oid } = await upload('Aal');
    await page.locator('a.album .title').getByText('Aal').waitFor();
    await daemon().post('/library', { action: 'delete', uid: String(oid) });
    await page.locator(`#album-${oid}`).waitFor({ state: 'detached' });
    expect([await chosen(page), await focused()]).toEqual([await oidsOf('Amsel', 'Käfer'), 'Select “Amsel”']);

    await page.getByRole('searchbox').fill('STRASSE');
    await page.getByText('1 of 7 albums').waitFor();
    expect(await shown(page)).toEqual(['Straße']);
    await box(page, 'Straße').click();
    await page.getByRole('searchbox').fill('kaefer');
    await page.locator('a.album .title').getByText('Käfer').waitFor();
    expect([await shown(page), await chosen(page)]).toEqual([['Käfer'], await oidsOf('Käfer')]);
    await bar(page).getByText('3 selected').waitFor();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    await page.goto('/library?sort=title');
    expect(await chosen(page)).toEqual(await oidsOf('Amsel', 'Käfer', 'Straße'));
    await bar(page).getByRole('button', { name: 'Print sheets' }).click();
    await page.waitForURL(`**/print?oids=${(await oidsOf('Amsel', 'Käfer', 'Straße')).join(',')}`);
  });

  it('sort and filter at once, without the focus going away, and follow what happens', async () => {
    const page = await visit('/library');
    await settled(page);
    const order = page.getByLabel('Order');
    await order.focus();
    await order.selectOption('title');
    await until('the order', async () => (await shown(page))[0] === 'Amsel');
    expect(await page.evaluate('document.activeElement.name')).toBe('sort');
    const tick = page.getByLabel('not printed');
    await tick.check();
    await page.waitForURL('**/library?*filter=not_printed*');
    expect([await page.evaluate('document.activeElement.id'), (await shown(page)).length]).toEqual([
      'filter-filter-not_printed',
      7,
    ]);
    await daemon().post('/print', { action: 'create_pdf', oids: String(await oidOf('Bär')) });
    await page.getByText('6 of 7 albums').waitFor();
    expect(await shown(page)).toEqual(['Amsel', 'Dachs', 'Fuchs', 'Gans', 'Käfer', 'Straße']);
    await page.locator('#filters .chip', { hasText: 'not printed' }).getByText('6').waitFor();
    await page.reload();
    expect([(await shown(page)).length, await tick.isChecked()]).toEqual([6, true]);
  });

  it('are deleted after a question, and can be had back', async () => {
    const page = await visit(inOrder);
    await settled(page);
    for (const title of ['Fuchs', 'Gans']) await box(page, title).click();
    await bar(page).getByRole('button', { name: 'Delete albums …' }).click();
    await page.getByRole('heading', { name: 'Delete 2 albums?' }).waitFor();
    await page.getByText('Fuchs').waitFor();
    expect(await named('Fuchs')).toBeDefined();
    await page.getByRole('button', { name: 'Delete 2 albums' }).click();
    await page.getByRole('status').getByText('2 albums are deleted.').waitFor();
    expect([await named('Fuchs'), await named('Gans')]).toEqual([undefined, undefined]);
    await until('none to be chosen', async () => !(await bar(page).isVisible()));
    await page.getByRole('status').getByRole('link').click();
    await page.getByRole('button', { name: /^Restore all \d+/ }).click();
    await page.getByRole('status').getByText('are restored').waitFor();
    expect([await named('Fuchs'), await named('Gans')]).not.toContain(undefined);
  });

  it('are chosen and cleaned up without a script, and all that were found', async () => {
    for (const title of ['Amsel', 'Bär', 'Käfer'])
      await until(title, async () => (await named(title))?.gme_state === 'ready');
    const page = await visit(inOrder, { javaScriptEnabled: false });
    await box(page, 'Amsel').check();
    await box(page, 'Bär').check();
    await page.getByRole('button', { name: 'Delete the file for the pen' }).click();
    await page.getByRole('status').getByText('files for the pen of 2 albums are deleted').waitFor();
    expect([(await named('Amsel'))?.gme_state, (await named('Käfer'))?.gme_state]).toEqual(['missing', 'ready']);
    await page.goto('/library?q=AMSEL');
    await page.getByLabel('Select all 1').check();
    await page.getByRole('button', { name: 'Make files' }).click();
    await page
      .getByRole('status')
      .getByText(/ready|is working on/)
      .waitFor();
    await until('its file', async () => (await named('Amsel'))?.gme_state === 'ready');
  });

  it('get an artist with Enter, in a bar that fits on a phone, and keep their years', async () => {
    const page = await visit(inOrder, phone);
    await settled(page);
    for (const title of ['Amsel', 'Bär']) await box(page, title).tap();
    await bar(page).getByText('Artist and year …').tap();
    await bar(page).getByLabel('Artist').fill('Der Wald');
    expect((await bar(page).boundingBox())?.height).toBeLessThan(520);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('2 albums have the new artist or year.').waitFor();
    // The script ticks the boxes of the page that follows.
    await until('the choice', async () => (await chosen(page)).length === 2);
    expect(await chosen(page)).toEqual(await oidsOf('Amsel', 'Bär'));
    for (const [title, artist] of [
      ['Amsel', 'Der Wald'],
      ['Bär', 'Der Wald'],
      ['Fuchs', ''],
    ] as const)
      expect(await named(title)).toMatchObject({ album_artist: artist, album_year: null });
  });

  it('open their fields in sight, also in a short library and a low window', async () => {
    const page = await visit('/library?q=amsel', { ...phone, viewport: { width: 360, height: 420 } });
    await settled(page);
    await box(page, 'Amsel').tap();
    await page.evaluate('scrollTo(0, 0)');
    expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(404);
    // A click of the test would scroll there.
    await bar(page)
      .getByText('Artist and year …')
      .evaluate((summary: { click: () => void }) => summary.click());
    await until('the fields', async () => {
      const field = await bar(page).getByLabel('Artist').boundingBox();
      return field !== null && field.y > 0 && field.y + field.height <= 420;
    });
    expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(404);
  });

  it('fit on a phone, with boxes for fingers', async () => {
    const page = await visit(inOrder, phone);
    await settled(page);
    const size = await page.locator('.pick').first().boundingBox();
    expect([size?.width, size?.height]).toEqual([44, 44]);
    await page.locator('.pick').first().tap();
    await bar(page).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await bar(page).getByRole('button', { name: 'Print sheets' }).tap();
    await page.waitForURL('**/print?oids=*');
  });
});
