/**
 * Takes the pictures of the documentation from the real program: `npm run build && node docs/pictures.mjs`.
 * Needs Debian's chromium (or another one, named by CHROMIUM).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Jimp } from 'jimp';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tonstift-pictures-'));
/** What the pictures show as the user's home. */
const home = join(tmpdir(), 'home');
const inbox = join(home, 'Tonstift Inbox');

/** Title, artist, colours of the cover (none: the program makes one), titles of the tracks. */
const albums = [
  ['Im Wald', 'Die Waldmusikanten', [0x2f6b3fff, 0xa8c686ff], ['Der Kuckuck', 'Eichhörnchen', 'Unter der Buche', 'Regen', 'Der Bach']],
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
      execFileSync(process.execPath, [at('../test/fixtures/encode.js'), join(folder, `${t + 1}.mp3`), '-f', 'lavfi', '-i', `sine=frequency=${300 + 40 * t}:duration=${20 + 7 * t}`,
        '-metadata', `title=${name}`, '-metadata', `album=${title}`, '-metadata', `artist=${artist}`, '-metadata', `track=${t + 1}`, '-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3']);
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
    for (let y = 60; y < 170; y++) if ((x - 340) ** 2 + (y - 115) ** 2 < 52 ** 2) picture.setPixelColor(mix(0xffffffff, light), x, y);
  }
  await picture.write(path);
}

const mix = (a, b) => [24, 16, 8, 0].reduce((colour, shift) => colour + ((((a >>> shift) & 255) + ((b >>> shift) & 255)) >> 1) * 2 ** shift, 0);

async function pictures(url) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking'] });
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
  await take('album', '/library', { width: 1280, height: 900, before: (page) => page.locator('summary').filter({ hasText: 'Im Wald' }).first().click() });
  await browser.close();
}

rmSync(home, { recursive: true, force: true });
mkdirSync(home);
await makeAlbums();
const program = spawn(process.execPath, [at('../dist/daemon/main.js'), '--port', '0', '--inbox-settle-seconds', '0'], { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH, HOME: home } });
try {
  const url = await new Promise((resolve) => program.stdout.on('data', (text) => {
    const found = /Open (http:\S+?)\/?\s/.exec(String(text));
    if (found) resolve(found[1]);
  }));
  for (const [n] of albums.entries()) {
    execFileSync('cp', ['-r', join(work, 'albums', `${n}`), inbox]);
    for (;;) {
      const { albums: there } = await (await fetch(`${url}/library`, { headers: { accept: 'application/json' } })).json();
      if (there.length === n + 1 && there.every((album) => album.gme_state === 'ready')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await pictures(url);
} finally {
  program.kill();
  await new Promise((resolve) => program.once('exit', resolve));
  for (const folder of [work, home]) rmSync(folder, { recursive: true, force: true });
}
