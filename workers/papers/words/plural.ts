/** Regular English plurals. The original word comes first. */
const rules: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=y)ses$/, 'sis'],
  [/(?<=ss|sh|ch|x|zz)es$/, ''],
  [/(?<=[^sui])s$/, ''],
];

/** Words that no rule covers, each with its plural. */
const irregular = (
  'appendix appendices|axis axes|bias biases|cache caches|child children|corpus corpora|cpu cpus|crisis crises|' +
  'criterion criteria|formula formulae|gpu gpus|hypothesis hypotheses|index indices|lens lenses|matrix matrices|' +
  'maximum maxima|minimum minima|mouse mice|nucleus nuclei|optimum optima|phenomenon phenomena|schema schemata|' +
  'spectrum spectra|stimulus stimuli|synthesis syntheses|thesis theses|tpu tpus|vertex vertices|virus viruses|' +
  'woman women'
)
  .split('|')
  .map((pair): [string, string] => pair.split(' ') as [string, string]);
const plurals = new Map(irregular);
const singulars = new Map(irregular.map(([one, many]) => [many, one]));

/** Returns the word, and its plural or singular if no rule covers it: stems do not cover it either. */
export const withIrregular = (word: string): string[] =>
  [word, plurals.get(word), singulars.get(word)].filter((form) => form !== undefined);

const shortest = 3;

/** Returns the word and its plural or singular: "molecules" → "molecules", "molecule"; "gan" → "gan", "gans". */
export function numbersOf(word: string): string[] {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) return [word];
  const known = withIrregular(word);
  if (known.length > 1) return plurals.has(word) ? [...new Set([...known, pluralOf(word)])] : known;
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
