/** The header and codes of a GME file, for a page. */
import type { TryCode, TryFacts } from '../../../http/features/try/service.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { controlCodes, testSheetProductId } from '../../../workers/gme/codes.js';
import { printable } from '../../../workers/gme/describe.js';
import type { GmeStructures } from '../../../workers/build/gme-structures-thread.js';
import type { Gme } from '../../../workers/gme/read.js';
import type { Script } from '../../../workers/gme/script.js';
import { answers } from '../../../workers/print/test-sheet/fields.js';
import { unknownWords } from '../../../workers/features/try/virtual-pen/words.js';

export function factsOf({ gme, hasPrograms }: GmeStructures): Omit<TryFacts, 'name' | 'expires'> {
  const { size, productId: product, language, date, comment, media, gameCount } = gme;
  const unknown: Words[] = [];
  if (gameCount > 0) unknown.push(say('try.games', { count: gameCount }));
  if (hasPrograms) unknown.push(unknownWords({ what: 'programs' }));
  const texts = { language: printable(language), date, comment: printable(comment) };
  return { size, product, ...texts, media: media.length, unknown, codes: codesOf(gme) };
}

function codesOf(gme: Gme): TryCode[] {
  const { productId, powerOn, specialSymbols, scripts } = gme;
  const start = { code: productId, words: say('sheet.start'), lines: 0, media: new Set(powerOn.flat()).size };
  const symbols = (['replay', 'stop'] as const).flatMap((name): TryCode[] => {
    const code = specialSymbols?.[name] ?? 0;
    return code === 0 ? [] : [{ code, words: say(`try.symbol.${name}`), lines: 0, media: 0 }];
  });
  const own = [...scripts]
    .sort(([a], [b]) => a - b)
    .map(([code, script]): TryCode => ({
      code,
      words: wordsFor(code, productId),
      lines: script.length,
      media: mediaOf(script),
    }));
  return [start, ...symbols, ...own];
}

const mediaOf = (script: Script): number => new Set(script.flatMap(({ playlist }) => playlist)).size;

function wordsFor(code: number, product: number): Words | null {
  const answer = product === testSheetProductId ? answers.find((one) => one.code === code) : undefined;
  if (answer !== undefined) return answer.name;
  const control = (['prev', 'play', 'stop', 'next'] as const).find((name) => controlCodes[name] === code);
  return control === undefined ? null : say(`sheet.${control}`);
}

/** The title of a sound of the test sheet; the first is the tune. Null if there is no such sound. */
export function soundOfTestSheet(medium: number): Words | null {
  if (medium === 0) return say('try.test_tune');
  return answers[medium - 1]?.sound ?? null;
}
