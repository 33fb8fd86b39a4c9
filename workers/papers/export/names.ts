/** Splits names into the parts by which reference managers sort. */

export interface NameParts {
  /** Includes particles such as "van der". */
  family: string;
  given: string;
  suffix: string;
}

const isParticle = (word: string): boolean => /^\p{Ll}/u.test(word);
const isSuffix = (word: string): boolean => /^(jr|sr|ii|iii|iv)\.?$/i.test(word);

/**
 * "Ada Lovelace" becomes Lovelace, Ada. Words in lower case before the last word belong to the family name: van
 * Beethoven, Ludwig. A single word is a family name.
 */
export function nameParts(name: string): NameParts {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const suffix = words.length > 2 && isSuffix(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  let first = words.length - 1;
  while (first > 1 && isParticle(words[first - 1] ?? '')) first--;
  return { family: words.slice(first).join(' '), given: words.slice(0, Math.max(0, first)).join(' '), suffix };
}
