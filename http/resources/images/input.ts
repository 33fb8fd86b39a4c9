/** File names of pattern images: `920-24-1200-2.png`, `920-40x10-1200-2.png`. Pure. */
import type { PatternRequest } from '../../../workers/print/output/pattern-images.js';

/**
 * Code, size in millimetres, resolution, dot size in pixels. A minus sign is accepted here, so that the error says that
 * the value is out of range.
 */
export const wellFormed =
  /^(-?\d{1,15})-(-?\d{1,15}(?:\.\d{1,6})?)(?:x(-?\d{1,15}(?:\.\d{1,6})?))?-(-?\d{1,9})-(-?\d{1,9})\.png$/;

/** Undefined for any other name. The values may be out of range. */
export function patternNamed(name: string): PatternRequest | undefined {
  const match = wellFormed.exec(name);
  if (match === null) return undefined;
  const [, code, width, height = width, dpi, dotSize] = match;
  return {
    code: Number(code),
    width: Number(width),
    height: Number(height),
    dpi: Number(dpi),
    dotSize: Number(dotSize),
  };
}
