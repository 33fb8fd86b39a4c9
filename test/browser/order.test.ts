/** The tracks of an album in another order: by drag, by keys, by numbers; and its cover. */
import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { until } from '../support/patience.js';
import { drop, inBrowser } from './browser.js';

interface Focused {
  ownerDocument: { activeElement: unknown };
}

let offset = 0;
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

inBrowser('an album in a browser', [], ({ daemon, visit, complaints }) => {
  async function upload(album: string, tracks: number): Promise<AlbumView> {
    const files: Record<string, Buffer> = {};
    for (let n = 1; n <= tracks; n++) {
      const tags = { TALB: album, TIT2: `${album} ${n}`, TRCK: `${n}` };
      files[`${n}.mp3`] = await mp3({ frames: 4, offset: (offset += 7), tags });
    }
    return daemon().upload(files);
  }
  const shown = (page: Page): Promise<string[]> =>
    page
      .locator('.tracks textarea.name')
      .evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value.replace(/^.* /, '')));
  const numbers = (page: Page): Promise<string[]> =>
    page.locator('.tracks input.number').evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value));
  async function stored(oid: number): Promise<string[]> {
    const { album } = await daemon().json<{ album: AlbumView }>(`/library/${oid}`);
    return album.tracks.map(({ track_title: title }) => title.replace(/^.* /, ''));
  }
  const isStored = (oid: number, order: string) =>
    until(order, async () => (await stored(oid)).join('') === order || null);
  const handle = (page: Page, title: string): Locator =>
    page.locator(`.tracks li:has(.grows[data-text="${title}"]) .handle`);
  async function middle(of: Locator): Promise<{ x: number; y: number }> {
    const box = await of.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  }
  /** Away from the edges, at which it scrolls. */
  const inTheMiddle = (page: Page) =>
    page
      .locator('.tracks')
      .evaluate((list: { scrollIntoView(how: object): void }) => list.scrollIntoView({ block: 'center' }));
  const said = (page: Page): Promise<string | null> => page.locator('#said').textContent();

  it('has its tracks dragged by a mouse, and takes it back', async () => {
    const { oid } = await upload('Maus', 5);
    const page = await visit(`/library/${oid}`);
    await inTheMiddle(page);
    const [from, to] = [await middle(handle(page, 'Maus 1')), await middle(handle(page, 'Maus 4'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10, { steps: 2 });
    await page.mouse.move(to.x, to.y + 5, { steps: 6 });
    await page.mouse.up();
    expect(await shown(page)).toEqual(['2', '3', '4', '1', '5']);
    expect(await numbers(page)).toEqual(['1', '2', '3', '4', '5']);
    expect(await said(page)).toBe('“Maus 1” is now track 4 of 5.');
    await isStored(oid, '23415');
    await page.getByRole('button', { name: 'Undo' }).click();
    await isStored(oid, '12345');
    expect(await shown(page)).toEqual(['1', '2', '3', '4', '5']);
    expect(await said(page)).toBe('“Maus 1” is back where it was: track 1 of 5.');
  });

  it('keeps still under the finger, whatever happens, and follows afterwards; Escape lets go', async () => {
    const { oid } = await upload('Ruhe', 4);
    const page = await visit(`/library/${oid}`);
    await inTheMiddle(page);
    const from = await middle(handle(page, 'Ruhe 2'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 70, { steps: 5 });
    const held = await page.locator('.tracks .dragged').boundingBox();
    const moved = (await shown(page)).join('');
    expect(moved).not.toBe('1234');
    const looks: string[] = [];
    page.on('response', (response) => looks.push(new URL(response.url()).pathname));
    await daemon().post('/library', { action: 'update', uid: String(oid), album_title: 'Lärm' });
    await until('the look', async () => looks.includes(`/library/${oid}`));
    // Nothing may change by it; the page would draw within a frame or two.
    await page.evaluate('new Promise((done) => setTimeout(done, 300))');
    expect(await page.locator('.tracks .dragged').boundingBox()).toEqual(held);
    expect(await page.locator('h1').textContent()).toBe('Ruhe');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByRole('heading', { name: 'Lärm' }).waitFor();
    expect(await shown(page)).toEqual(['1', '2', '3', '4']);
    expect(await stored(oid)).toEqual(['1', '2', '3', '4']);
  });

  it('has its tracks dragged by a finger on a phone, further than the screen', async () => {
    const { oid } = await upload('Finger', 99);
    const page = await visit(`/library/${oid}`, phone);
    const touched = handle(page, 'Finger 2');
    await touched.scrollIntoViewIfNeeded();
    const { x, y } = await middle(touched);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: string, at?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: at === undefined ? [] : [{ x, y: at }],
      });
    await touch('touchStart', y);
    for (let at = y; at <= 632; at += 20) await touch('touchMove', at);
    await touch('touchMove', 632);
    const place = async (): Promise<number> => (await shown(page)).indexOf('2') + 1;
    await until('the other end', async () => (await place()) > 60);
    await touch('touchMove', 320);
    const at = await until('it to rest', async () => {
      const before = await place();
      await page.evaluate('new Promise(requestAnimationFrame)');
      return (await place()) === before && before;
    });
    await touch('touchEnd');
    expect(await said(page)).toBe(`“Finger 2” is now track ${at} of 99.`);
    await until('the order', async () => (await stored(oid))[at - 1] === '2');
    expect(await stored(oid)).toEqual(await shown(page));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('has its tracks moved by keys, which keep the cursor; all of a series is one save', async () => {
    const { oid } = await upload('Tasten', 5);
    const page = await visit(`/library/${oid}`);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    await handle(page, 'Tasten 1').focus();
    for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await said(page)).toBe('“Tasten 1” is now track 3 of 5.');
    await isStored(oid, '23145');
    expect(sent).toHaveLength(1);
    await page.getByText('Saved.').waitFor();
    // By then the row is another element, or it becomes another one between two lines of this test.
    await page.waitForTimeout(800);
    await until('the cursor on the track', () =>
      handle(page, 'Tasten 1').evaluate((own: unknown) => own === (own as Focused).ownerDocument.activeElement),
    );
    await page.keyboard.press('End');
    await isStored(oid, '23451');
    // From within a field, too, which keeps the cursor.
    const title = page.locator('.grows[data-text="Tasten 3"] > textarea');
    await title.focus();
    await page.keyboard.press('Alt+ArrowUp');
    expect(await title.evaluate((own: unknown) => own === (own as Focused).ownerDocument.activeElement)).toBe(true);
    await isStored(oid, '32451');
    await page.getByRole('button', { name: 'Undo' }).click();
    await isStored(oid, '23451');
  });

  it('has its tracks put where a number says; a wrong one is said', async () => {
    const { oid } = await upload('Zahlen', 4);
    const page = await visit(`/library/${oid}`);
    const field = page.locator('.tracks li:has(.grows[data-text="Zahlen 4"]) input.number');
    await field.fill('2');
    await page.keyboard.press('Enter');
    expect(await shown(page)).toEqual(['1', '4', '2', '3']);
    expect(await said(page)).toBe('“Zahlen 4” is now track 2 of 4.');
    expect(await field.evaluate((own: unknown) => own === (own as Focused).ownerDocument.activeElement)).toBe(true);
    await isStored(oid, '1423');
    await field.fill('9');
    await page.keyboard.press('Tab');
    await page.getByText('must be a whole number from 1 to 4, not 9').waitFor();
    expect(complaints()).toEqual([expect.stringMatching(/^400 /)]);
    expect(await stored(oid)).toEqual(['1', '4', '2', '3']);
  });

  it('has its tracks put where numbers say without a script; two of one number are refused by name', async () => {
    const { oid } = await upload('Formular', 4);
    const page = await visit(`/library/${oid}`, { javaScriptEnabled: false });
    expect(await page.locator('.handle').first().isVisible()).toBe(false);
    const number = (title: string): Locator =>
      page.locator(`.tracks li:has(.grows[data-text="${title}"]) input.number`);
    await number('Formular 4').fill('1');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('is saved').waitFor();
    expect(await shown(page)).toEqual(['4', '1', '2', '3']);
    await number('Formular 1').fill('4');
    await number('Formular 2').fill('4');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('“Formular 1” and “Formular 2” cannot both be track 4.').waitFor();
    expect(await stored(oid)).toEqual(['4', '1', '2', '3']);
  });

  it('takes a cover that is dropped on its place, or chosen; the one before stays where it is none', async () => {
    const { oid } = await upload('Bild', 1);
    const [page, other] = [await visit(`/library/${oid}`), await visit(`/library/${oid}`)];
    const files = { good: join(daemon().home, 'good.png'), bad: join(daemon().home, 'bad.png') };
    await writeFile(files.good, png(80, 80, [20, 90, 160]));
    await writeFile(files.bad, 'no picture');
    const dropped = async (path: string): Promise<void> =>
      drop(page, [path], await middle(page.locator('.cover-place .cover')));
    const image = async (of: Page): Promise<string> =>
      (await of
        .locator('.cover-place img.cover')
        .getAttribute('src')
        .catch(() => null)) ?? '';
    await dropped(files.good);
    await page.getByText('The new cover is saved.').waitFor();
    const first = await until('the cover', async () => /\?v=\w+$/.exec(await image(page))?.[0]);
    await until('the cover elsewhere', async () => (await image(other)).endsWith(first));

    await dropped(files.bad);
    await page.getByText('The cover stays as it was:').waitFor();
    expect(complaints()).toEqual([expect.stringMatching(/^400 /)]);
    expect(await image(page)).toContain(first);

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change the cover' }).press('Enter');
    await (await chooser).setFiles({ name: 'c.png', mimeType: 'image/png', buffer: png(60, 60, [200, 10, 10]) });
    await until('the other cover elsewhere', async () => {
      const now = /\?v=\w+$/.exec(await image(other))?.[0];
      return now !== undefined && now !== first;
    });
  });
});
