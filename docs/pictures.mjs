/**
 * Takes the pictures of the documentation from the real program: `npm run build && node docs/pictures.mjs`.
 * Needs Debian's chromium (or another one, named by CHROMIUM), fonts-noto-cjk and Poppler. Names of pages, such as
 * `library album`, take those alone.
 */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { albums, makeAlbums } from './pictures/albums.mjs';
import { jsonOf } from './pictures/json.mjs';
import { pictures } from './pictures/pages.mjs';
import { embeddingServer, putPapersIn } from './pictures/papers.mjs';
import { sheets } from './pictures/sheets.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tonstift-pictures-'));
/** What the pictures show as the user's home. */
const home = join(tmpdir(), 'home');
const inbox = join(home, 'Tonstift Inbox');
const pen = join(home, 'TIPTOI');
const only = process.argv.slice(2);

/** What a household has after a while: an album in the trash, and a file that was no music. */
async function leaveTraces(url) {
  const { albums: all } = await jsonOf(`${url}/library`);
  const uid = String(all.find((album) => album.album_title === 'Probe').oid);
  await fetch(`${url}/library`, { method: 'POST', body: new URLSearchParams({ action: 'delete', uid }) });
  writeFileSync(join(inbox, 'Aufnahme 7.mp3'), 'This is no sound. '.repeat(200));
  while ((await jsonOf(`${url}/arrivals`)).arrivals.every((one) => one.end !== 'failed'))
    await new Promise((resolve) => setTimeout(resolve, 100));
}

rmSync(home, { recursive: true, force: true });
mkdirSync(home);
await makeAlbums((n) => join(work, 'albums', `${n}`));
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
  await leaveTraces(url);
  await pictures(url, only, () => {
    const [file = ''] = readdirSync(pen).filter((name) => /^920_.*\.gme$/.test(name));
    copyFileSync(join(pen, file), join(pen, 'Ein altes Buch.gme'));
  });
  if (only.length === 0) await sheets(url);
} finally {
  program.kill();
  embeddings.close();
  await new Promise((resolve) => program.once('exit', resolve));
  for (const folder of [work, home]) rmSync(folder, { recursive: true, force: true });
}
