/**
 * PostgreSQL stores the stem of a word (Porter's: "diffusion" becomes "diffus"), so a beginning longer than the stem
 * would not match. These are the endings that stemming removes.
 */
const endings = `ed ing es ly ion ions ational tional ency ancy izer ably ally ently ously ization ation ations ator
  alism iveness fulness ousness ality ivity ability ibility icate ative alize icity ical ful ness ance ence er ers ic
  able ible ant ement ment ments ent ism ate ity ous ive ize ies`.split(/\s+/);

/** The fewest letters of a word before its ending. */
const shortestRest = 3;

/**
 * Completes `given` with each ending whose first letters it has: "diffusio" → "diffusion". The results need not be
 * words.
 */
export function wordsBeginningWith(given: string): string[] {
  const whole = endings.flatMap((ending) => {
    const words: string[] = [];
    for (let length = 1; length <= ending.length && given.length - length >= shortestRest; length++)
      if (given.endsWith(ending.slice(0, length))) words.push(given + ending.slice(length));
    return words;
  });
  return [...new Set(whole)];
}
