/**
 * Thread script of `cover.ts`: decodes a picture, scales it down and encodes it as a JPEG. jimp does all three, or
 * ffmpeg decodes and scales in its sandbox, and jimp encodes.
 */
import { Jimp, JimpMime } from 'jimp';
import { loadCore } from '../../audio/ffmpeg/core.js';
import { ffmpegReport } from '../../audio/ffmpeg/report.js';
import { giveWay } from '../../base/async/give-way.js';
import { serveThread } from '../../base/async/serve-thread.js';
import type { PictureHeader, PictureKind } from '../../base/pictures/picture-header.js';

giveWay();

export interface CoverTask {
  data: Uint8Array;
  header: PictureHeader;
  /** Maximum length of the longer side, in pixels. */
  side: number;
  /** Decoding stops beyond this number of pixels, whatever size the header claims. */
  mostPixels: number;
  /** The program that decodes and scales the picture. */
  by: 'jimp' | 'ffmpeg';
}

/** Pixels of four bytes: red, green, blue, alpha. */
type Bitmap = Pick<InstanceType<typeof Jimp>['bitmap'], 'data' | 'width' | 'height'>;

const quality = 85;

/** Megabytes that jimp's JPEG decoder may allocate outside of the heap: 6 megapixels of three components take 140. */
const jpegMemory = 256;

const demuxers: Record<PictureKind, string> = {
  JPEG: 'jpeg_pipe',
  PNG: 'png_pipe',
  WebP: 'webp_pipe',
  GIF: 'gif',
  BMP: 'bmp_pipe',
};

/** Indexed by orientation minus 1. */
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

export async function cover(task: CoverTask): Promise<Uint8Array> {
  const bitmap = task.by === 'jimp' ? await readByJimp(task) : await readByFfmpeg(task);
  return new Jimp(bitmap).getBuffer(JimpMime.jpeg, { quality });
}

async function readByJimp({ data, side, mostPixels }: CoverTask): Promise<Bitmap> {
  const image = await Jimp.fromBuffer(Buffer.from(data.buffer, data.byteOffset, data.length), {
    [JimpMime.jpeg]: { maxResolutionInMP: mostPixels / 1e6, maxMemoryUsageInMB: jpegMemory },
  });
  // jimp has already applied the Exif orientation. It ignores opacity when it scales colours, so the background is
  // filled first.
  onWhite(image.bitmap.data);
  const { width, height } = scaled(image, side);
  return image.resize({ w: width, h: height }).bitmap;
}

async function readByFfmpeg({ data, header, side, mostPixels }: CoverTask): Promise<Bitmap> {
  const { width, height } = scaled(header, side);
  const core = await loadCore();
  const report = ffmpegReport(() => undefined);
  core.setLogger(({ message }) => report.line(message));
  core.FS.writeFile('/source', data);
  const input = ['-max_pixels', String(mostPixels), '-noautorotate', '-f', demuxers[header.kind], '-i', 'file:/source'];
  const filter = `scale=${width}:${height}:flags=area,format=rgba${turns[header.orientation - 1] ?? ''}`;
  const output = ['-frames:v', '1', '-vf', filter, '-f', 'rawvideo', 'file:/target'];
  const code = core.exec('-hide_banner', '-loglevel', 'error', '-nostats', ...input, ...output);
  if (code !== 0) throw new Error(report.reason());
  const pixels = core.FS.readFile('/target');
  if (pixels.length !== width * height * 4) throw new Error('the picture is incomplete');
  onWhite(pixels);
  const [w, h] = header.orientation > 4 ? [height, width] : [width, height];
  return { data: Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length), width: w, height: h };
}

/** The size whose longer side has at most `side` pixels. */
function scaled({ width, height }: { width: number; height: number }, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Makes the pixels opaque, as on white paper: a JPEG has no transparency. */
function onWhite(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 255) / 255;
    if (alpha < 1) for (let n = at; n < at + 3; n++) pixels[n] = Math.round(255 - (255 - (pixels[n] ?? 0)) * alpha);
    pixels[at + 3] = 255;
  }
}

serveThread({ run: cover });
