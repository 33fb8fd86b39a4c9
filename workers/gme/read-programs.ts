/** Programs for the pen's processor, which some commercial files contain (docs/virtual-pen.md). */
import { isNowhere } from './read-scripts.js';
import type { GmeSource } from './source.js';
import { checkedFile } from './source.js';

/** Header offsets of the tables of programs: games, and main programs, for each generation of pens. */
const programFields = [0x90, 0x98, 0xa0, 0xa8, 0xc8, 0xcc];
/** Size of a header that contains all of them. */
const longHeader = 0xd0;

/**
 * Reports whether the file has programs. A header that the scripts follow directly is too short for these fields.
 * @throws TonstiftError `bad_field` if a table is outside the file
 */
export function hasPrograms(source: GmeSource): boolean {
  const file = checkedFile(source);
  if (file.size < longHeader || file.at(0, 'the header').u32() < longHeader) return false;
  return programFields
    .map((field) => file.at(field, 'the header').u32())
    .some((offset) => !isNowhere(offset) && file.at(offset, 'a table of programs').u16() > 0);
}
