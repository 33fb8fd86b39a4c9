/**
 * Measures the first preview in a fresh process, printing in a warm one, and that process's memory: the sheet of an
 * album of 24 tracks with all its fields, a single pattern of 24 mm, and 200 albums. Runs on `dist`.
 *
 *   node benchmarks/print.mjs [--rounds 9]
 *
 * The alternative for a user is the image writer of a general library: jimp's PNG of the same pattern, in the same
 * run.
 */
import { parseArgs } from 'node:util';
import { patternRows } from '../dist/workers/oid/pattern.js';
import { patternPng } from '../dist/workers/print/output/pattern-png.js';
import { createPrintRenderer } from '../dist/workers/print/renderer.js';
import { systemClock } from '../dist/workers/base/ports.js';

const limits = { firstPreviewMs: 1000, sheetMs: 300, sheetMegabytes: 150, patternMs: 10 };
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(options.rounds);

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const megabytes = () => process.memoryUsage().rss / 1e6;

const album = (oid) => ({
  oid,
  album_title: `Die Abenteuer des kleinen Wassermanns ${oid}`,
  album_artist: 'Eine Erzählerin',
  cover: null,
  folder: { root: '/', path: '/' },
  images: '/',
  tracks: Array.from({ length: 24 }, (_, n) => ({
    track_title: `Wie der kleine Wassermann zum ${n + 1}. Mal den Mühlenweiher verließ`,
    duration: 61_000 + n * 13_777,
    picture: null,
    disc: 1,
  })),
});
/** @type {import('../dist/workers/print/sheet/print-layout.js').PrintLayout} */
const layout = {
  preset: 'list',
  page_size: 'A4',
  margin: 10,
  columns: 0,
  tile_size: 0,
  show_cover: true,
  show_album_info: true,
  show_controls: true,
  show_tile_controls: false,
  show_tracks: true,
  show_track_pictures: false,
  show_general_controls: true,
  show_start_hint: true,
  show_start_cover: false,
  dpi: 1200,
  pixel_size: 2,
};

const renderer = createPrintRenderer(systemClock);

async function print(albums) {
  const started = performance.now();
  let [bytes, first] = [0, 0];
  for await (const piece of renderer.file({ kind: 'pdf', title: 'Benchmark', albums, layout, language: 'en' })) {
    if (bytes === 0) first = performance.now() - started;
    bytes += piece.length;
  }
  return { ms: performance.now() - started, first, bytes };
}

async function patternMs(code) {
  const started = performance.now();
  for await (const piece of patternPng(patternRows(code, { width: 24, height: 24 }, { dpi: 1200, dotSize: 2 }), 1200))
    piece.at(0);
  return performance.now() - started;
}

/** Writes the same picture with a general image library: four bytes a pixel. */
async function jimpMs(Jimp, code) {
  const started = performance.now();
  const size = { width: 24, height: 24 };
  const { width, height, stride, rows, period } = patternRows(code, size, { dpi: 1200, dotSize: 2 });
  const image = new Jimp({ width, height, color: 0x00000000 });
  const { data } = image.bitmap;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (rows[(y % period) * stride + (x >> 3)] & (0x80 >> (x & 7))) data[4 * (y * width + x) + 3] = 255;
  await image.getBuffer('image/png');
  return performance.now() - started;
}

const limit = (name, value, most, unit) => {
  const ok = value < most;
  if (!ok) process.exitCode = 1;
  console.log(`${name}: ${value.toFixed(1)} ${unit} (limit ${most})${ok ? '' : ' MISSED'}`);
};

const idle = megabytes();
const asked = performance.now();
await renderer.preview({ kind: 'preview', page: 0, counting: 400, albums: [album(920)], layout, language: 'en' });
limit('the first preview', performance.now() - asked, limits.firstPreviewMs, 'ms');
await print([album(920)]);
await patternMs(920);
const sheets = [];
for (let n = 0; n < rounds; n++) sheets.push(await print([album(920)]));
limit('sheet of 24 tracks, all fields, 1200 dpi', median(sheets.map(({ ms }) => ms)), limits.sheetMs, 'ms');
const firstMs = median(sheets.map(({ first }) => first));
console.log(`  first bytes after ${firstMs.toFixed(0)} ms, ${(sheets[0].bytes / 1000).toFixed(0)} kB`);
limit('memory of the process with its print thread', megabytes(), limits.sheetMegabytes, 'MB');
console.log(`  ${idle.toFixed(0)} MB before the first sheet`);

// Imported late: its code alone takes 40 MB.
const { Jimp } = await import('jimp');
const pairs = [];
for (let n = 0; n < rounds; n++) pairs.push([await patternMs(2047 + n), await jimpMs(Jimp, 2047 + n)]);
limit('a pattern of 24 mm as PNG', median(pairs.map(([own]) => own)), limits.patternMs, 'ms');
console.log(`  ${median(pairs.map(([own, jimp]) => jimp / own)).toFixed(1)} times as fast as jimp`);

const many = await print(Array.from({ length: 200 }, (_, n) => album(700 + n)));
console.log(
  `200 albums of 24 tracks: ${(many.ms / 1000).toFixed(1)} s, first bytes after ${many.first.toFixed(0)} ms, ` +
    `${(many.bytes / 1e6).toFixed(1)} MB; the process holds ${megabytes().toFixed(0)} MB`,
);
await renderer.stop();
