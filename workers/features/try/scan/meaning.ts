/** Describes what a code does on Tonstift's sheets. */
import { say, type Words } from '../../../base/language/sentence.js';
import { controlCodes, limits, testSheetProductId, trackCode } from '../../../gme/codes.js';
import { answers } from '../../../print/test-sheet/fields.js';

let meanings: ReadonlyMap<number, Words> | undefined;

function known(): ReadonlyMap<number, Words> {
  const found = new Map<number, Words>();
  for (const [name, code] of Object.entries(controlCodes))
    found.set(code, say('scan.button', { name: say(`scan.button.${name as keyof typeof controlCodes}`) }));
  for (let index = 0; index < limits.tracks; index++)
    found.set(trackCode(index), say('scan.track', { number: index + 1 }));
  for (const { code, name } of answers) found.set(code, say('scan.test', { setting: name }));
  found.set(testSheetProductId, say('scan.test_start', { code: String(testSheetProductId) }));
  return found;
}

/** The pen reserves the codes above the album numbers, up to 999, for languages. */
const [highestAlbum, highestLanguage] = [992, 999];

/** Returns undefined for a code on none of our sheets. */
export function meaningOf(code: number): Words | undefined {
  if (code >= 1 && code <= highestAlbum) return say('scan.product', { code: String(code) });
  meanings ??= known();
  const meaning = meanings.get(code);
  return meaning ?? (code > highestAlbum && code <= highestLanguage ? say('scan.language') : undefined);
}
