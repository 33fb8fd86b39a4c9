/** The beginning of a text that a model refuses for its length. Pure. */

/** Parts of what was refused, one after the other: with the first that is taken the next long text begins. */
const parts = [0.75, 0.5, 0.33, 0.2, 0.1, 0.05];
/** Characters: what a model refuses in so few is not refused for its length. */
const shortest = 100;

/** Lengths to try for a text, in characters, the longest first. `known`: a length that was taken before. */
export function lengthsToTry(length: number, known = Infinity): number[] {
  const wanted = parts.map((part) => Math.floor(length * part));
  const lengths = known < length ? [known, ...wanted.filter((one) => one < known)] : wanted;
  return lengths.filter((one) => one >= shortest);
}

/** So many characters at most, ending with a word where there are words. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const word = /^\S/.test(text.slice(length)) ? cut.replace(/\s\S*$/, '') : cut;
  return (word.length > length / 2 ? word : cut).trimEnd().toWellFormed();
}
