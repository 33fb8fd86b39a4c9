/** Throws a sentence unless it is so. */
export function check(is, sentence) {
  if (!is) throw new Error(typeof sentence === 'function' ? sentence() : sentence);
}
