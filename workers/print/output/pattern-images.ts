/** Draws pattern images on demand and caches small ones. */
import { badFields } from '../../base/errors.js';
import { patternRows, type PatternSize, type Resolution } from '../../oid/pattern.js';
import { patternPng } from './pattern-png.js';

export interface PatternRequest extends PatternSize, Resolution {
  code: number;
}

/** Cache size in bytes, and the largest image in pixels that is returned in one piece. */
const keptBytes = 16 * 1024 * 1024;
const wholePixels = 16_000_000;
/** 500 mm at 2400 dpi in both directions: the largest size that the API documents. */
const mostPixels = 2_240_000_000;

export interface PatternImages {
  /**
   * Returns a PNG as bytes, or in pieces if it is large.
   * Throws TonstiftError `bad_field` for a value out of range, before it draws anything.
   */
  image(request: PatternRequest): Promise<Buffer | AsyncIterable<Buffer>>;
}

export function createPatternImages(): PatternImages {
  const kept = new Map<string, Buffer>();
  let bytes = 0;

  const keep = (key: string, png: Buffer): void => {
    if (kept.has(key)) return;
    kept.set(key, png);
    bytes += png.length;
    for (const [oldest, image] of kept) {
      if (bytes <= keptBytes) break;
      kept.delete(oldest);
      bytes -= image.length;
    }
  };

  return {
    async image(request) {
      const key = JSON.stringify([request.code, request.width, request.height, request.dpi, request.dotSize]);
      const known = kept.get(key);
      if (known !== undefined) {
        // Moves the image to the end, so that the least recently used one is evicted first.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const pattern = patternRows(request.code, request, request);
      const pixels = pattern.width * pattern.height;
      if (pixels > mostPixels)
        throw badFields({ size: `has ${pixels} pixels at ${request.dpi} dpi; at most ${mostPixels} are drawn.` });
      const pieces = patternPng(pattern, request.dpi);
      if (pixels > wholePixels) return pieces;
      const all: Buffer[] = [];
      for await (const piece of pieces) all.push(piece);
      const png = Buffer.concat(all);
      keep(key, png);
      return png;
    },
  };
}
