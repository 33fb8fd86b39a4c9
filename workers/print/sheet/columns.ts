/** Distributes rows over columns. Pure. */

/** Counts the rows that each column holds. The sum is smaller than the number of rows if they do not all fit. */
function filled(heights: readonly number[], columns: number, gap: number, room: number): number[] {
  const counts: number[] = [];
  let next = 0;
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
 * Fills columns from top to bottom, then from left to right. If all rows fit into `room` millimetres, the columns get
 * about the same height.
 * @returns rows per column; their sum is 0 if not even one row fits
 */
export function intoColumns(heights: readonly number[], columns: number, gap: number, room: number): number[] {
  const most = filled(heights, columns, gap, room);
  const all = heights.length;
  if (sum(most) < all) return most;
  let [low, high] = [0, Math.min(room, sum(heights) + gap * all)];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (sum(filled(heights, columns, gap, middle)) === all) high = middle;
    else low = middle;
  }
  return filled(heights, columns, gap, high);
}
