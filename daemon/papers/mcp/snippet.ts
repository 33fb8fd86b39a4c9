/** Returns a few lines of an abstract: those with the found words, or its beginning. Pure. */

/** Characters. */
const longest = 300;

export function snippetOf(abstract: string, words: readonly string[]): string {
  const text = abstract.replace(/\s+/g, ' ').trim();
  if (text.length <= longest) return text;
  const sentences = [...text.matchAll(/.+?(?:[.?!…](?=\s)|$)\s*/gu)].map(([sentence]) => sentence);
  const counts = sentences.map((sentence) => words.filter((word) => sentence.includes(word)).length);
  const best = counts.reduce((first, count, n) => (count > (counts[first] ?? 0) ? n : first), 0);
  const before = best === 0 ? '' : '… ';
  return before + cut(sentences.slice(best).join(''), longest - before.length);
}

/** Cuts at the end of a word, or at least not within a character. */
function cut(text: string, length: number): string {
  if (text.trimEnd().length <= length) return text.trimEnd();
  const part = text.slice(0, length - 2);
  const whole = part.replace(/\s+\S*$/u, '');
  return `${(whole === '' ? part : whole).replace(/[\ud800-\udbff]$/, '')} …`;
}
