/**
 * Takes the pictures of the documentation from the real program: `npm run build && node docs/pictures.mjs`.
 * Needs Debian's chromium (or another one, named by CHROMIUM) and Poppler.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Jimp } from 'jimp';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tonstift-pictures-'));
/** What the pictures show as the user's home. */
const home = join(tmpdir(), 'home');
const inbox = join(home, 'Tonstift Inbox');
const pen = join(home, 'TIPTOI');

/**
 * Title, artist, colours of the cover (none: the program makes one), titles of the tracks.
 * @type {[title: string, artist: string, colours: [dark: number, light: number] | null, tracks: string[]][]}
 */
const albums = [
  [
    'Im Wald',
    'Die Waldmusikanten',
    [0x2f6b3fff, 0xa8c686ff],
    [
      'Der Kuckuck',
      'Eichhörnchen',
      'Unter der Buche',
      'Regen',
      'Der Bach',
      'Wer klopft da oben im Baum?',
      'Pilze',
      'Der Fuchs geht um',
      'Moos und Farn',
      'Auf der Lichtung',
      'Die Eule',
      'Heim, bevor es dunkel wird',
    ],
  ],
  ['Grüße & Töne', 'Chor der Nachbarn', [0xc94f3dff, 0xf2c14eff], ['Guten Morgen', 'Grüß Gott', 'Auf Wiedersehen']],
  ['Nachtlieder', 'Anna am Klavier', [0x1b2a49ff, 0x6f7fb5ff], ['Der Mond', 'Sterne', 'Schlaf ein']],
  ['日本のうた', '', null, ['さくら', 'ふるさと']],
  ['Käpt’n Knopf und das Meer', 'Ein Hörspiel', null, ['Leinen los', 'Sturm', 'Die Insel', 'Heimkehr']],
  ['Vogelstimmen', 'Aus dem Garten', [0x3c8dadff, 0xe8e4c9ff], ['Amsel', 'Drossel', 'Fink', 'Star']],
];

async function makeAlbums() {
  for (const [n, [title, artist, colours, tracks]] of albums.entries()) {
    const folder = join(work, 'albums', `${n}`);
    mkdirSync(folder, { recursive: true });
    for (const [t, name] of tracks.entries()) {
      execFileSync(process.execPath, [
        at('../test/fixtures/encode.js'),
        join(folder, `${t + 1}.mp3`),
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=${300 + 40 * t}:duration=${20 + 7 * t}`,
        '-metadata',
        `title=${name}`,
        '-metadata',
        `album=${title}`,
        '-metadata',
        `artist=${artist}`,
        '-metadata',
        `track=${t + 1}`,
        '-c:a',
        'libmp3lame',
        '-b:a',
        '32k',
        '-f',
        'mp3',
      ]);
    }
    if (colours !== null) await cover(join(folder, 'cover.png'), colours, n);
  }
}

/** Hills under a sun. */
async function cover(path, [dark, light], n) {
  const side = 480;
  const picture = new Jimp({ width: side, height: side, color: light });
  for (let x = 0; x < side; x++) {
    for (const [k, base] of [0.55, 0.72].entries()) {
      const top = Math.round(side * (base + 0.09 * Math.sin(x / (60 + 25 * k) + n * 2 + k)));
      for (let y = top; y < side; y++) picture.setPixelColor(k === 1 ? dark : mix(dark, light), x, y);
    }
    for (let y = 60; y < 170; y++)
      if ((x - 340) ** 2 + (y - 115) ** 2 < 52 ** 2) picture.setPixelColor(mix(0xffffffff, light), x, y);
  }
  await picture.write(path);
}

const mix = (a, b) =>
  [24, 16, 8, 0].reduce(
    (colour, shift) => colour + ((((a >>> shift) & 255) + ((b >>> shift) & 255)) >> 1) * 2 ** shift,
    0,
  );

/** Titles with what they are about; vectors of such words stand in for a model. */
const papers = [
  ['How children learn to count with songs', 'music numbers children learning songs counting'],
  ['Melody helps memory: a study with picture books', 'music memory children books melody songs learning'],
  ['Reading aloud and the growth of vocabulary', 'books reading words children language'],
  ['A pen that listens: paper as an interface', 'paper pen interface sound dots'],
  ['Invisible dots: position codes for printed pages', 'paper dots printing codes pen'],
  ['Graph grammars for melodies', 'music melody graphs grammar'],
  ['Counting stars with neural networks', 'numbers stars networks'],
];

async function embeddingServer() {
  const vector = (text) => {
    const numbers = new Array(64).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
      numbers[[...word].reduce((hash, sign) => (hash * 31 + sign.codePointAt(0)) % 64, 7)] += 1;
    const length = Math.hypot(...numbers) || 1;
    return numbers.map((number) => number / length);
  };
  const answer = async (request, response) => {
    const texts = [JSON.parse(await readText(request)).input].flat();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: texts.map((text, index) => ({ index, embedding: vector(text) })) }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

/** @returns {Promise<any>} */
async function jsonOf(address) {
  return (await fetch(address, { headers: { accept: 'application/json' } })).json();
}

async function putPapersIn(url) {
  const list = papers.map(([title, words], n) => ({
    title,
    abstract: `We look at ${words.split(' ').join(', ')}.`,
    authors: ['A. Example', 'B. Sample'],
    year: 2018 + (n % 5),
    conference: n % 2 ? 'Sounds' : 'Pages',
    session: 'Monday',
  }));
  await fetch(`${url}/papers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(list),
  });
  for (;;) {
    const { status } = await jsonOf(`${url}/papers`);
    if (status.embedded === list.length && status.state === 'idle') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function pictures(url) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  /**
   * @typedef {{ width: number, height: number, scheme?: 'light' | 'dark', before?: (page: Page) => Promise<unknown> }}
   *   View
   * @type {(name: string, path: string, view: View) => Promise<void>}
   */
  const take = async (name, path, { width, height, scheme = 'light', before }) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
    await page.goto(url + path);
    await before?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: at(`images/${name}.png`) });
    await page.close();
  };
  mkdirSync(at('images'), { recursive: true });
  await take('library', '/library', { width: 1280, height: 800 });
  await take('library-dark', '/library', { width: 1280, height: 800, scheme: 'dark' });
  await take('library-phone', '/library', { width: 390, height: 844 });
  await take('upload', '/', { width: 1280, height: 800 });
  await take('album', '/library', {
    width: 1280,
    height: 900,
    before: (page) => page.locator('summary').filter({ hasText: 'Im Wald' }).first().click(),
  });
  await take('pens', '/pens', {
    width: 1280,
    height: 800,
    before: (page) => page.getByText('safe to unplug').last().waitFor(),
  });
  await take('papers', '/papers?q=songs+from+which+children+are+learning&limit=3', {
    width: 1280,
    height: 800,
    before: (page) => page.locator('.paper-found summary').first().click(),
  });
  await take('print', '/print', {
    width: 1280,
    height: 900,
    before: async (page) => {
      for (const title of ['Im Wald', 'Grüße & Töne', 'Vogelstimmen']) await page.getByLabel(title).check();
      await page.locator('.paper').getByText('Vogelstimmen').waitFor();
      await page.locator('.paper').getByText('日本のうた').waitFor({ state: 'detached' });
    },
  });
  await browser.close();
}

/** The first page of a PDF, on grey ground so that its edges are seen. */
async function sheet(name, address) {
  const pdf = join(work, `${name}.pdf`);
  writeFileSync(pdf, Buffer.from(await (await fetch(address)).arrayBuffer()));
  // Four times as fine as it is shown: fine lines and dots come out as grey, as an eye sees them.
  execFileSync('pdftoppm', ['-r', '240', '-singlefile', '-png', pdf, join(work, name)]);
  const page = (await Jimp.read(join(work, `${name}.png`))).scale(1 / 4);
  const edge = 12;
  const ground = new Jimp({ width: page.width + 2 * edge, height: page.height + 2 * edge, color: 0xd8d8d8ff });
  await ground.composite(page, edge, edge).write(at(`images/${name}.png`), { colorType: 2, deflateLevel: 9 });
  const { size } = statSync(at(`images/${name}.png`));
  if (size > 150_000) throw new Error(`images/${name}.png has ${size} bytes, and should have 150,000 at most.`);
}

async function sheets(url) {
  const oid = Object.fromEntries(
    (await jsonOf(`${url}/library`)).albums.map((album) => [album.album_title, album.oid]),
  );
  await sheet(
    'sheet-list',
    `${url}/pdf?preset=list&show_general_controls=true&oids=${oid['Im Wald']},${oid['Grüße & Töne']}`,
  );
  await sheet('sheet-tiles', `${url}/pdf?preset=tiles`);
  await sheet('sheet-cd', `${url}/pdf?preset=cd&oids=${oid['Im Wald']}`);
  await sheet('sheet-round', `${url}/pdf?preset=round&oids=${oid['Im Wald']},${oid['Vogelstimmen']}`);
  await sheet('test-sheet', `${url}/download_oid_images?format=pdf`);
}

rmSync(home, { recursive: true, force: true });
mkdirSync(home);
await makeAlbums();
execFileSync(process.execPath, [at('../dist/daemon/main.js'), 'pen', 'simulate', pen]);
const embeddings = await embeddingServer();
const program = spawn(
  process.execPath,
  [
    at('../dist/daemon/main.js'),
    '--port',
    '0',
    '--inbox-settle-seconds',
    '0',
    '--pen-detect=false',
    '--pen-paths',
    pen,
    '--embedding-model',
    'demo',
    '--llm-backend-url',
    `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (embeddings.address()).port}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH, HOME: home } },
);
try {
  const url = await new Promise((resolve) =>
    program.stdout.on('data', (text) => {
      const found = /Open (http:\S+?)\/?\s/.exec(String(text));
      if (found) resolve(found[1]);
    }),
  );
  for (const [n] of albums.entries()) {
    execFileSync('cp', ['-r', join(work, 'albums', `${n}`), inbox]);
    for (;;) {
      const { albums: there } = await jsonOf(`${url}/library`);
      if (there.length === n + 1 && there.every((album) => album.gme_state === 'ready')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await putPapersIn(url);
  await pictures(url);
  await sheets(url);
} finally {
  program.kill();
  embeddings.close();
  await new Promise((resolve) => program.once('exit', resolve));
  for (const folder of [work, home]) rmSync(folder, { recursive: true, force: true });
}
