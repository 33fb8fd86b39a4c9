/**
 * PostgreSQL keeps the stem of a word (Porter's: "diffusion" is kept as "diffus"), so what is longer than the stem
 * would not be found as the beginning of a word. These are the endings that a stem loses.
 */
const endings = `ed ing es ly ion ions ational tional ency ancy izer ably ally ently ously ization ation ations ator
  alism iveness fulness ousness ality ivity ability ibility icate ative alize icity ical ful ness ance ence er ers ic
  able ible ant ement ment ments ent ism ate ity ous ive ize ies`.split(/\s+/);

/** Letters of a word before its ending. */
const shortestRest = 3;

/** Made-up words: `given` with the rest of each ending of which it has the first letters ("diffusio" → "diffusion"). */
export function wordsBeginningWith(given: string): string[] {
  const whole = endings.flatMap((ending) => {
    const words: string[] = [];
    for (let length = 1; length <= ending.length && given.length - length >= shortestRest; length++)
      if (given.endsWith(ending.slice(0, length))) words.push(given + ending.slice(length));
    return words;
  });
  return [...new Set(whole)];
}
