/**
 * Measures reading a whole page: time and memory for the sheet of an album of 24 tracks with all its fields, A4, at
 * 600 and 1200 dpi, as PNG and JPEG. Counts the codes that are found, in each preset, clean, with 2 % noise, rotated
 * by 1° and enlarged by 1 %, and at 300 dpi. Also counts codes found in photographs, which have none. Runs on `dist`;
 * needs poppler.
 *
 *   node benchmarks/oid-read.mjs
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPage } from '../dist/workers/oid/read/read-page.js';
import { sheetPdf } from '../dist/workers/print/output/pdf.js';
import { sheetPages } from '../dist/workers/print/sheet/sheet.js';
import { createTypesetter } from '../dist/workers/print/text/typeset.js';

const limits = { page600Seconds: 10, page1200Megabytes: { png: 400, jpeg: 950 }, noisyShare: 0.99 };
const program = fileURLToPath(new URL('../dist/daemon/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tonstift-oid-read-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Random numbers from 0 up to, but not including, 1, the same on every run. */
let state = 7;
const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;

const album = (oid, tracks) => ({
  oid,
  album_title: `Die Abenteuer des kleinen Wassermanns ${oid}`,
  album_artist: 'Eine Erzählerin',
  cover: null,
  tracks: Array.from({ length: tracks }, (_, n) => ({
    track_title: `Wie der kleine Wassermann zum ${n + 1}. Mal den Mühlenweiher verließ`,
    duration: 61_000 + n * 13_777,
    picture: null,
    disc: 1,
  })),
});
/** @type {import('../dist/workers/print/sheet/print-layout.js').PrintLayout} */
const base = {
  preset: 'list',
  page_size: 'A4',
  margin: 10,
  columns: 0,
  tile_size: 0,
  show_cover: true,
  show_album_info: true,
  show_controls: true,
  show_tile_controls: true,
  show_tracks: true,
  show_track_pictures: false,
  show_general_controls: false,
  show_start_hint: true,
  show_start_cover: false,
  dpi: 1200,
  pixel_size: 2,
};
const several = [3, 17, 920, 992].map((oid) => album(oid, 9));
const sheets = {
  'list, all fields': { albums: [album(920, 24)], layout: { ...base, show_general_controls: true } },
  'list, printed at 600 dpi': {
    albums: [album(920, 24)],
    layout: { ...base, show_general_controls: true, show_start_hint: true, dpi: 600 },
  },
  tiles: { albums: several, layout: { ...base, preset: 'tiles' } },
  cd: { albums: several, layout: { ...base, preset: 'cd' } },
  round: { albums: several, layout: { ...base, preset: 'round' } },
};

const typesetter = createTypesetter();
async function pdfOf({ albums, layout }, name) {
  const pages = [...sheetPages(albums, layout, typesetter)];
  const pieces = [];
  const options = { title: name, created: new Date(0), picture: () => Promise.resolve(null) };
  for await (const piece of sheetPdf(pages, options)) pieces.push(piece);
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.pdf`);
  writeFileSync(path, Buffer.concat(pieces));
  const codes = pages.map(({ items }) => items.flatMap((item) => (item.kind === 'field' ? [item.code] : [])));
  const fullest = codes.reduce((one, other) => (other.length > one.length ? other : one));
  return { path, page: codes.indexOf(fullest) + 1, codes: fullest };
}

function rendered({ path, page }, dpi) {
  const pages = ['-f', String(page), '-l', String(page)];
  const file = execFileSync('pdftoppm', ['-gray', '-r', String(dpi), ...pages, path], { maxBuffer: 2 ** 30 });
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 100)) ?? [];
  return { width: Number(width), height: Number(height), pixels: new Uint8Array(file.subarray(head.length)) };
}

/** Adds 2 % noise, rotates by one degree, enlarges by 1 %. */
function worse({ width, height, pixels }) {
  const [cos, sin, scale, noise] = [Math.cos(Math.PI / 180), Math.sin(Math.PI / 180), 1.01, 0.02];
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  const made = new Uint8Array(columns * rows).fill(255);
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, at++) {
      const [dx, dy] = [(x + 0.5 - columns / 2) / scale, (y + 0.5 - rows / 2) / scale];
      const [u, v] = [cos * dx + sin * dy + width / 2 - 0.5, cos * dy - sin * dx + height / 2 - 0.5];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [right, down, place] = [u - left, v - top, top * width + left];
      const upper = pixels[place] * (1 - right) + pixels[place + 1] * right;
      const lower = pixels[place + width] * (1 - right) + pixels[place + width + 1] * right;
      made[at] = upper * (1 - down) + lower * down;
    }
  for (let n = Math.round(noise * made.length); n > 0; n--)
    made[Math.floor(random() * made.length)] = random() < 0.5 ? 0 : 255;
  return { width: columns, height: rows, pixels: made };
}

/** Counts the codes that were found, and found codes that do not exist. */
function compared(image, dpi, codes) {
  const left = [...codes];
  let wrong = 0;
  for (const { code } of readPage(image, dpi).fields) {
    const at = left.indexOf(code);
    if (at < 0) wrong++;
    else left.splice(at, 1);
  }
  return { found: codes.length - left.length, all: codes.length, wrong };
}

const limit = (name, value, isKept, unit) => {
  if (!isKept) process.exitCode = 1;
  console.log(`${name}: ${value} ${unit}${isKept ? '' : ' MISSED'}`);
};

function scanOf(pdf, dpi, kind) {
  const path = join(folder, `scan-${dpi}`);
  const pages = ['-f', String(pdf.page), '-l', String(pdf.page), '-singlefile'];
  execFileSync('pdftoppm', [`-${kind}`, '-gray', '-r', String(dpi), ...pages, pdf.path, path]);
  return `${path}.${kind === 'png' ? 'png' : 'jpg'}`;
}

const list = await pdfOf(sheets['list, all fields'], 'list');
const kinds = ['png', 'jpeg'];
for (const [dpi, kind] of [600, 1200].flatMap((each) => kinds.map((one) => /** @type {const} */ ([each, one])))) {
  const path = scanOf(list, dpi, kind);
  const started = performance.now();
  const command = [process.execPath, program, 'oid', 'read', path];
  const { stdout, stderr } = spawnSync('/usr/bin/time', ['-f', '%M %U %S', ...command], { encoding: 'utf8' });
  const elapsed = (performance.now() - started) / 1000;
  // Processor time, so that other programs on the machine do not count.
  const [kilobytes, user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const [megabytes, seconds] = [kilobytes / 1000, user + system];
  const rows = stdout.split('\n').filter((line) => / mm /.test(line)).length;
  const isKept =
    rows === list.codes.length + 1 &&
    (dpi > 600 ? megabytes < limits.page1200Megabytes[kind] : seconds < limits.page600Seconds);
  const times = `${seconds.toFixed(1)} s of the processor (${elapsed.toFixed(1)} s)`;
  const value = `${times}, ${megabytes.toFixed(0)} MB at most, ${rows - 1} of ${list.codes.length}`;
  limit(`the command, an A4 page at ${dpi} dpi as ${kind}`, value, isKept, 'codes');
}

for (const [name, sheet] of Object.entries(sheets)) {
  const pdf = await pdfOf(sheet, name);
  for (const dpi of [600, 1200]) {
    const image = rendered(pdf, dpi);
    const clean = compared(image, dpi, pdf.codes);
    const kept = clean.found === clean.all && clean.wrong === 0;
    limit(`${name} at ${dpi} dpi`, `${clean.found} of ${clean.all}, ${clean.wrong} wrong`, kept, 'codes');
    const noisy = compared(worse(image), dpi, pdf.codes);
    const isEnough = noisy.found >= limits.noisyShare * noisy.all && noisy.wrong === 0;
    limit('  with noise, turned, larger', `${noisy.found} of ${noisy.all}, ${noisy.wrong} wrong`, isEnough, 'codes');
  }
  const coarse = compared(worse(rendered(pdf, 300)), 300, pdf.codes);
  console.log(
    `  at 300 dpi, with noise, turned, larger: ${coarse.found} of ${coarse.all}, ${coarse.wrong} wrong codes`,
  );
}

const photographs = {
  grain: (x, y) => 120 + 100 * Math.sin(x / 300) * Math.cos(y / 200) + 30 * (random() - 0.5),
  weave: (x, y) => 128 + 60 * Math.sin(x / 1.05) + 60 * Math.sin(y / 1.07 + x / 500),
  noise: () => 256 * random(),
  checks: (x, y) => (x ^ y) & 255,
  halftone: (x, y) => (Math.hypot((x / 5.7) % 1, (y / 5.7) % 1) < 0.4 + 0.2 * Math.sin(x / 100) ? 0 : 255),
};
for (const [name, shade] of Object.entries(photographs)) {
  const [width, height] = [3000, 2000];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width)));
  for (const dpi of [600, undefined]) {
    const started = performance.now();
    const { fields } = readPage({ width, height, pixels }, dpi);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    limit(`${name}, ${dpi ?? 'any'} dpi, 6 megapixels: ${seconds} s`, fields.length, fields.length === 0, 'codes');
  }
}
