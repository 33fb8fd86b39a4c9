/**
 * Parses `.tiptoi.log`, which the pen writes: serial number, firmware, language and processor, 16 bytes each, padded
 * with 00 or FF. Some firmware versions append a record for each tap.
 */
import type { PenGeneration } from '../types.js';

export const fieldBytes = 16;
export const penLogBytes = 4 * fieldBytes;

/** Languages of pens, as named in GME headers. */
export const penLanguages = ['GERMAN', 'FRENCH', 'DUTCH', 'ITALIAN', 'RUSSIA', 'ENGLISH', 'SPANISH'] as const;

export interface PenLog {
  serial: string | null;
  firmware: string | null;
  /** One of `penLanguages`, or another name in capital letters. */
  language: string | null;
  generation: PenGeneration | null;
}

/** Restricted to safe characters, because the number becomes part of ids and file names. */
const serialForm = /^[A-Za-z0-9](?:[A-Za-z0-9._ -]*[A-Za-z0-9])?$/;
/** The value of a pen without a serial number. */
const noSerial = /^(?:0+|F+)$/i;

/** Returns null for each field that is missing, empty or not text. */
export function readPenLog(bytes: Uint8Array): PenLog {
  const [serial, firmware, language, processor] = [0, 1, 2, 3].map((n) =>
    fieldText(bytes.subarray(n * fieldBytes, (n + 1) * fieldBytes)),
  );
  return {
    serial: serial && serialForm.test(serial) && !noSerial.test(serial) ? serial : null,
    firmware: firmware ?? null,
    language: languageOf(language ?? ''),
    generation: generationOf(processor ?? ''),
  };
}

/** Returns the printable ASCII text between the padding. */
function fieldText(bytes: Uint8Array): string | null {
  const [, text = ''] = /^[\0\xff\s]*([^\0\xff]*)/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return /^[\x20-\x7e]+$/.test(text.trim()) ? text.trim() : null;
}

/** Compares six letters: pens read only these of a header, and some store only these (`ITALIA`, `ENGLIS`). */
function languageOf(text: string): string | null {
  const name = text.toUpperCase();
  const known = penLanguages.find((language) => name.slice(0, 6) === language.slice(0, 6));
  return known ?? (/^[A-Z]{4,}$/.test(name) ? name : null);
}

const generations: readonly [RegExp, PenGeneration][] = [
  [/(?<!\d)3201(?!\d)/, 'ZC3201'],
  [/(?<!\d)3202(?!\d)/, 'ZC3202N'],
  [/(?<!\d)3203(?!\d)/, 'ZC3203L'],
];

const generationOf = (processor: string): PenGeneration | null =>
  generations.find(([form]) => form.test(processor))?.[1] ?? null;

/** Returns the 64 bytes; longer texts are cut. */
export function writePenLog({ serial, firmware, language, generation }: PenLog): Buffer {
  const bytes = Buffer.alloc(penLogBytes);
  for (const [n, text] of [serial, firmware, language, generation].entries())
    bytes.write(text ?? '', n * fieldBytes, fieldBytes, 'latin1');
  return bytes;
}
