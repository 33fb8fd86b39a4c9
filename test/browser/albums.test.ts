/** What a parent does with albums: adds, hears, names, finds and deletes them. */
import { expect, it } from '@jest/globals';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { until } from '../support/patience.js';
import { drop, inBrowser } from './browser.js';

type Upload = { name: string; mimeType: string; buffer: Buffer };

let offset = 0;
/** Sound that no other track of these tests has. */
const track = async (album: string, n: number): Promise<Buffer> =>
  mp3({
    frames: 60,
    offset: (offset += 70),
    tags: { TALB: album, TPE1: 'Die Band', TIT2: `${album}, Lied ${n}`, TRCK: String(n) },
  });
const tracks = async (album: string): Promise<Upload[]> =>
  Promise.all([1, 2].map(async (n) => ({ name: `${n}.mp3`, mimeType: 'audio/mpeg', buffer: await track(album, n) })));
const cover: Upload = { name: 'cover.png', mimeType: 'image/png', buffer: png(80, 80, [20, 90, 160]) };

const card = (page: Page, title: string): Locator =>
  page.locator('a.album', { has: page.locator('.title').getByText(title, { exact: true }) });
/** The page of an album. */
const pageOf = (page: Page, title: string): Locator =>
  page.locator('.album-page', { has: page.getByRole('heading', { name: title, exact: true }) });
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth);

inBrowser('albums in a browser', [], ({ daemon, visit, complaints }) => {
  const named = async (title: string): Promise<AlbumView | undefined> =>
    (await daemon().albums()).find((album) => album.album_title === title);

  async function upload(title: string): Promise<AlbumView> {
    await daemon().upload(Object.fromEntries((await tracks(title)).map(({ name, buffer }) => [name, buffer])));
    return until(title, async () => {
      const album = await named(title);
      return album?.gme_state === 'ready' && album;
    });
  }

  async function open(page: Page, title: string): Promise<Locator> {
    await card(page, title).click();
    const album = pageOf(page, title);
    await album.waitFor();
    // A link that is followed before the scripts are there leads to the sound itself.
    await page.waitForLoadState();
    return album;
  }

  it('keep an edit that is undone while its first save is under way', async () => {
    const { oid } = await upload('Hagebutte');
    const page = await visit(`/library/${oid}`);
    await page.waitForLoadState();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sent: string[] = [];
    await page.route('**/library', async (route) => {
      sent.push(new URLSearchParams(route.request().postData() ?? '').get('album_title') ?? '');
      await held;
      await route.continue();
    });
    const title = page.locator('form[data-edit] [name=album_title]');
    await title.fill('Schlehe');
    await title.press('Tab');
    await until('the first save', async () => sent.length === 1);
    await title.fill('Hagebutte');
    await title.press('Tab');
    release();
    await until('the second save', async () => sent.join() === 'Schlehe,Hagebutte');
    await until(
      'the title',
      async () => (await daemon().albums()).find((album) => album.oid === oid)?.album_title === 'Hagebutte',
    );
    expect(await title.inputValue()).toBe('Hagebutte');
  });

  it('go up with a cover, are shown at once, and can be heard', async () => {
    const page = await visit('/');
    await page.getByText('Use your own cover').click();
    await page.getByLabel('Cover').setInputFiles(cover);
    await page
      .getByLabel('Choose music')
      .setInputFiles([
        ...(await tracks('Sommer')),
        { name: 'noise.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') },
      ]);
    const outcome = page.locator('.upload-card');
    await outcome.getByText('In the library with 2 tracks.').waitFor();
    expect(await outcome.locator('.bad').textContent()).toContain('noise.mp3');
    await until('the cover', async () => (await widthOf(outcome.locator('img'))) > 0);

    await outcome.getByRole('link', { name: 'Sommer' }).click();
    const album = pageOf(page, 'Sommer');
    await album.waitFor();
    await page.waitForLoadState();
    expect(
      await album
        .getByLabel(/^Title of track/)
        .evaluateAll((fields: { value: string }[]) => fields.map((field) => field.value)),
    ).toEqual(['Sommer, Lied 1', 'Sommer, Lied 2']);
    await until('the cover', async () => (await widthOf(album.locator('.album-head img'))) > 0);
    const player = page.getByLabel('Player');
    expect(await player.isVisible()).toBe(false);
    await album.getByLabel('Listen to track 1').click();
    await player.getByText('Sommer, Lied 1').waitFor();
    // It goes on by itself, and stops after the last.
    await player.getByText('Sommer, Lied 2').waitFor();
    const sound = player.locator('audio');
    await until('the end', () => sound.evaluate((audio: { ended: boolean }) => audio.ended));
    expect(await sound.evaluate((audio: { duration: number }) => audio.duration)).toBeCloseTo((60 * 1152) / 44_100, 0);
    await player.getByLabel('Previous track').click();
    await player.getByText('Sommer, Lied 1').waitFor();
    await player.getByLabel('Close').click();
    expect(await player.isVisible()).toBe(false);
    expect(await page.locator('audio').count()).toBe(1);
  });

  /** A folder on the disk, with two tracks without tags in each of these. */
  async function onDisk(name: string, folders: readonly string[]): Promise<string> {
    for (const folder of folders) {
      await mkdir(join(daemon().home, name, folder), { recursive: true });
      for (const n of [1, 2])
        await writeFile(join(daemon().home, name, folder, `0${n}.mp3`), await mp3({ offset: (offset += 70) }));
    }
    return join(daemon().home, name);
  }

  /** Drops files on the form. */
  async function dropped(page: Page, ...files: string[]): Promise<void> {
    const box = await page.locator('#upload').boundingBox();
    await drop(page, files, { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 });
  }
  const discsOf = (album: AlbumView | undefined): (string | number)[][] =>
    album?.tracks.map(({ disc, track_title: title }) => [disc, title]) ?? [];
  const twoDiscs = [
    [1, '01'],
    [1, '02'],
    [2, '01'],
    [2, '02'],
  ];

  it('come out of a dropped folder: one of two discs, and three of three folders', async () => {
    const page = await visit('/');
    await dropped(page, await onDisk('Langes Buch', ['CD 1', 'CD 2']));
    const outcome = page.locator('.upload-card').first();
    await outcome.getByText('In the library with 4 tracks.').waitFor();
    await outcome.getByRole('link', { name: 'Langes Buch' }).waitFor();
    expect(discsOf(await named('Langes Buch'))).toEqual(twoDiscs);

    // More entries than a reader gives at a time.
    const many = Array.from({ length: 110 }, (_, n) => `Leer ${n}`);
    const reihe = await onDisk('Reihe', ['Reihe Eins', 'Reihe Zwei', 'Reihe Drei/CD 1', 'Reihe Drei/CD 2']);
    for (const name of many) await mkdir(join(reihe, name));
    await writeFile(join(reihe, 'Reihe Zwei', 'folder.png'), cover.buffer);
    await dropped(page, reihe);
    await outcome.getByText('In the library with 8 tracks.').waitFor();
    expect(await outcome.locator('.titles a').allTextContents()).toEqual(['Reihe Drei', 'Reihe Eins', 'Reihe Zwei']);
    expect(discsOf(await named('Reihe Drei'))).toEqual(twoDiscs);
    expect((await named('Reihe Zwei'))?.cover_image).toContain('cover');
  });

  it('come out of discs that are dropped side by side, and out of a folder that is chosen', async () => {
    const page = await visit('/');
    const parent = await onDisk('Beiseite', ['Nebeneinander CD 1', 'Nebeneinander CD 2']);
    await dropped(page, join(parent, 'Nebeneinander CD 2'), join(parent, 'Nebeneinander CD 1'));
    const outcome = page.locator('.upload-card').first();
    await outcome.getByRole('link', { name: 'Nebeneinander', exact: true }).waitFor();
    expect(discsOf(await named('Nebeneinander'))).toEqual(twoDiscs);

    await page.getByLabel('Choose a folder').setInputFiles(await onDisk('Gewählt', ['CD 1', 'CD 2']));
    await outcome.getByRole('link', { name: 'Gewählt' }).waitFor();
    expect(discsOf(await named('Gewählt'))).toEqual(twoDiscs);
  });

  it('come out of a folder that is chosen without a script', async () => {
    const page = await visit('/', { javaScriptEnabled: false });
    await page.getByLabel('Choose a folder').setInputFiles(await onDisk('Ohne', ['Eins', 'Zwei/CD 1', 'Zwei/CD 2']));
    await page.getByRole('button', { name: 'Add the album' }).click();
    await page.getByRole('status').getByText('“Eins” and “Zwei” are in the library.').waitFor();
    expect(discsOf(await named('Zwei'))).toEqual(twoDiscs);
  });

  it('say that a chosen cover could not be sent', async () => {
    await upload('Ohne Verbindung');
    const page = await visit('/library');
    await open(page, 'Ohne Verbindung');
    await page.waitForFunction("document.documentElement.classList.contains('scripted')");
    await page.route('**/library', (route) => route.abort());
    const asked = page.waitForEvent('filechooser');
    await page.locator('[data-cover] button').click();
    await (await asked).setFiles(cover);
    await page.getByText('The cover stays as it was: Tonstift does not answer.').waitFor();
  });

  it('take a cover that is pasted', async () => {
    await upload('Eingefügt');
    const page = await visit('/library');
    await open(page, 'Eingefügt');
    expect((await named('Eingefügt'))?.cover_image).toBeNull();
    await page.waitForFunction("document.documentElement.classList.contains('scripted')");
    const paste = (into: string, text: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const data = new DataTransfer();
        const bytes = new Uint8Array(${JSON.stringify([...cover.buffer])});
        data.items.add(new File([bytes], 'x.png', { type: 'image/png' }));
        if (${JSON.stringify(text)}) data.setData('text/plain', ${JSON.stringify(text)});
        const paste = { clipboardData: data, bubbles: true, cancelable: true };
        return document.querySelector(${JSON.stringify(into)}).dispatchEvent(new ClipboardEvent('paste', paste));
      })()`);
    // An office program copies text as a picture, too: in a field that is text.
    expect(await paste('[name=album_title]', 'Ein Titel')).toBe(true);
    expect(await paste('body', '')).toBe(false);
    await until('the cover', async () => (await named('Eingefügt'))?.cover_image !== null);
  });

  it('take what is typed, show that it is saved, and take it back', async () => {
    await upload('Winter');
    const page = await visit('/library');
    const album = await open(page, 'Winter');
    const title = album.getByLabel('Title', { exact: true });
    await title.fill('Winter & <b>Eis</b>');
    await page.keyboard.press('Tab');
    await page.locator('output').getByText('Saved.').waitFor();
    expect(await named('Winter & <b>Eis</b>')).toBeDefined();
    await page.reload();
    const changed = pageOf(page, 'Winter & <b>Eis</b>');
    await changed.waitFor();
    await changed.getByLabel('Title', { exact: true }).fill('Frost');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('the title of before', () => named('Winter & <b>Eis</b>'));
    await pageOf(page, 'Winter & <b>Eis</b>').waitFor();

    const year = page.locator('[name=album_year]');
    await year.fill('neu');
    await page.keyboard.press('Tab');
    // Why it was not saved stands at the field, and the way back to the saved value.
    const why = page.locator('#why-album_year');
    await why.getByText('Not saved: must be').waitFor();
    expect(await year.getAttribute('aria-describedby')).toBe('why-album_year');
    expect(await year.getAttribute('aria-invalid')).toBe('true');
    expect(await year.inputValue()).toBe('neu');
    expect(await named('Winter & <b>Eis</b>')).toMatchObject({ album_year: null });
    await why.getByRole('button').click();
    expect([await year.inputValue(), await year.getAttribute('aria-invalid')]).toEqual(['', null]);
    expect(await why.count()).toBe(0);
    const now = page.getByLabel('Title', { exact: true });
    await now.fill('Zwei\nZeilen');
    expect(await now.inputValue()).toBe('Zwei Zeilen');
    await now.fill('');
    await page.keyboard.press('Tab');
    await page.locator('#why-album_title').getByText('must not be empty').waitFor();
    await now.fill('Winter');
    await page.keyboard.press('Enter');
    await until('the corrected title', () => named('Winter'));
    await page.locator('.why').waitFor({ state: 'detached' });
    expect(complaints()).toEqual([expect.stringMatching(/^400 /), expect.stringMatching(/^400 /)]);
  });

  it('take what is typed before their script is there', async () => {
    const { oid } = await upload('Früh');
    const page = await visit('/');
    let go = (): void => undefined;
    const typed = new Promise<void>((done) => (go = done));
    await page.route(/edit\.js/, async (route) => typed.then(() => route.continue()));
    await page.goto(`/library/${oid}`, { waitUntil: 'commit' });
    await page.getByLabel('Title', { exact: true }).fill('Sehr früh');
    await page.keyboard.press('Tab');
    go();
    await until('the title', () => named('Sehr früh'));
  });

  it('are shown as changed, although the list that brings them was drawn before', async () => {
    const page = await visit('/library');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const drawn = new Promise<void>((resolve) => {
      void page.route('**/library/wall*', async (route) => {
        const response = await route.fetch();
        if ((await response.text()).includes('Nebel')) resolve();
        await held;
        await route.fulfill({ response });
      });
    });
    const told = page.evaluate(
      `new Promise((done) => document.addEventListener('live:event', ({ detail: { data } }) => {
        if (data?.album?.album_title === 'Reif' && data.album.gme_state === 'ready') done();
      }))`,
    );
    const { oid } = await upload('Nebel');
    await drawn;
    await daemon().post('/library', { action: 'update', uid: String(oid), album_title: 'Reif' });
    await told;
    release();
    await card(page, 'Reif').waitFor();
  });

  it('appear by themselves, and leave alone what someone is typing', async () => {
    const { oid } = await upload('Regen');
    const page = await visit('/library');
    await page.evaluate('window.sameDocument = true');
    await mkdir(join(daemon().home, 'Wind'));
    for (const n of [1, 2]) await writeFile(join(daemon().home, 'Wind', `${n}.mp3`), await track('Wind', n));
    await rename(join(daemon().home, 'Wind'), join(daemon().inbox, 'Wind'));
    await card(page, 'Wind').locator('.mark.ready').waitFor();
    expect(await page.evaluate('window.sameDocument')).toBe(true);

    const album = await open(page, 'Regen');
    await page.evaluate('window.sameDocument = true');
    await album.getByLabel('Artist').fill('half a na');
    const before = (await daemon().albums()).length;
    await daemon().post('/library', { action: 'update', uid: String(oid), album_title: 'Platzregen' });
    await upload('Hagel');
    await page
      .locator('#status-line')
      .getByText(`${before + 1} albums`)
      .waitFor();
    // Its name above is the new one by now.
    await pageOf(page, 'Platzregen').waitFor();
    expect(await page.getByLabel('Artist').inputValue()).toBe('half a na');
    await page.getByLabel('Artist').fill('Die Band');
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await pageOf(page, 'Platzregen').waitFor();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
  });

  it('keep the chosen track while they change elsewhere', async () => {
    const { oid, tracks } = await upload('Tau');
    const [first = 0, second = 0] = tracks.map(({ id }) => id);
    const page = await visit(`/library/${oid}`);
    const tasks = page.locator(`#tasks-${oid}`);
    await tasks.locator('summary').first().click();
    const chosen = tasks.getByLabel('Track to remove');
    await chosen.selectOption(String(second));
    await page.locator('h1').click();
    const update = { action: 'update', uid: String(oid), [`track_${first}_title`]: 'Nachtigall' };
    await daemon().post('/library', update);
    await until('the new title', async () => (await chosen.textContent())?.includes('Nachtigall'));
    expect(await chosen.inputValue()).toBe(String(second));
    // The select has no choice if the chosen track is gone, so that the next press deletes no other one.
    await daemon().post('/library', { action: 'delete_track', uid: String(oid), id: String(second) });
    await until('one track', async () => (await chosen.locator('option').count()) === 1);
    expect(await chosen.inputValue()).toBe('');
  });

  it('are found by what is in them, and say when nothing is', async () => {
    await upload('Mond');
    await upload('Sterne');
    const page = await visit('/library');
    await page.getByRole('searchbox').fill('sterne, lied 2');
    await page.getByText(/^1 of \d+ albums/).waitFor();
    expect(await page.locator('a.album .title').allTextContents()).toEqual(['Sterne']);
    await page.reload();
    expect(await page.locator('a.album .title').allTextContents()).toEqual(['Sterne']);
    await page.getByRole('searchbox').fill('<i>');
    await page.getByText('No album contains “<i>”').waitFor();
  });

  it('go only behind a fold that says what goes', async () => {
    const { oid, gme_file: file } = await upload('Nebel');
    expect(file).toContain('Nebel');
    // As bookmarks of earlier days say it.
    const page = await visit(`/library#album-${oid}`);
    const album = pageOf(page, 'Nebel');
    await album.waitFor();
    const button = album.getByRole('button', { name: 'Delete', exact: true });
    expect(await button.isVisible()).toBe(false);
    await album.getByText('Delete this album').click();
    await album.getByText('Deletes Nebel with its 2 tracks').waitFor();
    const others = (await daemon().albums()).length - 1;
    // On a slow network, the page hears of the deletion before it has the response to it.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', { ...unlimited, latency: 1000 });
    await button.click();
    await page.getByRole('status').getByText('Nebel').waitFor();
    expect(complaints().filter((one) => one !== `404 for ${daemon().url}/library/${oid}`)).toEqual([]);
    expect(await card(page, 'Nebel').count()).toBe(0);
    expect(await named('Nebel')).toBeUndefined();
    expect(await daemon().albums()).toHaveLength(others);
    expect((await fetch(`${daemon().url}/download_gme/${oid}`)).status).toBe(404);
  });

  it('are a card less where one is deleted, and another language by the browser', async () => {
    const { oid } = await upload('Morgen');
    const page = await visit('/library', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Bibliothek' }).waitFor();
    await card(page, 'Morgen').waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Add music' }).waitFor();
    await page.goto('/library');
    await daemon().post('/library', { action: 'delete', uid: String(oid) });
    await card(page, 'Morgen').waitFor({ state: 'detached' });
  });
});
