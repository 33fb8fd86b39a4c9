/** Regular English plurals. The original word comes first. */
const rules: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=y)ses$/, 'sis'],
  [/(?<=ss|sh|ch|x|zz)es$/, ''],
  [/(?<=[^sui])s$/, ''],
];

const shortest = 3;

/** Returns the word and its plural or singular: "molecules" → "molecules", "molecule"; "gan" → "gan", "gans". */
export function numbersOf(word: string): string[] {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) return [word];
  const rule = word.length > shortest ? rules.find(([plural]) => plural.test(word)) : undefined;
  return rule === undefined ? [word, pluralOf(word)] : [word, word.replace(...rule)];
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies');
  if (/[aeiouy]sis$/.test(word)) return word.replace(/sis$/, 'ses');
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Maps a word and its plural to one form, if both are known. A rule alone would turn "bias" into "bia". */
export function singularsAmong(known: { has(word: string): boolean }): (word: string) => string {
  const shorter = (one: string, other: string): string => (other.length < one.length && known.has(other) ? other : one);
  return (word) => numbersOf(word).reduce(shorter);
}
