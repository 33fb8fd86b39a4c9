/** Thread script of `scan.ts`: decodes and reads a picture. The memory is freed when the thread ends. */
import { readFile } from 'node:fs/promises';
import { giveWay } from '../../../base/async/give-way.js';
import { serveThread } from '../../../base/async/serve-thread.js';
import type { PictureHeader } from '../../../base/pictures/picture-header.js';
import { readPage, type ReadPage } from '../../../oid/read/read-page.js';
import { sharpnessOf } from '../../../oid/read/sharpness.js';
import { readJpeg } from './picture/jpeg.js';
import { readPng } from './picture/png.js';
import { upright } from './picture/upright.js';

export interface ScanTask {
  /** A path, or the content of the file. */
  readonly picture: string | Uint8Array;
  readonly header: PictureHeader;
  /** Pixels per inch; undefined if unknown. */
  readonly dpi: number | undefined;
  /** True if the user gave the resolution: no other one is tried. */
  readonly isCertain: boolean;
}

export interface SeenPage {
  readonly page: ReadPage;
  /** Pixels of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** The resolution used to read the page. */
  readonly dpi: number | undefined;
  readonly sharpness: number | undefined;
}

export async function scan({ picture, header, dpi, isCertain }: ScanTask): Promise<SeenPage> {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture;
  const stored = header.kind === 'PNG' ? await readPng(bytes) : await readJpeg(bytes, header);
  const image = upright(stored, header.orientation);
  const { width, height } = image;
  const sharpness = sharpnessOf(image);
  const page = readPage(image, dpi);
  // The file's resolution may be a default of the program that wrote it, so tries without it.
  if (page.fields.length > 0 || isCertain || dpi === undefined) return { page, width, height, dpi, sharpness };
  const other = readPage(image);
  return other.fields.length > 0
    ? { page: other, width, height, dpi: undefined, sharpness }
    : { page, width, height, dpi, sharpness };
}

giveWay();
serveThread({ run: scan });
