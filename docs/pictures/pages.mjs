/** Every page, in English and German: on a desk, on a phone beside it, and some by night. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../test/browser/chromium.js';
import { jsonOf } from './json.mjs';

/** @typedef {import('../../test/browser/chromium.js').Page} Page */
/** @typedef {import('../../test/browser/chromium.js').BrowserContextOptions} Options */

/**
 * @typedef {object} Shot
 * @property {string} name of the picture
 * @property {string} path of the page
 * @property {(page: Page) => Promise<unknown>} [before] done to the page before it is taken
 * @property {boolean} [night] also with dark colours
 */

const folder = fileURLToPath(new URL('../images/', import.meta.url));
const desk = { width: 1280, height: 860 };
const phone = { width: 360, height: 860 };
const languages = [
  { language: 'en', locale: 'en-GB' },
  { language: 'de', locale: 'de-DE' },
];
/** Runs in the page: those that can be seen are there. */
const allPictures = `[...document.images].every((image) =>
  image.getBoundingClientRect().top > innerHeight || (image.complete && image.naturalWidth > 0))`;
const mostBytes = 130_000;

/** @type {(url: string) => Promise<Shot[]>} */
async function shotsOf(url) {
  const { albums } = await jsonOf(`${url}/library`);
  const { papers } = await jsonOf(`${url}/papers?q=melody&limit=1`);
  const oid = Object.fromEntries(albums.map((album) => [album.album_title, album.oid]));
  const wood = `/library/${oid['Im Wald']}`;
  const three = [oid['Im Wald'], oid['Vogelstimmen'], oid['Nachtlieder']];
  /** @type {(page: Page) => Promise<void>} */
  const choose = async (page) => {
    for (const title of ['Im Wald', 'Vogelstimmen']) await page.locator(`#choose-${oid[title]}`).check({ force: true });
  };
  return [
    { name: 'upload', path: '/' },
    ...['music', 'pen', 'paper'].map((step) => ({ name: `first-run-${step}`, path: `/first-run?step=${step}` })),
    {
      name: 'first-run-answer',
      path: '/first-run?step=answer',
      before: async (page) => {
        await fetch(`${url}/first-run`, { method: 'POST', body: new URLSearchParams({ action: 'no' }) });
        await page.reload();
      },
    },
    { name: 'library', path: '/library', night: true },
    { name: 'library-chosen', path: '/library', before: choose },
    { name: 'album', path: wood, night: true },
    { name: 'split', path: `${wood}/split?after=4` },
    { name: 'try', path: `${wood}/try` },
    { name: 'join', path: `${wood}/join` },
    { name: 'delete', path: `/library/delete?uids=${three.join(',')}` },
    { name: 'deleted', path: '/deleted' },
    { name: 'print', path: `/print?oids=${three.join(',')}`, night: true },
    { name: 'pens', path: '/pens' },
    { name: 'papers', path: '/papers?q=songs+children+learning&limit=3' },
    { name: 'papers-like', path: `/papers/like?uid=${papers[0].uid}&limit=5` },
    { name: 'papers-saved', path: '/papers/saved' },
    { name: 'papers-map', path: '/papers/map', before: (page) => page.locator('canvas').waitFor(), night: true },
    { name: 'config', path: '/config' },
    { name: 'logs', path: '/logs' },
    { name: 'help', path: '/help' },
    { name: 'api', path: '/api' },
    { name: 'api-group', path: '/api/pens' },
    { name: 'not-found', path: '/library/77' },
    // The last, for its problem stands on every page from then on.
    { name: 'problems', path: '/problems', before: (page) => page.locator('.problems > li').waitFor() },
  ];
}

/**
 * Both screens side by side, on grey ground so that their edges are seen.
 * @type {(page: Page, name: string, screens: Buffer[]) => Promise<void>}
 */
async function keep(page, name, screens) {
  const sources = screens.map((screen) => `data:image/png;base64,${screen.toString('base64')}`);
  /** @type {string} */
  const encoded = await page.evaluate(`(async (sources, edge, gap) => {
    const pictures = await Promise.all(sources.map(async (src) => {
      const picture = Object.assign(new Image(), { src });
      await picture.decode();
      return picture;
    }));
    const width = pictures.reduce((sum, { width }) => sum + width + gap, 2 * edge - gap);
    const canvas = Object.assign(document.createElement('canvas'), { width, height: pictures[0].height + 2 * edge });
    const context = canvas.getContext('2d');
    context.fillStyle = '#c9c9c9';
    context.fillRect(0, 0, canvas.width, canvas.height);
    let x = edge;
    for (const picture of pictures) {
      context.drawImage(picture, x, edge);
      x += picture.width + gap;
    }
    return canvas.toDataURL('image/webp', 0.85);
  })(${JSON.stringify(sources)}, 16, 24)`);
  const path = join(folder, `${name}.webp`);
  writeFileSync(path, Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64'));
  const { size } = statSync(path);
  if (size > mostBytes) throw new Error(`${path} has ${size} bytes, and should have ${mostBytes} at most.`);
}

/**
 * @param {string} url of the daemon
 * @param {readonly string[]} only names of those to take; none: all
 * @param {() => void} cause gives the household a problem
 */
export async function pictures(url, only, cause) {
  const type = await chromium();
  const browser = await type.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  mkdirSync(folder, { recursive: true });
  /** @type {(shot: Shot, options: Options) => Promise<Buffer>} */
  const screen = async ({ path, before }, options) => {
    const context = await browser.newContext({ baseURL: url, ...options });
    const page = await context.newPage();
    await page.goto(path);
    await before?.(page);
    while (!(await page.evaluate(allPictures))) await page.waitForTimeout(50);
    await page.waitForTimeout(500);
    const taken = await page.screenshot();
    await context.close();
    return taken;
  };
  const canvas = await browser.newPage();
  const isWanted = ({ name }) => only.length === 0 || only.includes(name);
  for (const shot of (await shotsOf(url)).filter(isWanted)) {
    if (shot.name === 'problems') cause();
    for (const { language, locale } of languages)
      for (const colorScheme of shot.night
        ? /** @type {const} */ (['light', 'dark'])
        : /** @type {const} */ (['light'])) {
        const screens = [
          await screen(shot, { locale, colorScheme, viewport: desk }),
          await screen(shot, { locale, colorScheme, viewport: phone, isMobile: true, hasTouch: true }),
        ];
        await keep(canvas, `${shot.name}${colorScheme === 'dark' ? '-dark' : ''}-${language}`, screens);
      }
  }
  await browser.close();
}
