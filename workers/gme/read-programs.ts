/** Programs for the pen's processor, which some files from the shops bring along (docs/virtual-pen.md). */
import { isNowhere } from './read-scripts.js';
import type { GmeSource } from './source.js';
import { checkedFile } from './source.js';

/** Where the header has the offset of a table of programs: games, and main programs, of each generation of pens. */
const programFields = [0x90, 0x98, 0xa0, 0xa8, 0xc8, 0xcc];
/** Bytes of a header that has all of them. */
const longHeader = 0xd0;

/**
 * Whether the file has programs. A header that the scripts follow at once is too short for their fields.
 * @throws TonstiftError `bad_field` where a table lies outside the file
 */
export function hasPrograms(source: GmeSource): boolean {
  const file = checkedFile(source);
  if (file.size < longHeader || file.at(0, 'the header').u32() < longHeader) return false;
  return programFields
    .map((field) => file.at(field, 'the header').u32())
    .some((offset) => !isNowhere(offset) && file.at(offset, 'a table of programs').u16() > 0);
}
