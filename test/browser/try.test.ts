/** The virtual pen on the page: what is tapped is heard, by finger, by keys, without scripts, and from any file. */
import { expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { AlbumView } from '../../workers/library/types.js';
import { beeps, samplesOf, wavOf } from '../../workers/print/test-sheet/sounds.js';
import { audioFixture } from '../fixtures/audio.js';
import { until } from '../support/patience.js';
import { scannedPage } from '../support/print/scanned-page.js';
import { assembled } from '../workers/features/try/virtual-pen/assembled.js';
import { inBrowser } from './browser.js';

/** Hertz and seconds of the tracks: no two are alike. */
const tones = [
  { pitch: 400, length: 1.4 },
  { pitch: 700, length: 1.6 },
  { pitch: 1000, length: 1.8 },
] as const;
const soundOf = ({ pitch, length }: (typeof tones)[number]): Buffer => wavOf(samplesOf([{ pitch, start: 0, length }]));

/** A sound that a page plays, beside the one that it was made of. */
interface Compared {
  /** Seconds of both. */
  own: number;
  source: number;
  /** Compares their first seconds while one is moved along the other: 1 is the same wave, however loud. */
  likeness: number;
  /** Seconds that it was moved: what an encoder puts in front. */
  late: number;
  /** The volume of one in relation to the other. */
  loudness: number;
}

/** Decoded by the browser itself. Runs in the page. */
const compare = `async ({ path, bytes }) => {
  const rate = 22050;
  const decoded = (buffer) => new OfflineAudioContext(1, 1, rate).decodeAudioData(buffer);
  const own = await decoded(await (await fetch(path)).arrayBuffer());
  const source = await decoded(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer);
  const [one, other] = [own.getChannelData(0), source.getChannelData(0).subarray(0, rate)];
  let whole = 0;
  for (const sample of other) whole += sample * sample;
  let best = { likeness: -1, late: 0, loudness: 0 };
  for (let late = 0; late < 0.15 * rate; late++) {
    let [product, power] = [0, 0];
    for (let n = 0; n < other.length; n++) {
      const sample = one[late + n] ?? 0;
      product += sample * other[n];
      power += sample * sample;
    }
    const likeness = product / Math.sqrt(power * whole);
    if (likeness > best.likeness) best = { likeness, late: late / rate, loudness: Math.sqrt(power / whole) };
  }
  return { own: own.duration, source: source.duration, ...best };
}`;
const compared = (page: Page, path: string, source: Buffer): Promise<Compared> =>
  page.evaluate(`(${compare})(${JSON.stringify({ path, bytes: source.toString('base64') })})`);

/** It is the same sound: its length, its first second, and how loud it is. */
async function isSound(page: Page, path: string, source: Buffer): Promise<void> {
  const found = await compared(page, path, source);
  expect({ path, ...found, alike: found.likeness > 0.95 }).toMatchObject({ path, alike: true });
  expect(Math.abs(found.own - found.source)).toBeLessThan(0.12);
  expect(found.loudness).toBeGreaterThan(0.8);
  expect(found.loudness).toBeLessThan(1.25);
}

/** An element, as far as it is looked at. */
interface Attributed {
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Record<'width' | 'height' | 'left' | 'right', number>;
}

const field = (page: Page, name: RegExp | string): Locator => page.locator('#board').getByRole('button', { name });
const says = (page: Page): Locator => page.locator('#says');
/** The path of what plays, or played last. */
const playing = (page: Page): Promise<string> =>
  page.locator('#sound').evaluate((sound: { src: string }) => sound.src.replace(/^https?:\/\/[^/]*/, ''));
const isPaused = (page: Page): Promise<boolean> =>
  page.locator('#sound').evaluate((sound: { paused: boolean }) => sound.paused);
const hears = (page: Page, medium: number, oid: number): Promise<unknown> =>
  until(
    `medium ${medium}`,
    async () => (await playing(page)) === `/library/${oid}/try/media/${medium}` && !(await isPaused(page)),
  );

inBrowser('the virtual pen in a browser', [], ({ daemon, visit, complaints }) => {
  /** With tones as WAV files, of which the daemon makes the file for the pen. */
  async function album(title: string, mode = 'tiptoi'): Promise<AlbumView> {
    const named = tones.map((tone, n) => [`${title}/0${n + 1} ${title} ${n + 1}.wav`, soundOf(tone)] as const);
    const made = await daemon().upload(Object.fromEntries(named));
    const edit = { player_mode: mode, loudness: 'keep' };
    await daemon().post('/library', { action: 'update', uid: String(made.oid), ...edit });
    return until(`${title} with its file`, async () => {
      const found = (await daemon().albums()).find(({ oid }) => oid === made.oid);
      return found?.player_mode === mode && found.loudness === 'keep' && found.gme_state === 'ready' && found;
    });
  }
  let single: Promise<AlbumView> | undefined;
  const theAlbum = (): Promise<AlbumView> => (single ??= album('Lied'));

  it('plays each field of the sheet in order, and it is the sound of its track', async () => {
    const { oid } = await theAlbum();
    const page = await visit(`/library/${oid}/try`);
    const names = await page
      .locator('#board button')
      .evaluateAll((all: Attributed[]) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toEqual(['Start', 'Back', 'Play', 'Stop', 'Next', ...[1, 2, 3].map((n) => `Track ${n}, Lied ${n}`)]);
    const said: string[] = [];
    for (const [n, name] of names.entries()) {
      await page.locator('#board button').nth(n).click();
      await until(
        name ?? '',
        async () => (await page.locator('#board button').nth(n).getAttribute('aria-current')) === 'true',
      );
      await until(`an answer to ${name}`, async () =>
        /^Playing|^Nothing|^Stop|^Done/.test((await says(page).textContent()) ?? ''),
      );
      await page.waitForTimeout(150);
      said.push((await says(page).textContent()) ?? '');
      if (said.at(-1)?.startsWith('Playing') === true) expect(await isPaused(page)).toBe(false);
    }
    expect(said).toEqual([
      'Playing: Track 1, Lied 1',
      'Nothing: no line of its script applies now.',
      'Playing: Track 1, Lied 1',
      expect.stringMatching(/^(Stop|Done)/),
      'Playing: Track 2, Lied 2',
      'Playing: Track 1, Lied 1',
      'Playing: Track 2, Lied 2',
      'Playing: Track 3, Lied 3',
    ]);
    for (const [n, tone] of tones.entries()) await isSound(page, `/library/${oid}/try/media/${n}`, soundOf(tone));
    const other = await compared(page, `/library/${oid}/try/media/0`, soundOf(tones[1]));
    expect(other.likeness).toBeLessThan(0.3);
  });

  it('ends what plays at the next tap, and what would have come behind never happens', async () => {
    const { oid } = await album('Musik', 'music');
    const page = await visit(`/library/${oid}/try`);
    await field(page, 'Start').click();
    await hears(page, 0, oid);
    await field(page, /^Track 3/).click();
    await hears(page, 2, oid);
    await field(page, 'Stop').click();
    await until('silence', () => isPaused(page));
    await page.waitForTimeout(2200);
    expect(await playing(page)).toBe(`/library/${oid}/try/media/2`);
    await field(page, 'Next').click();
    await until('nothing', async () => /^Nothing/.test((await says(page).textContent()) ?? ''));
    await field(page, 'Back').click();
    await hears(page, 1, oid);
    // Two at once: the first is interrupted before it was heard.
    await field(page, /^Track 1/).click({ noWaitAfter: true });
    await field(page, 'Next').click();
    await hears(page, 1, oid);
    // And it goes on by itself to the next, whose field is then the one that plays.
    await hears(page, 2, oid);
    expect(await page.locator('.paper-field.playing').getAttribute('aria-label')).toBe('Track 3, Musik 3');
    await until('the end', async () => /^Done/.test((await says(page).textContent()) ?? ''));
    await field(page, 'Back').click();
    await hears(page, 1, oid);
    await field(page, 'Back').click();
    await hears(page, 0, oid);
    await field(page, 'Back').click();
    await until('nothing', async () => /^Nothing/.test((await says(page).textContent()) ?? ''));
  });

  it('says nothing before the start field, and tells what it did', async () => {
    const { oid } = await theAlbum();
    const page = await visit(`/library/${oid}/try`);
    await field(page, /^Track 2/).click();
    await until('why', async () => /start field/.test((await says(page).textContent()) ?? ''));
    await field(page, 'Start').click();
    await hears(page, 0, oid);
    await field(page, /^Track 2/).click();
    await hears(page, 1, oid);
    await page.locator('#did > summary').click();
    const did = await page.locator('#did-list li').allTextContents();
    expect(did).toEqual(
      expect.arrayContaining([
        `The file is loaded: number ${oid}.`,
        'interrupted by the next tap',
        'Code 2664, line 1 of 1: $0:=1 P(1) C',
        '$0: 0 → 1',
        'Playing: Track 2, Lied 2',
      ]),
    );
  });

  it('is tapped with keys: Tab, arrows, Enter and space', async () => {
    const { oid } = await theAlbum();
    const page = await visit(`/library/${oid}/try`);
    await field(page, 'Start').focus();
    await page.keyboard.press('Enter');
    await hears(page, 0, oid);
    const focused = (): Promise<string | null> => page.locator(':focus').getAttribute('aria-label');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Back');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Play');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Start');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Track 1, Lied 1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await hears(page, 1, oid);
    expect(await focused()).toBe('Track 2, Lied 2');
    expect(await page.locator('#says').getAttribute('role')).toBe('status');
  });

  it('is tapped on a phone: each field is as large as a finger, and nothing is scrolled sideways', async () => {
    const { oid } = await theAlbum();
    const page = await visit(`/library/${oid}/try`, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const boxes = await page.locator('#board button').evaluateAll((all: Attributed[]) =>
      all.map((one) => {
        const { width, height, left, right } = one.getBoundingClientRect();
        return { width, height, left, right };
      }),
    );
    for (const { width, height, left, right } of boxes) {
      expect([width >= 44, height >= 44, left >= 0, right <= 360]).toEqual([true, true, true, true]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await field(page, 'Start').tap();
    await hears(page, 0, oid);
    await field(page, /^Track 3/).tap();
    await hears(page, 2, oid);
  });

  it('works without scripts: a field is a button, whose answer has a player', async () => {
    const { oid } = await theAlbum();
    const page = await visit(`/library/${oid}/try`, { javaScriptEnabled: false });
    expect(await page.locator('.try-player').isVisible()).toBe(false);
    await field(page, 'Start').click();
    const sounds = page.locator('#heard audio');
    expect(await sounds.evaluateAll((all: Attributed[]) => all.map((one) => one.getAttribute('src')))).toEqual([
      `/library/${oid}/try/media/0`,
    ]);
    await field(page, 'Next').click();
    expect(await sounds.evaluateAll((all: Attributed[]) => all.map((one) => one.getAttribute('src')))).toEqual([
      `/library/${oid}/try/media/1`,
    ]);
    await field(page, 'Stop').click();
    expect([await sounds.count(), await page.locator('#heard p').first().textContent()]).toEqual([0, 'Done.']);
    await page.goto('/try');
    const buffer = Buffer.from(assembled({ scripts: { 2000: ['P(3)'] } }));
    await page.getByLabel(/\.gme/).setInputFiles({ name: 'Fremd.gme', mimeType: '', buffer });
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.waitForURL(/\/try\/[0-9a-f]{32}$/);
    await page.getByRole('button', { name: 'Tap code 2000' }).click();
    expect(await sounds.getAttribute('src')).toMatch(/\/media\/3$/);
  });

  /** As somebody drags it onto the page. */
  async function drop(page: Page, onto: string, name: string, bytes: Uint8Array): Promise<void> {
    const data = await page.evaluateHandle(
      `(() => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}));
        return data;
      })()`,
    );
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent(onto, type, { dataTransfer: data, bubbles: true, cancelable: true });
  }

  it('takes a file that is dropped, shows its codes, and plays it; it never enters the library', async () => {
    const { oid } = await theAlbum();
    const before = (await daemon().albums()).length;
    const own = await readFile(await gmeOf(oid));
    for (const [from, onto] of [
      ['/try', '#try-file'],
      [`/library/${oid}/try`, 'h1'],
    ] as const) {
      const page = await visit(from);
      await drop(page, onto, 'Fremd.gme', own);
      await page.waitForURL(/\/try\/[0-9a-f]{32}$/);
      expect(await page.locator('h1').textContent()).toBe('Fremd.gme');
      expect(await page.locator('.codes tbody tr').count()).toBeGreaterThan(20);
      await page.getByRole('button', { name: 'Tap code 2665' }).click();
      await until('the third sound', async () => /media\/2$/.test(await playing(page)) && !(await isPaused(page)));
      await isSound(page, await playing(page), soundOf(tones[2]));
      expect(await page.locator('#uploads').count()).toBe(0);
      await page.getByRole('button', { name: 'Delete the file now' }).click();
      await page.waitForURL(/\/try$/);
    }
    expect((await daemon().albums()).length).toBe(before);
  });

  const gmeOf = async (oid: number): Promise<string> => {
    const files = await readdir(daemon().home, { recursive: true });
    const found = files.find((name) => new RegExp(`/${oid}_[^/]*\\.gme$`).test(`/${name}`));
    return join(daemon().home, found ?? '');
  };

  it('says what is wrong with a file that is none', async () => {
    const page = await visit('/try');
    await drop(page, '#try-file', 'Kaputt.gme', Buffer.from('Das ist kein Ton. '.repeat(40)));
    await until('the reason', async () => /Kaputt\.gme/.test((await page.locator('#try-problem').textContent()) ?? ''));
    await drop(page, '#try-file', 'Lied.mp3', Buffer.from('x'));
    await until('the other reason', async () =>
      /\.gme\.$/.test((await page.locator('#try-problem').textContent()) ?? ''),
    );
    expect(page.url()).toMatch(/\/try$/);
    expect(complaints()).toEqual([`400 for ${daemon().url}/try`]);
  });

  it('reads a picture of a printed page that is dropped, and says in German what is wrong with it', async () => {
    const page = await visit('/try', { locale: 'de-DE' });
    await drop(page, 'h1', 'scan.png', scannedPage());
    await page.getByRole('heading', { name: 'Was ein Stift auf dem Bogen findet' }).waitFor();
    await page.getByText('2 Codes wurden gefunden.').waitFor();
    await page.getByRole('row', { name: /^920 Nummer/ }).waitFor();
    await page.getByText('Tatsächliche Größe').waitFor();
    expect(await page.locator('.scan-map .read').count()).toBe(2);
    expect(await page.locator('.upload-card').count()).toBe(0);
  });

  it('fires the timer of a file while it is silent', async () => {
    const page = await visit('/try');
    const file = assembled({ scripts: { 2000: ['$1:=1 AT(3)'] }, timer: ['$1==1? $1:=2', '$1==2? $1:=3 CT'] });
    await drop(page, '#try-file', 'Uhr.gme', file);
    await page.waitForURL(/\/try\/[0-9a-f]{32}$/);
    await page.getByRole('button', { name: 'Tap code 2000' }).click();
    await page.locator('#did > summary').click();
    await page.getByText('$1: 2 → 3').waitFor();
    expect(await page.locator('#did-list li').allTextContents()).toEqual(
      expect.arrayContaining(['a timer fires every 0.3 s', '$1: 1 → 2', 'the timer stops']),
    );
  });

  it('hears the test sheet', async () => {
    const page = await visit('/try/test-sheet');
    await page.getByRole('button', { name: /^Tap code 4601/ }).click();
    await until('its sound', async () => /media\/1$/.test(await playing(page)));
    await isSound(page, await playing(page), wavOf(samplesOf(beeps(330, 1))));
  });

  it('goes on by itself when the file for the pen has been made', async () => {
    const { oid } = await album('Später');
    await daemon().post('/library', { action: 'cleanup', uid: String(oid) });
    const page = await visit(`/library/${oid}/try`);
    await page.getByRole('button', { name: /Make the file/ }).waitFor();
    await daemon().post('/library', { action: 'create_gme', uid: String(oid) });
    await field(page, 'Start').waitFor();
    await page.waitForLoadState();
    await field(page, 'Start').click();
    await hears(page, 0, oid);
  });

  it('plays what the pen plays of an MP3', async () => {
    const source = await readFile(await audioFixture({ format: 'mp3', seconds: 2, frequency: 880, channels: 1 }));
    const made = await daemon().upload({ 'Ein Ton.mp3': source });
    await until(
      'its file',
      async () => (await daemon().albums()).find(({ oid }) => oid === made.oid)?.gme_state === 'ready',
    );
    const page = await visit(`/library/${made.oid}/try`);
    await isSound(page, `/library/${made.oid}/try/media/0`, source);
  });
});
