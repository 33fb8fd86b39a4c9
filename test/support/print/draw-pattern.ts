import { patternRows, type Bitmap, type PatternSize, type Resolution } from '../../../workers/oid/pattern.js';

/** Draws the whole pattern; see `patternRows`. */
export function drawPattern(code: number, size: PatternSize, resolution: Resolution): Bitmap {
  const { width, height, stride, rows: first, period } = patternRows(code, size, resolution);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += period)
    rows.set(first.subarray(0, Math.min(period, height - y) * stride), y * stride);
  return { width, height, stride, rows };
}
