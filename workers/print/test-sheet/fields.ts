/**
 * What the test sheet tries: each combination of resolution and dot size that a printer might put on paper.
 * The pen answers no code before it has read the product's own, so each row has two fields: one that starts the sheet's
 * album, and one that is answered.
 */
import { say, type Sentence } from '../../base/language/sentence.js';

/**
 * Each resolution sounds in a register of its own, octaves apart;
 * the lowest is one that a small loudspeaker still gives.
 */
export const registers = [
  { dpi: 300, hertz: 330 },
  { dpi: 600, hertz: 660 },
  { dpi: 1200, hertz: 1320 },
  { dpi: 2400, hertz: 2640 },
] as const;

type SheetResolution = (typeof registers)[number]['dpi'];

export interface Combination {
  dpi: SheetResolution;
  /** Width and height of a dot, in pixels of that resolution. */
  dotSize: number;
  /** Of the answer field. The start field has the sheet's product id. */
  code: number;
  /** In hertz. */
  pitch: number;
  /** As many as the dot has pixels. */
  beeps: number;
}

/** What a new library prints with. */
export const isDefault = ({ dpi, dotSize }: Pick<Combination, 'dpi' | 'dotSize'>): boolean =>
  dpi === 1200 && dotSize === 2;

/**
 * Dot sizes by resolution. Left out, as they can only fail:
 * 300 dpi, 2 and more: refused, dots would fill their cells (docs/oid.md, "Raw value → dots");
 * 600 dpi, 4: dots that lean towards each other touch, and what is left is more black than white;
 * 2400 dpi, 1: dots of 0.01 mm, smaller than a grain of toner or a drop of ink spreads.
 * 300 dpi, 1 stays, though dots may touch there too: it is all that such a printer can do.
 */
const dotSizes: Readonly<Record<SheetResolution, readonly number[]>> = {
  300: [1],
  600: [1, 2, 3],
  1200: [1, 2, 3, 4],
  2400: [2, 3, 4],
};

/** Ours alone: above all codes of album scripts, and even, so as good to read as any. */
const firstCode = 4601;

/** From top to bottom of the sheet. */
export const combinations: readonly Combination[] = registers
  .flatMap(({ dpi, hertz }) => dotSizes[dpi].map((dotSize) => ({ dpi, dotSize, pitch: hertz, beeps: dotSize })))
  .map((row, index) => ({ ...row, code: firstCode + index }));

/** `two high beeps` */
export const soundInWords = ({ dpi, beeps }: Pick<Combination, 'dpi' | 'beeps'>): Sentence =>
  say('test.sound', { beeps, register: `r${dpi}` });

/** `1200 dpi, dots of 2 pixels` */
export const settingInWords = ({ dpi, dotSize }: Pick<Combination, 'dpi' | 'dotSize'>): Sentence =>
  say('test.setting', { dpi: String(dpi), dotSize });
