/**
 * The combinations of resolution and dot size that the test sheet tries on a printer.
 * The pen ignores every code until it has read a product code. So each row has two fields: one that starts the sheet's
 * album, and one that the pen answers.
 */
import { say, type Sentence } from '../../base/language/sentence.js';
import type { Resolution } from '../../oid/pattern.js';

/** Each resolution has its own register, an octave apart. A small loudspeaker can still play the lowest one. */
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
  /** Code of the answer field. The start field has the sheet's product id. */
  code: number;
  /** In hertz. */
  pitch: number;
  /** Number of beeps: equals the dot size. */
  beeps: number;
}

/** The default of a new library. */
export const isDefault = ({ dpi, dotSize }: Pick<Combination, 'dpi' | 'dotSize'>): boolean =>
  dpi === 1200 && dotSize === 2;

/**
 * Dot sizes by resolution. Combinations that can only fail are left out:
 * 300 dpi, 2 and more: rejected, dots would fill their cells (docs/oid.md, "Raw value → dots");
 * 600 dpi, 4: dots shifted towards each other touch, and the rest is more black than white;
 * 2400 dpi, 1: dots of 0.01 mm, smaller than a grain of toner or the spread of a drop of ink.
 * 300 dpi, 1 stays although dots may touch there too: such a printer supports no other size.
 */
const dotSizes: Readonly<Record<SheetResolution, readonly number[]>> = {
  300: [1],
  600: [1, 2, 3],
  1200: [1, 2, 3, 4],
  2400: [2, 3, 4],
};

/**
 * First code of the answers. Only this sheet uses these codes: they are above all codes of album scripts. Their tiles
 * are even (docs/oid.md, "Code → raw value"), so they are as readable as any.
 */
const firstCode = 4601;

/** From top to bottom of the sheet. */
export const combinations: readonly Combination[] = registers
  .flatMap(({ dpi, hertz }) => dotSizes[dpi].map((dotSize) => ({ dpi, dotSize, pitch: hertz, beeps: dotSize })))
  .map((row, index) => ({ ...row, code: firstCode + index }));

/** Code of the answer field over a picture, which shows whether start fields over covers work. */
export const pictureCode = firstCode + combinations.length;

/** `two high beeps` */
export const soundInWords = ({ dpi, beeps }: Pick<Combination, 'dpi' | 'beeps'>): Sentence =>
  say('test.sound', { beeps, register: `r${dpi}` });

/** `1200 dpi, dots of 2 pixels` */
export const settingInWords = ({ dpi, dotSize }: Resolution): Sentence =>
  say('test.setting', { dpi: String(dpi), dotSize });

/** An answer field with what the pen plays. */
interface Answer {
  code: number;
  name: Sentence;
  sound: Sentence;
}

/** From top to bottom of the sheet. */
export const answers: readonly Answer[] = [
  ...combinations.map((one) => ({ code: one.code, name: settingInWords(one), sound: soundInWords(one) })),
  { code: pictureCode, name: say('test.picture'), sound: say('test.picture_sound') },
];
