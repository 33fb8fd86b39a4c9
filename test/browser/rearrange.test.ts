/** Albums that are split and joined by clicks, with and without a script. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { picturePng } from '../fixtures/picture.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

let offset = 0;

inBrowser('albums that are split and joined in a browser', [], ({ daemon, visit, complaints }) => {
  /** Tracks of several albums that have become one: their paths are in one folder. */
  async function upload(...albums: [title: string, tracks: number][]): Promise<AlbumView> {
    const files: Record<string, Buffer> = {};
    let at = 0;
    for (const [album, tracks] of albums)
      for (let n = 1; n <= tracks; n++) {
        const tags = { TALB: album, TPE1: `${album}s Band`, TIT2: `${album} ${n}` };
        files[`${String(++at).padStart(3, '0')}.mp3`] = await mp3({ frames: 4, offset: (offset += 7), tags });
      }
    return daemon().upload(files, picturePng);
  }
  const facts = async (oids: readonly number[]): Promise<unknown[]> =>
    (await daemon().albums())
      .filter(({ oid }) => oids.includes(oid))
      .sort((a, b) => a.oid - b.oid)
      .map(({ album_title: title, num_tracks: tracks }) => [title, tracks]);
  const open = async (page: Page, oid: number, way: string): Promise<void> => {
    await page.goto(`/library/${oid}`);
    await page.getByText('Split or join').click();
    await page.getByRole('link', { name: way }).click();
  };
  const titles = (page: Page): Promise<string[]> =>
    page.locator('.parts label input').evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value));

  it('a folder of 13 albums that has become one comes apart by its tags', async () => {
    const names = Array.from({ length: 13 }, (_, n) => `Folge ${String(n + 1).padStart(2, '0')}`);
    const { oid, num_tracks } = await upload(...names.map((name, n): [string, number] => [name, n < 7 ? 5 : 4]));
    expect(num_tracks).toBe(59);
    const page = await visit('/library', { viewport: { width: 360, height: 640 } });
    const other = await visit(`/library/${oid}`);
    await open(page, oid, 'Split this album');
    await page.getByRole('link', { name: 'By the album in their tags: 13 albums' }).click();
    expect(await titles(page)).toEqual(names);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Title of album 1', { exact: true }).fill('Der Anfang');
    await page.getByRole('button', { name: 'Split into 13 albums' }).click();
    await page.getByRole('status').getByText('“Der Anfang” was split into 13 albums').waitFor();
    await other.getByRole('heading', { name: 'Der Anfang' }).waitFor();
    expect(await other.locator('.tracks li').count()).toBe(5);
    const all = (await daemon().albums()).filter(({ album_title: title }) => /^(Folge|Der Anfang)/.test(title));
    expect(all.map(({ album_title, num_tracks: tracks }) => `${album_title}: ${tracks}`).sort()).toEqual(
      ['Der Anfang', ...names.slice(1)].map((name, n) => `${name}: ${n < 7 ? 5 : 4}`).sort(),
    );
    expect(all.find(({ album_title: title }) => title === 'Folge 09')).toMatchObject({
      album_artist: 'Folge 09s Band',
    });
    await until('the files for the pen', async () => {
      const now = await daemon().albums();
      return all.every(({ oid: own }) => now.find((one) => one.oid === own)?.gme_state === 'ready');
    });
  });

  it('is cut by hand, and joined again, without a script', async () => {
    const { oid } = await upload(['Buch', 6]);
    const page = await visit('/library', { javaScriptEnabled: false });
    await open(page, oid, 'Split this album');
    for (const n of [2, 4]) await page.getByLabel(`Cut after track ${n}, “Buch ${n}”`).check();
    await page.getByRole('button', { name: 'Show the parts' }).click();
    expect(await titles(page)).toEqual(['Buch (1/3)', 'Buch (2/3)', 'Buch (3/3)']);
    await page.getByLabel('Title of album 2', { exact: true }).fill('Mitte');
    await page.getByRole('button', { name: 'Split into 3 albums' }).click();
    await page.getByRole('status').getByText('“Mitte”').waitFor();
    expect(await facts([oid, oid + 1, oid + 2])).toEqual([
      ['Buch (1/3)', 2],
      ['Mitte', 2],
      ['Buch (3/3)', 2],
    ]);

    await open(page, oid, 'Join it with another album');
    await page.getByLabel('Find the other album').fill('mitte');
    await page.getByRole('button', { name: 'Find the other album' }).click();
    expect(await page.locator('.candidate').count()).toBe(1);
    await page.getByLabel('Mitte').check();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('status').getByText('“Buch (1/3)” now has the tracks of “Mitte”.').waitFor();
    expect(await facts([oid, oid + 1, oid + 2])).toEqual([
      ['Buch (1/3)', 4],
      ['Buch (3/3)', 2],
    ]);
    // Taken back by disc.
    await open(page, oid, 'Split this album');
    await page.getByRole('link', { name: 'By disc: 2 albums' }).click();
    await page.getByRole('button', { name: 'Split into 2 albums' }).click();
    await page.getByRole('status').getByText('was split into 2 albums').waitFor();
  });

  it('is joined in front, found while typing; what has changed meanwhile is refused and said', async () => {
    const [one, two] = [await upload(['Teil Eins', 2]), await upload(['Teil Zwei', 2])];
    const page = await visit('/library');
    await open(page, two.oid, 'Join it with another album');
    // The likely one comes first.
    expect(await page.locator('.candidate strong').first().textContent()).toBe('Teil Eins');
    await page.getByRole('searchbox').pressSequentially('Teil eins');
    await until('one', async () => (await page.locator('.candidate').count()) === 1);
    await page.getByLabel('Teil Eins').first().check();
    await page.getByLabel('before those of “Teil Zwei”').check();
    const former = await visit(`/library/${one.oid}`);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Teil Zwei' }).waitFor();
    expect(
      await page
        .locator('.tracks textarea.name')
        .evaluateAll((all: { value: string }[]) => all.map(({ value }) => value)),
    ).toEqual(['Teil Eins 1', 'Teil Eins 2', 'Teil Zwei 1', 'Teil Zwei 2']);
    // Its page says that it is no more.
    await former.getByText(`There is no album with the number ${one.oid}`).waitFor();
    expect(complaints().every((complaint) => complaint.startsWith('404 '))).toBe(true);

    await page.goto(`/library/${two.oid}/split?by=album`);
    const { tracks } = (await daemon().albums()).find(({ oid }) => oid === two.oid) ?? { tracks: [] };
    await daemon().post('/library', { action: 'delete_track', uid: String(two.oid), id: String(tracks[0]?.id) });
    await page.getByRole('button', { name: 'Split into 2 albums' }).click();
    await page
      .getByText(`Album ${two.oid} has no track with the id`)
      .or(page.getByText(/no track/))
      .first()
      .waitFor();
    complaints();
  });
});
