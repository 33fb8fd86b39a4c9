/**
 * Thread script of `cover.ts`: has a picture decoded and scaled by the built-in ffmpeg, and written as a JPEG by
 * mozjpeg. Both take a fraction of the memory of programs in JavaScript, whose tables for writing a JPEG alone have
 * 15 MB; and what a file does to them stays in their sandboxes. (ffmpeg's own writer of JPEG breaks down in there.)
 */
import encode, { init } from '@jsquash/jpeg/encode.js';
import { parentPort, workerData } from 'node:worker_threads';
import type { CompiledFfmpeg } from '../audio/ffmpeg/compiled.js';
import { loadCore } from '../audio/ffmpeg/core.js';
import { ffmpegReport } from '../audio/ffmpeg/report.js';
import { messageOf } from '../base/errors.js';
import type { CompiledJpegWriter } from './jpeg-writer.js';
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
  ffmpeg: CompiledFfmpeg;
  jpegWriter: CompiledJpegWriter;
}

const demuxers: Record<PictureKind, string> = { JPEG: 'jpeg_pipe', PNG: 'png_pipe', WebP: 'webp_pipe', GIF: 'gif' };

/** What is progressive is not read by all. */
const asCamerasWriteIt = { quality: 85, baseline: true, progressive: false };

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

async function cover({ data, header, side, mostPixels, ffmpeg, jpegWriter }: CoverTask): Promise<CoverAnswer> {
  const scale = Math.min(1, side / Math.max(header.width, header.height));
  const [width, height] = [header.width, header.height].map((length) => Math.max(1, Math.round(length * scale)));
  const core = await (await loadCore(ffmpeg))();
  const report = ffmpegReport(() => undefined);
  core.setLogger(({ message }) => report.line(message));
  core.FS.writeFile('/source', data);
  const input = ['-max_pixels', String(mostPixels), '-noautorotate', '-f', demuxers[header.kind], '-i', 'file:/source'];
  const filter = `scale=${width}:${height}:flags=area,format=rgba${turns[header.orientation - 1] ?? ''}`;
  const output = ['-frames:v', '1', '-vf', filter, '-f', 'rawvideo', 'file:/target'];
  const code = core.exec('-hide_banner', '-loglevel', 'error', '-nostats', ...input, ...output);
  if (code !== 0) return { problem: report.reason() };
  const pixels = core.FS.readFile('/target');
  const [w = 1, h = 1] = header.orientation > 4 ? [height, width] : [width, height];
  if (pixels.length !== w * h * 4) return { problem: 'there is no whole picture in it' };
  onWhite(pixels);
  await init(jpegWriter);
  const picture = { data: new Uint8ClampedArray(pixels.buffer), width: w, height: h };
  return { jpeg: new Uint8Array(await encode(picture, asCamerasWriteIt)) };
}

/** JPEG knows no transparency: what shines through is white, as on paper. */
function onWhite(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 255) / 255;
    if (alpha < 1) for (let n = at; n < at + 3; n++) pixels[n] = Math.round(255 - (255 - (pixels[n] ?? 0)) * alpha);
    pixels[at + 3] = 255;
  }
}

const answer = await cover(workerData as CoverTask).catch((error: unknown) => ({ problem: messageOf(error) }));
parentPort?.postMessage(answer);
