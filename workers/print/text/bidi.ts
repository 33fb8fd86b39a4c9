/** Text direction: Unicode Standard Annex 9. */
import bidiFactory from 'bidi-js';

// The package is compiled from CommonJS: its types do not match the default export at run time.
const factory = bidiFactory as unknown as typeof bidiFactory.default;

// Blocks of right-to-left scripts, and the direction controls. Other text needs no bidi algorithm.
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export interface Directions {
  /** The paragraph reads from right to left, because its first strong character does. */
  rightToLeft: boolean;
  /** Embedding level of a UTF-16 unit; odd levels read from right to left. */
  level: (index: number) => number;
  /** Replaces a character that reads from right to left by its mirror image, such as the other bracket of a pair. */
  mirrored: (character: string) => string;
}

let bidi: ReturnType<typeof factory> | undefined;

/** @param text one paragraph, without line breaks */
export function directions(text: string): Directions {
  if (!turning.test(text)) return { rightToLeft: false, level: () => 0, mirrored: (character) => character };
  const annex = (bidi ??= factory());
  const { levels, paragraphs } = annex.getEmbeddingLevels(text, 'auto');
  return {
    rightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1,
    level: (index) => levels[index] ?? 0,
    mirrored: (character) => annex.getMirroredCharacter(character) ?? character,
  };
}

/** Rule L2: from the highest level down to the lowest odd one, reverses each stretch of that level or above. */
export function visualOrder<T extends { level: number }>(items: readonly T[]): T[] {
  const order = [...items];
  const levels = order.map((item) => item.level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
