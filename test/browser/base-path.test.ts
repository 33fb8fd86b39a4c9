/** A proxy shows the pages below a path and removes it: an upload, an edit and the events go through it. */
import { expect, it } from '@jest/globals';
import { mp3 } from '../fixtures/mp3.js';
import { prefixProxy } from '../support/prefix-proxy.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';
import { forAllTests } from '../support/opened.js';

const prefix = '/tonstift';

inBrowser('pages below a base path', [], ({ daemon, visit }) => {
  const proxy = forAllTests(
    () => prefixProxy(Number(new URL(daemon().url).port), prefix, true),
    (one) => one.close(),
  );

  it('take an album, an edit, and what happens elsewhere', async () => {
    const page = await visit(`${proxy.origin}${prefix}/`);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    // Too large for one request, so it is sent in pieces.
    const sound = await mp3({ frames: 60, tags: { TALB: 'Im Wald', TIT2: 'Eins' } });
    const buffer = Buffer.concat([sound, Buffer.alloc(17_000_000)]);
    await page.waitForLoadState();
    await page
      .locator('input[type=file][name=files]')
      .first()
      .setInputFiles({ name: '1.mp3', mimeType: 'audio/mpeg', buffer });
    const card = page.locator('.upload-card').first();
    await card.getByText('The file for the pen is ready').waitFor();
    expect(requested).toContainEqual(expect.stringMatching(/^\/tonstift\/uploads\/[0-9a-f]+$/));
    await card.getByRole('link', { name: 'Im Wald' }).click();
    await page.waitForURL(`${proxy.origin}${prefix}/library/*`);
    await page.waitForLoadState();
    const title = page.locator('form[data-edit] [name=album_title]');
    await title.fill('Am Meer');
    await title.press('Tab');
    await until('the title', async () => (await daemon().albums())[0]?.album_title === 'Am Meer');
    const [album] = await daemon().albums();
    await daemon().post('/library', { action: 'update', uid: String(album?.oid), album_title: 'Im Gebirge' });
    await page.getByRole('heading', { name: 'Im Gebirge' }).waitFor();
    expect(proxy.outside).toEqual([]);
  });
});
