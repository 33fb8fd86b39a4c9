/**
 * How many texts go into one request. Pure.
 *
 * APIs refuse batches that are too long in texts or in tokens, with the same status as a text they dislike. So the size
 * is learnt: it falls to what worked when a batch was too long, and finds its way up again in few requests.
 */
export interface BatchSize {
  now(): number;
  /** A request with so many texts was answered. */
  worked(texts: number): void;
  /** A request with so many texts was refused, but its parts were taken, at most `largest` texts at once. */
  tooLong(texts: number, largest: number): void;
}

/** Answered requests at the present size before a larger one is tried. */
const patience = 8;
/** Refusals of a size that once worked until it is believed that it works no more. One is a very long text. */
const doubts = 12;

export function createBatchSize(wanted: number): BatchSize {
  let size = wanted;
  let good = 0;
  let refused = Infinity;
  let answered = 0;
  let doubted = 0;
  /** Grows each time, so that a fixed limit costs ever fewer refusals. */
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
