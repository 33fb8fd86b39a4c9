/** Rows in columns. Pure. */

/** How many of the rows, from `first` on, fill each of the columns; less than all where they do not fit. */
function filled(heights: readonly number[], first: number, columns: number, gap: number, room: number): number[] {
  const counts: number[] = [];
  let next = first;
  for (let column = 0; column < columns && next < heights.length; column++) {
    const start = next;
    let y = 0;
    while (next < heights.length) {
      const below = y + (next > start ? gap : 0) + (heights[next] ?? 0);
      if (below > room + 1e-6) break;
      y = below;
      next++;
    }
    counts.push(next - start);
  }
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/**
 * Fills columns from the row `first` on, from top to bottom and then from left to right. Where all that is left fits
 * into `room` millimetres, the columns are about equally high.
 * @returns rows in each column; their sum is 0 where not even one row fits
 */
export function intoColumns(
  heights: readonly number[],
  first: number,
  columns: number,
  gap: number,
  room: number,
): number[] {
  const most = filled(heights, first, columns, gap, room);
  const left = heights.length - first;
  if (sum(most) < left) return most;
  let [low, high] = [0, Math.min(room, sum(heights.slice(first)) + gap * left)];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (sum(filled(heights, first, columns, gap, middle)) === left) high = middle;
    else low = middle;
  }
  return filled(heights, first, columns, gap, high);
}
