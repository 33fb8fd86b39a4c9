/**
 * Positions where a line may end: Unicode Standard Annex 14, and dictionaries for scripts without blanks between words.
 */
import LineBreaker from 'linebreak';

// Annex 14 leaves these scripts (class SA) to a dictionary; the ICU of Node has one for each.
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns the positions in UTF-16 units at which a new line may begin, including the end of the text. */
export function lineBreaks(text: string): Set<number> {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) breaks.add(next.position);
  for (const { 0: stretch, index } of text.matchAll(unspaced)) {
    for (const word of words.segment(stretch)) if (word.index > 0) breaks.add(index + word.index);
  }
  return breaks;
}
