/** Generated papers: the same on every run, each with one of ten topics, and words of which few are frequent. */

const topics = 10;

/** Random numbers from 0 to 1, the same on every run (xorshift). */
export function random(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

export const words = Array.from({ length: 4000 }, (_, i) => {
  const next = random(i);
  return Array.from({ length: 3 + (i % 7) }, () => 'etaoinshrdlucmfwypvbg'[Math.floor(next() ** 2 * 21)]).join('');
});
function text(length, seed) {
  const next = random(seed);
  return Array.from({ length }, () => words[Math.floor(next() ** 3 * words.length)]).join(' ');
}
export const paperOf = (i) => ({
  uid: `paper${i}`,
  title: `Topic ${i % topics}: ${text(9, i)}`,
  abstract: text(180, -i - 1),
  authors: [`Ada Author${i % 977}`, `Bert Writer${i % 3001}`, `Cilla Other${i % 101}`],
  year: 2015 + (i % 10),
  conference: `Conference ${i % 12}`,
  session: `Session ${i % 40}`,
  keywords: [text(1, i + 5), text(1, i + 6)],
});
