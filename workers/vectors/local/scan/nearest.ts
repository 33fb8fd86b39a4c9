/** The smallest squares that were offered, and all that are as small as the last of them. */

export interface Found {
  /** In the list of slots. */
  positions: Uint32Array;
  /** Squared distances, in no order. */
  squares: Float64Array;
}

export interface Nearest {
  /** What is farther is not wanted; negative where nothing is. */
  readonly bound: number;
  /** Answers whether the bound may have moved. */
  offer(position: number, square: number): boolean;
  found(): Found;
}

/** Equal distances may come of squares that differ in the last bits: the root takes half of them away. */
const rootSlack = 1 + 2 ** -50;

/** @param limit infinite where all are wanted that are within */
export function createNearest(limit: number, within: number): Nearest {
  // The smallest squares so far, the largest of them on top; where all are wanted, nobody asks which those are.
  const heap = new Float64Array(Number.isFinite(limit) ? limit : 0);
  let size = 0;
  let bound = limit > 0 ? within : -1;
  let positions: number[] = [];
  let squares: number[] = [];
  let pruneAt = 2 * limit + 1024;

  function sink(value: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (heap[child + 1] as number) > (heap[child] as number)) child++;
      if ((heap[child] as number) <= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }

  function rise(value: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) >= value) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  function prune(): void {
    const kept = squares.map((square, i) => (square <= bound ? i : -1)).filter((i) => i >= 0);
    positions = kept.map((i) => positions[i] as number);
    squares = kept.map((i) => squares[i] as number);
  }

  return {
    get bound() {
      return bound;
    },
    offer(position, square) {
      if (square > bound) return false;
      positions.push(position);
      squares.push(square);
      if (limit === Infinity) return false;
      if (size < limit) rise(square);
      else if (square < (heap[0] as number)) sink(square);
      if (size < limit) return false;
      bound = Math.min(within, (heap[0] as number) * rootSlack);
      if (positions.length >= pruneAt) {
        prune();
        // Doubled, because nothing goes where many are equally near.
        pruneAt = 2 * positions.length + 1024;
      }
      return true;
    },
    found() {
      if (limit !== Infinity) prune();
      return { positions: Uint32Array.from(positions), squares: Float64Array.from(squares) };
    },
  };
}
