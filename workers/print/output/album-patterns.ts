/** Exports the patterns of an album as PNG files in a ZIP, for people who design their own pages. */
import type { Readable } from 'node:stream';
import { badFields } from '../../base/errors.js';
import { safeName } from '../../base/files/names.js';
import { controlCodes, trackCode } from '../../gme/codes.js';
import { patternProblems, patternRows, pixelsOf, type PatternSize, type Resolution } from '../../oid/pattern.js';
import type { Language } from '../../base/language/languages.js';
import { say } from '../../base/language/sentence.js';
import type { Control } from '../sheet/controls.js';
import type { SheetAlbum } from '../sheet/sheet-album.js';
import { patternPng } from './pattern-png.js';
import { zipOf } from './zip.js';

/** The size and resolution of each pattern. */
export interface PatternLook extends PatternSize, Resolution {}

/** Limit for all patterns together: 99 tracks of 98 mm at 1200 dpi, or of 49 mm at 2400. */
const mostPixels = 2_240_000_000;

const buttons: readonly Control[] = ['prev', 'play', 'stop', 'next'];

/** Returns file names that describe each pattern, with its code. */
function patternsOf(
  { oid, tracks }: Pick<SheetAlbum, 'oid' | 'tracks'>,
  language: Language,
): [name: string, code: number][] {
  const nameOf = (what: Control | 'start'): string => `${say(`sheet.${what}`).in(language).toLowerCase()}.png`;
  const digits = Math.max(2, String(tracks.length).length);
  return [
    [nameOf('start'), oid],
    ...buttons.map((icon): [string, number] => [nameOf(icon), controlCodes[icon]]),
    ...tracks.map(({ track_title: title }, n): [string, number] => [
      safeName(`${String(n + 1).padStart(digits, '0')} ${title}.png`),
      trackCode(n),
    ]),
  ];
}

/**
 * @returns a function that starts drawing; patterns are drawn one by one while the stream is read
 * @throws TonstiftError `bad_field` (`size`, `dpi`, `pixel_size`) for a value out of range
 */
export function albumPatterns(
  album: Pick<SheetAlbum, 'oid' | 'tracks'>,
  look: PatternLook,
  language: Language = 'en',
): () => Readable {
  const problems = patternProblems(look, look);
  if (Object.keys(problems).length > 0) throw badFields(problems);
  const patterns = patternsOf(album, language);
  const pixels = patterns.length * pixelsOf(look.width, look.dpi) * pixelsOf(look.height, look.dpi);
  if (pixels > mostPixels) {
    const facts = { number: patterns.length, pixels, dpi: String(look.dpi), most: mostPixels };
    throw badFields({ size: say('wrong.patterns_large', facts) });
  }
  const drawn = async function* (code: number): AsyncGenerator<Buffer, void, void> {
    yield* patternPng(patternRows(code, look, look), look.dpi);
  };
  return () =>
    zipOf(
      patterns.map(([name, code]) => ({ name, content: drawn(code) })),
      new Date(),
    );
}
