/**
 * Measures how many random taps per second the virtual pen handles on a file of 99 tracks in each mode, each played
 * to its end; and how long a file takes to open. Runs on `dist`.
 *
 *   node benchmarks/virtual-pen.mjs [--taps 100000]
 */
import { parseArgs } from 'node:util';
import { controlCodes, trackCode } from '../dist/workers/gme/codes.js';
import { playerModes } from '../dist/workers/gme/header.js';
import { bytesSource } from '../dist/workers/gme/source.js';
import { gmeAround } from '../dist/workers/gme/write.js';
import { hear } from '../dist/workers/features/try/virtual-pen/hearing.js';
import { virtualPen } from '../dist/workers/features/try/virtual-pen/pen.js';
import { tap } from '../dist/workers/features/try/virtual-pen/tap.js';

const tracks = 99;
const mediumBytes = 1000;
const limit = 10_000;

const { values: options } = parseArgs({ options: { taps: { type: 'string', default: '100000' } } });
const taps = Number(options.taps);

function fileOf(mode) {
  const lengths = Array(tracks).fill(mediumBytes);
  const { head, tail } = gmeAround({ productId: 920, language: 'GERMAN', date: '19700101', mode }, lengths);
  return Buffer.concat([head, Buffer.alloc(tracks * mediumBytes), tail, Buffer.alloc(4)]);
}

for (const mode of playerModes) {
  const bytes = fileOf(mode);
  const opening = performance.now();
  const pen = virtualPen(bytesSource(bytes), () => 0);
  const opened = performance.now() - opening;
  const fields = [...Object.values(controlCodes), ...Array.from({ length: tracks }, (_, i) => trackCode(i))];
  hear(tap(pen, 920));
  let sounds = 0;
  // Processor time: the pen does not wait, and other programs on the machine do not count.
  const started = process.cpuUsage();
  for (let n = 0; n < taps; n++)
    sounds += hear(tap(pen, fields[Math.floor(Math.random() * fields.length)])).plays.length;
  const { user, system } = process.cpuUsage(started);
  const perSecond = taps / ((user + system) / 1e6);
  console.log(
    `${mode}: ${(perSecond / limit).toFixed(1)} times the limit (${perSecond.toFixed(0)} taps a second, ` +
      `${(sounds / taps).toFixed(1)} sounds each; at least ${limit}); opened in ${opened.toFixed(1)} ms`,
  );
  if (perSecond < limit) process.exitCode = 1;
}
