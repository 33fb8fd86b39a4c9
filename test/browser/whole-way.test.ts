/** The whole way of a household: from a folder on a disk to a pen that can be unplugged. */
import { afterAll, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { extractMedia } from '../../workers/build/read-gme.js';
import type { AlbumView } from '../../workers/library/types.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { mp3 } from '../fixtures/mp3.js';
import { startProgram, type RunningDaemon } from '../scenarios/daemon-process.js';
import { until } from '../support/patience.js';
import { drop, inBrowser } from './browser.js';

const phone: BrowserContextOptions = {
  ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  locale: 'de-DE',
};
/** As they lie in the folder: two discs, without tags. */
const files = ['CD 1/01 Anfang.mp3', 'CD 1/02 Mitte.mp3', 'CD 2/01 Weiter.mp3', 'CD 2/02 Ende.mp3'] as const;
const inOrder = ['Anfang', 'Mitte', 'Weiter', 'Ende'];
/** The second becomes the first. */
const reordered = ['Mitte', 'Anfang', 'Weiter', 'Ende'];

let offset = 0;

inBrowser('the whole way', ['--pen-paths', '/nowhere'], ({ daemon, visit, complaints }) => {
  let again: RunningDaemon | undefined;
  afterAll(() => again?.stop());
  const now = (): RunningDaemon => again ?? daemon();
  const pen = (name: string): string => join(daemon().home, 'pens', name);

  async function restart(): Promise<void> {
    const { port } = new URL(daemon().url);
    again = await startProgram(daemon().home, ['--port', port]);
  }

  /** A pen comes in by this place from now on. */
  async function waitsForPen(name: string): Promise<void> {
    await mkdir(join(daemon().home, 'pens'), { recursive: true });
    expect((await now().post('/config', { pen_paths: pen(name) })).ok).toBe(true);
  }

  const sourceOf = (name: string, title: string): string =>
    join(daemon().home, 'music', name, files.find((file) => file.includes(title)) ?? '');

  /** @param megabytes of each file: what is behind its sound is silence */
  async function folder(name: string, megabytes = 0): Promise<string> {
    for (const file of files) {
      const path = join(daemon().home, 'music', name, file);
      await mkdir(join(path, '..'), { recursive: true });
      const sound = await mp3({ frames: 60, offset: (offset += 70) });
      await writeFile(path, Buffer.concat([sound, Buffer.alloc(megabytes * 1e6)]));
    }
    return join(daemon().home, 'music', name);
  }

  const named = async (title: string): Promise<AlbumView | undefined> =>
    (await now().albums()).find((album) => album.album_title === title);
  const titlesOf = (album: AlbumView | undefined): string[] | undefined =>
    album?.tracks.map(({ track_title: title }) => title);
  const isStored = (title: string, order: readonly string[]): Promise<AlbumView> =>
    until(`${title}: ${order.join()}`, async () => {
      const album = await named(title);
      return titlesOf(album)?.join() === order.join() && album?.gme_state === 'ready' && album;
    });
  const fits = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

  /** What the pen plays of this album: each medium is the sound of its file. */
  async function isOnPen(name: string, { oid }: AlbumView, of: string, order: readonly string[]): Promise<void> {
    const gme = await until('the file on the pen', async () =>
      (await readdir(pen(name))).find((file) => file.startsWith(`${oid}_`) && file.endsWith('.gme')),
    );
    for (const [n, title] of order.entries()) {
      const target = join(daemon().home, 'heard');
      await extractMedia(join(pen(name), gme), n, target);
      const [heard, source] = await Promise.all([readFile(target), readFile(sourceOf(of, title))]);
      expect([title, source.subarray(0, heard.length).equals(heard), heard.length > 10_000]).toEqual([
        title,
        true,
        true,
      ]);
    }
  }

  async function printed(page: Page, oid: number, words: { open: string }): Promise<void> {
    expect(await page.locator('.paper svg rect title').allTextContents()).toContainEqual(expect.stringMatching(/\d/));
    const opened = page.context().waitForEvent('page');
    const pdf = page.context().waitForEvent('request', (request) => request.url().includes('/pdf?'));
    await page.getByRole('button', { name: words.open }).click();
    const [address] = [(await pdf).url(), await opened];
    expect(new URL(address).searchParams.getAll('oids')).toEqual([String(oid)]);
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }

  /** @param kill where it is killed, with the page left open, and started again a moment later */
  async function german(name: string, kill: (page: Page) => Promise<void>): Promise<void> {
    await waitsForPen(name);
    const page = await visit('/', phone);
    await drop(page, [await folder(name, 20)]);
    const card = page.locator('.upload-card').first();
    await card.getByText(/[1-9]\d? %/).waitFor();
    await kill(page);
    await card.getByText('In der Bibliothek mit 4 Stücken.').waitFor();
    await card.getByText('Die Datei für den Stift ist fertig').waitFor();
    expect(titlesOf(await named(name))).toEqual(inOrder);
    expect((await named(name))?.tracks.map(({ disc }) => disc)).toEqual([1, 1, 2, 2]);

    await card.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    expect(await fits(page)).toBe(true);
    await page.getByLabel('Interpret').fill('Vorleserin');
    await page.keyboard.press('Tab');
    await page.getByText('Gespeichert.').waitFor();
    await kill(page);
    await page.locator('.tracks li:has(.grows[data-text="Mitte"]) .handle').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.locator('#said').getByText('„Mitte“ ist jetzt Stück 1 von 4.').waitFor({ state: 'attached' });
    const album = await isStored(name, reordered);
    expect(album.album_artist).toBe('Vorleserin');

    await page.getByRole('link', { name: 'Bogen drucken' }).click();
    await page.getByRole('heading', { name: 'Bögen drucken' }).waitFor();
    expect(await fits(page)).toBe(true);
    await printed(page, album.oid, { open: 'PDF öffnen' });

    await page.goto('/pens');
    await simulatePen(pen(name));
    await kill(page);
    await page.locator('.status-line').getByText('aktuell, kann abgezogen werden').waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await fits(page)).toBe(true);
    await isOnPen(name, album, name, reordered);
    await page.getByRole('button', { name: 'Auswerfen' }).click();
    await rename(pen(name), `${pen(name)} in der Hand`);
    await page.locator('.status-line').getByText('nicht angesteckt').waitFor({ state: 'attached' });
  }

  it('is gone in German on a phone, with the daemon killed in the middle of its parts', async () => {
    await german('Mit Schrecken', async (page) => {
      await now().kill();
      await page.getByText(/Tonstift antwortet seit \d\d:\d\d nicht/).waitFor();
      expect(await page.locator('.status-line .safe').isVisible()).toBe(false);
      await restart();
      await page.getByText(/Tonstift antwortet seit/).waitFor({ state: 'hidden' });
    });
    complaints();
  });

  it('is gone in English without a script', async () => {
    const name = 'Plain Book';
    await waitsForPen(name);
    const page = await visit('/', { javaScriptEnabled: false });
    await page.getByLabel('Choose a folder').setInputFiles(await folder(name));
    await page.getByRole('button', { name: 'Add the album' }).click();
    await page.getByRole('status').getByText(`“${name}” is in the library.`).waitFor();
    await isStored(name, inOrder);

    await page.goto('/library');
    await page.getByRole('link', { name }).click();
    await page.getByLabel('Artist').fill('Somebody');
    await page.locator('.tracks li:has(.grows[data-text="Mitte"]) input.number').fill('1');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('is saved').waitFor();
    const album = await isStored(name, reordered);
    expect(album.album_artist).toBe('Somebody');

    await page.goto(`/library/${album.oid}`);
    await page.getByRole('link', { name: 'Print the sheet' }).click();
    await printed(page, album.oid, { open: 'Open the PDF' });

    await simulatePen(pen(name));
    await until('all on the pen', async () => {
      await page.goto('/pens');
      return page.locator('.status-line').getByText('safe to unplug').isVisible();
    });
    await page.getByRole('link', { name, exact: true }).waitFor();
    await isOnPen(name, album, name, reordered);
    await page.getByRole('button', { name: 'Eject' }).click();
    await rename(pen(name), `${pen(name)} in the hand`);
    await until('the pen to be gone', async () => {
      await page.goto('/pens');
      return page.locator('.status-line').getByText('not plugged in').isVisible();
    });
    complaints();
  });
});
