/** Shortens a text that is too long for a model. Pure. */

/** Fractions of the rejected length to try in order. The next long text starts with the length that succeeded. */
const parts = [0.75, 0.5, 0.33, 0.2, 0.1, 0.05];
/** Characters. A text this short is not rejected for its length. */
const shortest = 100;

/** Returns the lengths to try for a text, in characters, longest first. `known`: a length that succeeded before. */
export function lengthsToTry(length: number, known = Infinity): number[] {
  const wanted = parts.map((part) => Math.floor(length * part));
  const lengths = known < length ? [known, ...wanted.filter((one) => one < known)] : wanted;
  return lengths.filter((one) => one >= shortest);
}

/** Cuts a text to at most `length` characters, at the end of a word if possible. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const word = /^\S/.test(text.slice(length)) ? cut.replace(/\s\S*$/, '') : cut;
  return (word.length > length / 2 ? word : cut).trimEnd().toWellFormed();
}
