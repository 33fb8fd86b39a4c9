/**
 * Thread script of `cover.ts`: has a picture decoded and scaled by the built-in ffmpeg, and answers a JPEG. ffmpeg
 * takes a fifth of the memory of decoders in JavaScript, knows WebP, and what a file does to it stays in its sandbox.
 */
import { Jimp } from 'jimp';
import { parentPort, workerData } from 'node:worker_threads';
import { loadCore } from '../audio/ffmpeg/core.js';
import { ffmpegReport } from '../audio/ffmpeg/report.js';
import { messageOf } from '../base/errors.js';
import type { PictureHeader, PictureKind } from './picture-header.js';
import { giveWay } from '../base/async/give-way.js';

giveWay();

export type CoverAnswer = { jpeg: Uint8Array } | { problem: string };

export interface CoverTask {
  data: Uint8Array;
  header: PictureHeader;
  /** Pixels that the longer side has at most. */
  side: number;
  /** Whatever the picture says inside, no more pixels are decoded. */
  mostPixels: number;
}

const demuxers: Record<PictureKind, string> = { JPEG: 'jpeg_pipe', PNG: 'png_pipe', WebP: 'webp_pipe', GIF: 'gif' };

/** By orientation less 1. */
const turns = [
  '',
  ',hflip',
  ',hflip,vflip',
  ',vflip',
  ',transpose=cclock_flip',
  ',transpose=clock',
  ',transpose=clock_flip',
  ',transpose=cclock',
];

async function cover({ data, header, side, mostPixels }: CoverTask): Promise<CoverAnswer> {
  const scale = Math.min(1, side / Math.max(header.width, header.height));
  const [width, height] = [header.width, header.height].map((length) => Math.max(1, Math.round(length * scale)));
  const core = await (await loadCore())();
  const report = ffmpegReport(() => undefined);
  core.setLogger(({ message }) => report.line(message));
  core.FS.writeFile('/source', data);
  const input = ['-max_pixels', String(mostPixels), '-noautorotate', '-f', demuxers[header.kind], '-i', 'file:/source'];
  const filter = `scale=${width}:${height}:flags=area,format=rgba${turns[header.orientation - 1] ?? ''}`;
  const output = ['-frames:v', '1', '-vf', filter, '-f', 'rawvideo', 'file:/target'];
  const code = core.exec('-hide_banner', '-loglevel', 'error', '-nostats', ...input, ...output);
  if (code !== 0) return { problem: report.reason() };
  // An array of its own: of a piece of a larger one jimp reads the beginning of the whole.
  const pixels = new Uint8Array(core.FS.readFile('/target'));
  const [w = 1, h = 1] = header.orientation > 4 ? [height, width] : [width, height];
  if (pixels.length !== w * h * 4) return { problem: 'there is no whole picture in it' };
  // JPEG knows no transparency: what shines through is white, as on paper.
  const ground = new Jimp({ width: w, height: h, color: 0xffffffff });
  ground.composite(Jimp.fromBitmap({ data: pixels, width: w, height: h }), 0, 0);
  return { jpeg: await ground.getBuffer('image/jpeg', { quality: 85 }) };
}

const answer = await cover(workerData as CoverTask).catch((error: unknown) => ({ problem: messageOf(error) }));
parentPort?.postMessage(answer);
