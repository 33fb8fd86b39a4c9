/** What a parent does to get a control sheet: chooses, looks, keeps, prints. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

const phone = { width: 360, height: 640 };

/** Size of the paper that is shown, in millimetres. */
const paper = (page: Page): Promise<string | null> => page.locator('.paper svg').getAttribute('viewBox');
const shown = (page: Page, words: string): Locator => page.locator('.paper svg text').getByText(words, { exact: true });
/** What the fields of the sheet are for: a pointer that rests on one says so. */
const fields = async (page: Page): Promise<string[]> =>
  (await page.locator('.paper svg rect title').allTextContents()).map((title) => title.replace(/, code \d+$/, ''));
const tracksOn = async (page: Page): Promise<number> =>
  (await fields(page)).filter((field) => field.startsWith('track')).length;
/** Runs in the page: parts that a small screen must be scrolled sideways for, and controls without a name. */
const stumbles = `(() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const isNamed = (field) => field.ariaLabel || [...field.labels].some((label) => label.textContent.trim());
  const fields = [...document.querySelectorAll('main input:not([type=hidden]), main select')];
  const unnamed = fields.filter((field) => !isNamed(field)).map((field) => field.outerHTML);
  const { scrollWidth } = document.documentElement;
  // What a long title of an album leaves of its tick and its number.
  const squeezed = [...document.querySelectorAll('.choose label')].filter((label) => label.offsetHeight > 90 ||
    label.querySelector('input').offsetWidth < 16);
  return [...squeezed.map((label) => 'squeezed: ' + label.textContent.slice(0, 60)),
    ...(scrollWidth > innerWidth ? ['scrolls sideways: ' + scrollWidth + ' of ' + innerWidth] : []), ...unnamed];
})()`;

inBrowser('printing in a browser', [], ({ daemon, visit, complaints }) => {
  const config = async (): Promise<Record<string, unknown>> =>
    (await daemon().json<{ config: Record<string, unknown> }>('/config')).config;

  it('leads to music and to the test sheet where there is no album', async () => {
    const page = await visit('/print', { viewport: phone });
    await page.getByRole('main').getByRole('link', { name: 'Add music' }).waitFor();
    const test = page.getByRole('link', { name: 'print the test sheet' });
    const zip = await fetch(daemon().url + ((await test.getAttribute('href')) ?? ''));
    expect([zip.headers.get('content-type'), Buffer.from(await zip.arrayBuffer()).toString('latin1', 0, 2)]).toEqual([
      'application/zip',
      'PK',
    ]);
    expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
  });

  describe('of albums', () => {
    const oids: Record<string, number> = {};

    beforeAll(async () => {
      for (const [offset, title] of ['Sommer & Söhne', 'Donaudampfschifffahrt'.repeat(15).slice(0, 300)].entries()) {
        const files: Record<string, Buffer> = {};
        for (const n of [1, 2, 3]) {
          const tags = { TALB: title, TPE1: 'Die Band', TIT2: `Lied ${n}`, TRCK: String(n) };
          files[`${n}.mp3`] = await mp3({ frames: 40, offset: offset * 200 + n * 50, tags });
        }
        await daemon().upload(files, offset === 0 ? png(80, 80, [20, 90, 160]) : undefined);
      }
      await until(
        'the albums',
        async () => (await daemon().albums()).filter((album) => album.gme_state === 'ready').length === 2,
      );
      for (const { oid, album_title: title } of await daemon().albums()) oids[title] = oid;
    });

    it('shows each change at once, and still after a reload', async () => {
      const page = await visit('/print');
      await page.evaluate('window.sameDocument = true');
      expect(await paper(page)).toBe('0 0 210 297');
      expect(await tracksOn(page)).toBe(6);

      await page.getByLabel('Paper').selectOption('A5');
      await until('smaller paper', async () => (await paper(page)) === '0 0 148 210');
      await page.getByRole('checkbox', { name: 'All tracks' }).uncheck();
      await until('a sheet without tracks', async () => (await tracksOn(page)) === 0);
      await page.getByLabel('Covers').uncheck();
      await page.locator('.paper image').waitFor({ state: 'detached' });
      await page.getByLabel('Sommer & Söhne').check();
      await page.locator('#sheet summary').getByText('1 of 2').waitFor();
      await until(
        'one album',
        async () => (await fields(page)).join() === `album ${oids['Sommer & Söhne']},prev,play,stop,next`,
      );
      await page.getByLabel('Margin in mm').fill('12.5');
      await until('the margin', () => page.waitForURL(/margin=12\.5/).then(() => true));
      expect(await page.evaluate('window.sameDocument')).toBe(true);

      await page.reload();
      expect(await page.evaluate('window.sameDocument')).toBeUndefined();
      expect([await paper(page), await tracksOn(page)]).toEqual(['0 0 148 210', 0]);
      expect(await page.getByLabel('Margin in mm').inputValue()).toBe('12.5');
      expect(await page.getByRole('checkbox', { name: 'All tracks' }).isChecked()).toBe(false);
      expect(await config()).toMatchObject({ print_page_size: 'A4', print_show_tracks: true });
    });

    it('has no next page after the last one, once the pages are counted', async () => {
      const page = await visit('/library');
      // As for a large sheet, whose pages are counted later.
      const counting =
        '<span data-page="1" data-counting="Page 1 of {pages}">At least 1</span> <a href="/print?page=2">Next</a>';
      await page.route(/\/print\?/, async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        const body = text.replace(/(<nav class="pager"[^>]*>)[^]*?(?=<\/nav>)/, `$1${counting}`);
        await route.fulfill({ response, body });
      });
      await page.goto(`/print?oids=${oids['Sommer & Söhne']}`);
      await page.getByText('Page 1 of 1', { exact: true }).waitFor();
      expect(await page.locator('.pager a').count()).toBe(0);
    });

    it('narrows its list of albums by words, and leaves what is ticked', async () => {
      const page = await visit('/print');
      const tick = page.getByLabel('Sommer & Söhne');
      await tick.check();
      await page.getByRole('searchbox').fill('donau');
      await until('the other', async () => !(await tick.isVisible()));
      await page.getByRole('searchbox').fill('soehne SOMMER');
      await until('the one', async () => (await tick.isVisible()) && (await tick.isChecked()));
      expect(await page.locator('.choose label:visible').count()).toBe(1);
      await page.getByRole('searchbox').fill(String(oids['Sommer & Söhne']));
      await page.getByRole('searchbox').press('Enter');
      expect(await page.locator('.choose label:visible').count()).toBe(1);
      await page.waitForURL(/oids=\d+/);
    });

    it('says what cannot be, and shows the sheet again when it can', async () => {
      const page = await visit('/print');
      await page.getByLabel('Margin in mm').fill('60');
      await page.getByRole('alert').getByText('from 0 to 50').waitFor();
      expect(page.url()).not.toContain('margin=60');
      await page.getByLabel('Margin in mm').fill('30');
      await shown(page, 'Sommer & Söhne').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(complaints()).toEqual([expect.stringMatching(/^400 for .*margin=60/)]);
    });

    it.each([true, false])('loses no tick to a value that is refused, with a script: %s', async (javaScriptEnabled) => {
      const page = await visit('/print', { javaScriptEnabled });
      await page.getByLabel('Sommer & Söhne').check();
      await page.getByLabel('Margin in mm').fill('60');
      await page.getByRole('button', { name: 'Keep these settings' }).click();
      await page.getByRole('alert').getByText('from 0 to 50').waitFor();
      expect(await page.getByLabel('Sommer & Söhne').isChecked()).toBe(true);
      expect(await page.getByLabel('Margin in mm').inputValue()).toBe('60');
      await page.getByLabel('Margin in mm').fill('30');
      await page.getByLabel('Margin in mm').press('Enter');
      await shown(page, 'Sommer & Söhne').waitFor();
      expect((await fields(page)).filter((field) => field.startsWith('album'))).toEqual([
        `album ${oids['Sommer & Söhne']}`,
      ]);
      // A page that refuses is one: the browser says so, and nothing else is wrong.
      for (const complaint of complaints()) expect(complaint).toMatch(/^400 for .*margin=60/);
    });

    it.each([true, false])('opens nothing when Enter is pressed in a field, with a script: %s', async (withScript) => {
      const page = await visit('/print', { javaScriptEnabled: withScript });
      await page.getByLabel('Margin in mm').fill('31');
      await page.getByLabel('Margin in mm').press('Enter');
      await page.waitForURL(/\/print\?.*margin=31/);
      expect(await paper(page)).toBe('0 0 210 297');
      expect(page.context().pages()).toHaveLength(1);
    });

    it('comes back to the albums and the page that it left when settings are kept', async () => {
      const page = await visit('/print?preset=cd&page=2');
      for (const title of Object.keys(oids)) await page.getByLabel(title).check();
      await page.getByText('Page 2 of 2').waitFor();
      await page.getByRole('button', { name: 'Keep these settings' }).click();
      await page.getByRole('status').getByText('from now on').waitFor();
      await page.getByText('Page 2 of 2').waitFor();
      for (const title of Object.keys(oids)) expect(await page.getByLabel(title).isChecked()).toBe(true);
      await daemon().post('/print', { action: 'save_config', preset: 'list' });
    });

    it('keeps what is chosen, for every sheet from then on', async () => {
      const page = await visit('/print');
      await page.getByLabel('Kind of sheet').selectOption('cd');
      await page.getByLabel('Resolution of the printer').selectOption('600');
      await page.getByLabel('One set of buttons at the end').check();
      await page.getByRole('button', { name: 'Keep these settings' }).click();
      await page.getByRole('status').getByText('from now on').waitFor();
      await page.reload();
      expect(await page.getByLabel('Kind of sheet').inputValue()).toBe('cd');
      expect(await page.getByLabel('Resolution of the printer').inputValue()).toBe('600');
      expect(await page.getByLabel('One set of buttons at the end').isChecked()).toBe(true);
      expect(await config()).toMatchObject({
        print_preset: 'cd',
        print_dpi: 600,
        print_show_general_controls: true,
        print_show_tracks: true,
      });
      expect(
        (
          await daemon().post('/print', {
            action: 'save_config',
            preset: 'list',
            dpi: '1200',
            show_general_controls: 'false',
          })
        ).status,
      ).toBe(200);
    });

    it('works without a script', async () => {
      const page = await visit('/print', { javaScriptEnabled: false });
      await page.getByLabel('Kind of sheet').selectOption('cd');
      await page.getByLabel('Title and artist').uncheck();
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByText('Page 1 of 2').waitFor();
      expect(await page.getByLabel('Title and artist').isChecked()).toBe(false);
      const first = await fields(page);
      await page.getByRole('link', { name: 'Next page', exact: true }).click();
      await page.getByText('Page 2 of 2').waitFor();
      const starts = [...first, ...(await fields(page))].filter((field) => field.startsWith('album'));
      expect(starts.sort()).toEqual(
        Object.values(oids)
          .map((oid) => `album ${oid}`)
          .sort(),
      );

      await page.getByLabel('Margin in mm').fill('wide');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('alert').getByText('must be a number').waitFor();
      expect(await page.getByLabel('Margin in mm').inputValue()).toBe('wide');
      await page.getByLabel('Margin in mm').fill('8');
      await page.getByRole('button', { name: 'Keep these settings' }).click();
      await page.getByRole('status').getByText('from now on').waitFor();
      expect(await config()).toMatchObject({ print_preset: 'cd', print_margin: 8, print_show_album_info: false });
      await daemon().post('/print', { action: 'save_config', preset: 'list', margin: '10', show_album_info: 'true' });
    });

    it('opens as a PDF in a page of its own, from the album too', async () => {
      const title = 'Sommer & Söhne';
      const page = await visit('/library');
      await page.locator('a.album .title').getByText(title, { exact: true }).click();
      await page.getByRole('link', { name: 'Print the sheet' }).click();
      await shown(page, title).waitFor();
      expect(await page.getByLabel(title).isChecked()).toBe(true);
      const [answer] = await Promise.all([
        page.context().waitForEvent('response', (response) => new URL(response.url()).pathname === '/pdf'),
        page.getByRole('button', { name: 'Open the PDF' }).click(),
      ]);
      expect(await answer.headerValue('content-type')).toBe('application/pdf');
      expect(await answer.headerValue('content-disposition')).toBe(`inline; filename="tonstift-${oids[title]}.pdf"`);
      const pdf = Buffer.from(await (await fetch(answer.url())).arrayBuffer());
      expect([pdf.toString('latin1', 0, 5), pdf.toString('latin1').trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
      expect(new URL(page.url()).pathname).toBe('/print');

      // It counts as printed now, and no longer after a click. The page begins with what is not printed.
      const button = page.getByRole('button', { name: 'Not printed after all' });
      const oid = oids[title] ?? 0;
      const printed = async (): Promise<number | undefined> =>
        (await daemon().albums()).find((album) => album.oid === oid)?.printed.length;
      await until('the sheet', async () => (await printed()) === 1);
      await page.reload();
      await page.getByText(`“${title}” counts as printed.`).waitFor();
      const fresh = await visit('/print');
      expect(await fresh.getByLabel(title).isChecked()).toBe(false);
      expect(await fresh.locator('#choose input:checked').count()).toBe(1);
      expect(await fresh.locator('#open-pdf').innerText()).toMatch(/Open the PDF\s+1 album, 1 page/);
      await button.click();
      await page.getByRole('status').getByText('is marked as not printed').waitFor();
      expect(await printed()).toBe(0);
    });

    it('gives no sheet to who prints the page instead of the PDF', async () => {
      const page = await visit('/print');
      expect(await page.locator('.paper svg').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.paper svg').isVisible()).toBe(false);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.paper'), '::after').content`)).toContain(
        'Print the PDF',
      );
    });

    it.each(['list', 'tiles', 'cd', 'round'])('can be read and used on a small phone: %s', async (preset) => {
      const page = await visit(`/print?preset=${preset}`, { viewport: phone });
      expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
      const sheet = await page.locator('.paper svg').boundingBox();
      expect(sheet?.width).toBeGreaterThan(250);
      await page.getByLabel('Paper').selectOption('Letter');
      // A booklet lies across the page.
      const letter = preset === 'cd' ? '0 0 279.4 215.9' : '0 0 215.9 279.4';
      await until('the other paper', async () => (await paper(page)) === letter);
      expect(await page.evaluate<string[]>(stumbles)).toEqual([]);
    });
  });
});
