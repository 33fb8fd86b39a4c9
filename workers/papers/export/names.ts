/** Names of people in the parts that reference managers sort by. */

export interface NameParts {
  /** With its "van der". */
  family: string;
  given: string;
  suffix: string;
}

const isParticle = (word: string): boolean => /^\p{Ll}/u.test(word);
const isSuffix = (word: string): boolean => /^(jr|sr|ii|iii|iv)\.?$/i.test(word);

/**
 * "Ada Lovelace" is Lovelace, Ada; a word in small letters before the last one belongs to it: van Beethoven, Ludwig.
 * A name of one word is a family's.
 */
export function nameParts(name: string): NameParts {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const suffix = words.length > 2 && isSuffix(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  let first = words.length - 1;
  while (first > 1 && isParticle(words[first - 1] ?? '')) first--;
  return { family: words.slice(first).join(' '), given: words.slice(0, Math.max(0, first)).join(' '), suffix };
}
