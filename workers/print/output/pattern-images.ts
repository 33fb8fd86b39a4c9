/** Draws pattern images on demand. */
import { buffer } from 'node:stream/consumers';
import { patternRows, type PatternSize, type Resolution } from '../../oid/pattern.js';
import { patternPng } from './pattern-png.js';

export interface PatternRequest extends PatternSize, Resolution {
  code: number;
}

/** The largest image in pixels that is returned in one piece. */
const wholePixels = 16_000_000;

export interface PatternImages {
  image(request: PatternRequest): Promise<Buffer | AsyncIterable<Buffer>>;
}

/**
 * Returns a PNG as bytes, or in pieces if it is large.
 * Throws TonstiftError `bad_field` for a value out of range, before it draws anything.
 */
export async function patternImage(request: PatternRequest): Promise<Buffer | AsyncIterable<Buffer>> {
  const pattern = patternRows(request.code, request, request);
  const pieces = patternPng(pattern, request.dpi);
  return pattern.width * pattern.height > wholePixels ? pieces : buffer(pieces);
}
