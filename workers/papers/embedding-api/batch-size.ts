/**
 * Chooses how many texts to send in one request. Pure.
 *
 * APIs reject batches with too many texts or tokens, with the same status as a text that they dislike. So the size is
 * learned: it drops to a size that worked if a batch was too long, and rises again within few requests.
 */
export interface BatchSize {
  now(): number;
  /** A request with this many texts succeeded. */
  worked(texts: number): void;
  /** A request with this many texts was rejected, but its parts succeeded, at most `largest` texts at once. */
  tooLong(texts: number, largest: number): void;
}

/** Successful requests at the current size before a larger one is tried. */
const patience = 8;
/**
 * How many rejections of a size that once worked are needed before it drops. A single rejection may be one very long
 * text.
 */
const doubts = 12;

/** Returns the same object for the same number of texts, so that what was learned about a server is kept. */
export function keptBatchSizes(): (wanted: number) => BatchSize {
  const sizes = new Map<number, BatchSize>();
  return (wanted) => {
    const size = sizes.get(wanted) ?? createBatchSize(wanted);
    sizes.set(wanted, size);
    return size;
  };
}

export function createBatchSize(wanted: number): BatchSize {
  let size = wanted;
  let good = 0;
  let refused = Infinity;
  let answered = 0;
  let doubted = 0;
  /** Grows each time, so that a fixed limit causes fewer and fewer rejections. */
  let forgetAfter = patience * 4;

  return {
    now: () => size,
    worked(texts) {
      good = Math.max(good, texts);
      if (texts < size) return;
      doubted = 0;
      if (size === wanted) return;
      answered += 1;
      const narrow = refused - size <= 1;
      if (answered < (narrow ? forgetAfter : patience)) return;
      if (narrow) {
        refused = Infinity;
        forgetAfter *= 4;
      }
      size = Math.min(wanted, refused === Infinity ? size * 2 : Math.ceil((size + refused) / 2));
      answered = 0;
    },
    tooLong(texts, largest) {
      if (texts <= good) {
        doubted += 1;
        if (doubted < doubts) return;
        good = largest;
        doubted = 0;
      }
      refused = Math.min(refused, texts);
      size = Math.max(1, Math.min(size, good, refused - 1));
      answered = 0;
    },
  };
}
