import { say, type Sentence } from '../language/sentence.js';

const units = ['size.bytes', 'size.kB', 'size.MB', 'size.GB', 'size.TB'] as const;

/** Decimal units, as in file managers: `69.3 MB`. */
export function fileSize(bytes: number): Sentence {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return say(units[step] ?? 'size.bytes', { count: bytes, size: bytes / 1000 ** step });
}
