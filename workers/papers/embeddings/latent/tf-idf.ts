/**
 * Weights the words of texts by TF-IDF: a word counts more if it is frequent in its text and rare in the others. The
 * frequency counts by its logarithm.
 */
import { commonWords } from '../../words/common-words.js';
import { plainWord, wordsOf } from '../../words/plain-word.js';
import { singularsAmong } from '../../words/plural.js';

/** Rows of which most values are zero ("compressed sparse row"). */
export interface SparseMatrix {
  rows: number;
  columns: number;
  /** The values of row n are those from `starts[n]` to `starts[n + 1]`, exclusive. */
  starts: Uint32Array;
  /** The column of each value. */
  columnOf: Uint32Array;
  values: Float32Array;
}

/** A shorter word is a letter of a formula. Two letters may be a topic: QA, MT. */
const fewestLetters = 2;
/** A word of a single text does not connect it with another. */
const fewestTexts = 2;

const ignored = -1;

/** The numbers of the words of a text, without duplicates, and how often it has each of them. */
interface Counts {
  words: Uint32Array;
  counts: Uint32Array;
}

export class TfIdf {
  /** The number of each word as written. */
  private readonly written = new Map<string, number>();
  /** The number of each word. */
  private readonly words = new Map<string, number>();
  private readonly texts: Counts[] = [];

  get size(): number {
    return this.texts.length;
  }

  add(text: string): void {
    const counts = new Map<number, number>();
    for (const word of wordsOf(text)) {
      const number = this.numberOf(word);
      if (number !== ignored) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    this.texts.push(packed(counts));
  }

  private numberOf(written: string): number {
    const known = this.written.get(written);
    if (known !== undefined) return known;
    const word = plainWord(written);
    const number = word.length < fewestLetters || commonWords.has(word) ? ignored : this.numberOfPlain(word);
    this.written.set(written, number);
    return number;
  }

  private numberOfPlain(word: string): number {
    const number = this.words.get(word) ?? this.words.size;
    this.words.set(word, number);
    return number;
  }

  /**
   * Returns a row per text in the order of `add`. Its length is 1, or 0 if no other text has one of its words, or all
   * texts have them.
   */
  matrix(): SparseMatrix {
    const texts = this.inSingular();
    const spread = new Uint32Array(this.words.size);
    for (const { words } of texts) for (const word of words) spread[word]! += 1;
    let columns = 0;
    const columnOf = Array.from(spread, (found) => (found < fewestTexts ? ignored : columns++));
    const starts = new Uint32Array(texts.length + 1);
    texts.forEach(({ words }, row) => {
      const used = words.reduce((sum, word) => sum + (columnOf[word] === ignored ? 0 : 1), 0);
      starts[row + 1] = (starts[row] as number) + used;
    });
    const size = starts[texts.length] as number;
    const matrix = { starts, columnOf: new Uint32Array(size), values: new Float32Array(size) };
    texts.forEach(({ words, counts }, row) => {
      let at = starts[row] as number;
      words.forEach((word, n) => {
        const column = columnOf[word] as number;
        if (column === ignored) return;
        matrix.columnOf[at] = column;
        matrix.values[at++] = weightOf(counts[n] as number, texts.length / (spread[word] as number));
      });
      toLengthOne(matrix.values.subarray(starts[row], at));
    });
    return { rows: texts.length, columns, ...matrix };
  }

  /** Counts a word and its plural as one, if both occur. */
  private inSingular(): Counts[] {
    const singularOf = singularsAmong(this.words);
    const numbers = Uint32Array.from(this.words, ([word, number]) => this.words.get(singularOf(word)) ?? number);
    return this.texts.map(({ words, counts }) => {
      const merged = new Map<number, number>();
      words.forEach((word, n) => {
        const singular = numbers[word] as number;
        merged.set(singular, (merged.get(singular) ?? 0) + (counts[n] as number));
      });
      return packed(merged);
    });
  }
}

const packed = (counts: ReadonlyMap<number, number>): Counts => ({
  words: Uint32Array.from(counts.keys()),
  counts: Uint32Array.from(counts.values()),
});

/** @param rarity the number of all texts, divided by the number of those with the word */
const weightOf = (count: number, rarity: number): number => (1 + Math.log(count)) * Math.log(rarity);

export function toLengthOne(values: Float32Array): void {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  for (let n = 0; n < values.length && length > 0; n++) values[n]! /= length;
}
