/** Music that is dropped on any page: how far it is, cancelled, tried again, interrupted, and what comes of it. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { until } from '../support/patience.js';
import { drag, drop, inBrowser } from './browser.js';

let offset = 0;
/** Sound that no other track of these tests has. */
const sound = (title: string, album: string): Promise<Buffer> =>
  mp3({ frames: 60, offset: (offset += 70), tags: { TALB: album, TIT2: title } });
/** As large as it has to be: what is behind the sound is silence to whoever reads it. */
const padded = async (title: string, album: string, bytes: number): Promise<Buffer> => {
  const begin = await sound(title, album);
  return Buffer.concat([begin, Buffer.alloc(Math.max(0, bytes - begin.length))]);
};

inBrowser('uploads in a browser', [], ({ daemon, visit, complaints }) => {
  const home = (): string => daemon().home;
  const uploads = (): Promise<string[]> => readdir(join(home(), 'library/staging/uploads')).catch(unlessGone([]));
  const named = async (title: string): Promise<AlbumView | undefined> =>
    (await daemon().albums()).find((album) => album.album_title === title);

  async function folder(name: string, files: Record<string, Buffer | string>): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(home(), 'given', name, path, '..'), { recursive: true });
      await writeFile(join(home(), 'given', name, path), content);
    }
    return join(home(), 'given', name);
  }

  const large = async (name: string): Promise<string> =>
    folder(name, {
      '1.mp3': await padded('Eins', name, 9_000_000),
      '2.mp3': await padded('Zwei', name, 9_000_000),
      '3.mp3': await padded('Drei', name, 9_000_000),
      '4.mp3': await sound('Vier', name),
    });

  const cardOf = (page: Page): Locator => page.locator('.upload-card').first();

  /** Bytes a second up; undefined for as fast as it can. */
  async function throttle(page: Page, rate: number | undefined, isOffline = false): Promise<CDPSession> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: rate ?? -1 },
    });
    return devtools;
  }
  const partOf = async (size: number): Promise<boolean> => {
    const names = (await uploads()).filter((name) => /^parcel-[0-9a-f]{32}$/.test(name));
    return names.length >= size;
  };

  it('are taken wherever they are dropped, and tell what comes next up to the pen', async () => {
    const page = await visit('/pens');
    const path = await folder('Überall', {
      '1.mp3': await sound('Eins', 'Überall'),
      'cover.png': png(60, 60, [9, 9, 90]),
    });
    await drag(page, [path], ['dragEnter', 'dragOver']);
    await page.getByText('Drop to add music').waitFor();
    await drag(page, [path], ['dragCancel']);
    await page.getByText('Drop to add music').waitFor({ state: 'hidden' });
    await drop(page, [path]);
    const card = cardOf(page);
    await card.getByText('In the library with 1 track.').waitFor();
    await card.getByText('The file for the pen is ready').waitFor();
    expect(await card.getByRole('link', { name: 'Überall' }).getAttribute('href')).toMatch(/^\/library\/\d+$/);
    expect(await card.getByRole('link', { name: 'Print the control sheet' }).getAttribute('href')).toMatch(/oids=\d+$/);
    expect(new URL(page.url()).pathname).toBe('/pens');
    await card.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.upload-card').count()).toBe(0);
  });

  it('show what happened between the drawing of a card and its coming into the page', async () => {
    const page = await visit('/pens');
    let drawings = 0;
    await page.route('**/uploads/card?**', async (route) => {
      drawings++;
      await until('the file for the pen', async () => (await named('Dazwischen'))?.gme_state === 'ready');
      const answer = await route.fetch();
      const body = await answer.text();
      expect(body).toContain('The file for the pen is ready');
      // The first was drawn before, and comes after all that is told of it.
      const earlier = body.replace('The file for the pen is ready', 'The file for the pen is being made');
      await page.waitForTimeout(500);
      await route.fulfill({ response: answer, body: drawings === 1 ? earlier : body });
    });
    await drop(page, [await folder('Dazwischen', { '1.mp3': await sound('Eins', 'Dazwischen') })]);
    await cardOf(page).getByText('The file for the pen is ready').waitFor();
    expect(drawings).toBe(2);
  });

  it('speak German where the page does', async () => {
    const page = await visit('/library', { locale: 'de-DE' });
    await drop(page, [await folder('Deutsch', { '1.mp3': await sound('Eins', 'Deutsch') })]);
    await cardOf(page).getByText('In der Bibliothek mit 1 Stück.').waitFor();
    await drop(page, [await folder('Leer', { 'x.txt': 'x' })]);
    await cardOf(page).getByText('Darin ist kein Ton.').waitFor();
  });

  it('of papers go to the papers, and pictures over a place for them stay there', async () => {
    const page = await visit('/library');
    const papers = await folder('Papers', {
      'some.json': JSON.stringify([
        { title: 'On Pens', authors: ['Ada'], abstract: 'Ink.', year: 2020, conference: 'X' },
      ]),
      'cover.png': png(20, 20, [1, 2, 3]),
    });
    await drop(page, [join(papers, 'some.json')]);
    await cardOf(page).getByText('Papers: 1 new').waitFor();
    await page.evaluate(`document.querySelector('main').dataset.takesDrop = ''`);
    await drag(page, [join(papers, 'cover.png')], ['dragEnter', 'dragOver']);
    expect(await page.getByText('Drop to add music').isVisible()).toBe(false);
    expect(await page.locator('.upload-card').count()).toBe(1);
  });

  it('show their cover before they go up', async () => {
    const page = await visit('/');
    const preview = page.locator('#cover-preview');
    expect(await preview.isVisible()).toBe(false);
    const cover = { name: 'c.png', mimeType: 'image/png', buffer: png(80, 40, [20, 90, 160]) };
    await page.getByText('Use your own cover').click();
    await page.getByLabel('Cover').setInputFiles(cover);
    await preview.waitFor();
    const size = (canvas: { width: number; height: number }) => [canvas.width, canvas.height];
    expect(await preview.evaluate(size)).toEqual([80, 40]);
  });

  it('tell how far they are, ask before they are left, and are cancelled without a trace', async () => {
    const page = await visit('/library');
    await throttle(page, 3_000_000);
    await drop(page, [await large('Abbruch')]);
    const card = cardOf(page);
    await card.getByText(/Uploading: \d+ %/).waitFor();
    await card.getByText(/MB\/s · about .* left/).waitFor();
    await card.getByText(/\d of 4 files/).click();
    await card.getByRole('listitem').nth(3).waitFor();
    expect(await card.getByRole('listitem').count()).toBe(4);
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('Cancelled').waitFor();
    await until('nothing to be left', async () => (await uploads()).length === 0);
    expect(await named('Abbruch')).toBeUndefined();
    await throttle(page, undefined);
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByText('In the library with 4 tracks.').waitFor();
    expect(await uploads()).toEqual([]);
    complaints();
  });

  it('say why they are refused, and are not sent again', async () => {
    const page = await visit('/');
    let requests = 0;
    await page.route(/:\d+\/$/, (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      requests++;
      return route.fulfill({ status: 409, json: { error: { code: 'no_free_oid', message: 'No number is free.' } } });
    });
    await drop(page, [await large('Voll')]);
    const card = cardOf(page);
    await card.getByText('No number is free.').waitFor();
    expect(requests).toBe(1);
    await card.getByRole('button', { name: 'Close' }).click();
    await until('nothing to be left', async () => (await uploads()).length === 0);
    complaints();
  });

  it('go on by themselves when the network is back', async () => {
    const page = await visit('/');
    await throttle(page, 3_000_000);
    await drop(page, [await large('Netz')]);
    await until('the first pieces', () => partOf(2));
    await throttle(page, undefined, true);
    const card = cardOf(page);
    await card.getByText('It continues automatically').waitFor();
    const mayReload = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`;
    expect(await page.evaluate(mayReload)).toBe(false);
    await throttle(page, undefined);
    await card.getByText('In the library with 4 tracks.').waitFor();
    complaints();
  });

  it('go on after a reload with what is missing', async () => {
    const page = await visit('/');
    const path = await large('Neu geladen');
    const devtools = await throttle(page, 4_000_000);
    await drop(page, [path]);
    await cardOf(page)
      .getByText(/[12] of 4 files/)
      .waitFor();
    await page.waitForFunction(`Object.keys(localStorage).some((key) => key.startsWith('tonstift:file:'))`);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const card = cardOf(page);
    await card.getByText(/[12] of 4 files are already uploaded/).waitFor();
    await devtools.detach();
    await throttle(page, undefined);
    const sent = new Set<string>();
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.add(request.url());
    });
    const chooser = page.waitForEvent('filechooser');
    await card.getByRole('button', { name: 'Choose again' }).click();
    await (await chooser).setFiles(path);
    await cardOf(page).getByText('In the library with 4 tracks.').waitFor();
    // Each file has a URL of its own, and at least one file was there.
    expect(sent.size).toBeLessThanOrEqual(3);
    expect(await page.locator('.upload-card').count()).toBe(1);
    expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('tonstift:'))`)).toEqual([]);
    complaints();
  });

  it('are not offered after a reload if the server has confirmed none of their files', async () => {
    const page = await visit('/');
    const devtools = await throttle(page, 4_000_000);
    // The bodies go up, and the responses never come.
    const patterns = [{ urlPattern: '*/uploads', requestStage: 'Response' as const }];
    await devtools.send('Fetch.enable', { patterns });
    await drop(page, [await large('Unbestätigt')]);
    await cardOf(page)
      .getByText(/1 of 4 files/)
      .waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    expect(await page.locator('.upload-card').count()).toBe(0);
  });

  it('are added, and cancelled without a stop to the next, if the browser blocks the storage', async () => {
    const page = await visit('/');
    await page.context().addInitScript(`Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`);
    await page.reload();
    await throttle(page, 1_000_000);
    await drop(page, [await folder('Gesperrt', { '1.mp3': await padded('Eins', 'Gesperrt', 9_000_000) })]);
    const card = cardOf(page);
    await card.getByText(/Uploading: \d+ %/).waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('Cancelled').waitFor();
    await throttle(page, undefined);
    await drop(page, [await folder('Danach', { '1.mp3': await sound('Eins', 'Danach') })]);
    await page.locator('.upload-card').getByText('In the library with 1 track.').waitFor();
    complaints();
  });

  const chosen = (page: Page): Locator => page.locator('input[name=files]').first();

  it('wait for the daemon if they are chosen while it is away', async () => {
    const page = await visit('/');
    const devtools = await throttle(page, undefined, true);
    await until('the notice', () => page.locator('.when-lost').isVisible());
    const path = await folder('Gewählt', { '1.mp3': await sound('Eins', 'Gewählt') });
    await chosen(page).setInputFiles(join(path, '1.mp3'));
    await cardOf(page).getByText('It continues automatically').waitFor();
    await devtools.detach();
    await cardOf(page).getByText('In the library with 1 track.').waitFor();
    complaints();
  });

  it('say that a small file can no longer be read', async () => {
    const page = await visit('/');
    await throttle(page, undefined, true);
    const path = await folder('Fort', { '1.mp3': await sound('Eins', 'Fort') });
    await drop(page, [path]);
    await cardOf(page).getByText('It continues automatically').waitFor();
    await rm(join(path, '1.mp3'));
    await cardOf(page).getByText('1.mp3 can no longer be read').waitFor();
    complaints();
  });

  it('cannot be cancelled once everything is sent, unless the response is lost', async () => {
    const page = await visit('/');
    // The body goes up, and the response does not come.
    const devtools = await throttle(page, undefined);
    const patterns = [{ urlPattern: '*/', requestStage: 'Response' as const }];
    await devtools.send('Fetch.enable', { patterns });
    await drop(page, [await folder('Gesendet', { '1.mp3': await sound('Eins', 'Gesendet') })]);
    const card = cardOf(page);
    const cancel = card.getByRole('button', { name: 'Cancel' });
    await card.getByText('Reading the tracks').waitFor();
    expect(await cancel.isVisible()).toBe(false);
    await throttle(page, undefined, true);
    await card.getByText('It continues automatically').waitFor();
    expect(await cancel.isVisible()).toBe(true);
    complaints();
  });

  it('say at once that they are cancelled while they wait for another', async () => {
    const page = await visit('/');
    await throttle(page, 1_000_000);
    await drop(page, [await large('Läuft')]);
    await cardOf(page)
      .getByText(/Uploading: \d+ %/)
      .waitFor();
    await drop(page, [await folder('Wartet', { '1.mp3': await sound('Eins', 'Wartet') })]);
    const [waits, runs] = [cardOf(page), page.locator('.upload-card').nth(1)];
    await waits.getByRole('button', { name: 'Cancel' }).click();
    await waits.getByText('Cancelled').waitFor();
    expect(await waits.getByRole('button').allTextContents()).toEqual(['Close']);
    await runs.getByRole('button', { name: 'Cancel' }).click();
    await waits.getByRole('button', { name: 'Try again' }).waitFor();
    complaints();
  });

  it('of papers say that the daemon does not answer', async () => {
    const page = await visit('/');
    await throttle(page, undefined, true);
    const path = await folder('Papers lost', { 'some.json': JSON.stringify([{ title: 'On Ink', year: 2020 }]) });
    await drop(page, [join(path, 'some.json')]);
    await cardOf(page).getByText('Tonstift does not answer.').waitFor();
    complaints();
  });
});
