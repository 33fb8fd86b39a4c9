/** Undoes the filter of a row (PNG, 9.2) in place. The first byte of the row is the filter type. */
export function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  const filter = row[0];
  if (filter === 0) return;
  for (let x = 0; x < above.length; x++) {
    const a = x >= step ? (row[x + 1 - step] as number) : 0;
    const b = above[x] as number;
    let guess = 0;
    if (filter === 1) guess = a;
    else if (filter === 2) guess = b;
    else if (filter === 3) guess = (a + b) >> 1;
    else if (filter === 4) guess = paeth(a, b, x >= step ? (above[x - step] as number) : 0);
    row[x + 1] = (row[x + 1] as number) + guess;
  }
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [p > a ? p - a : a - p, p > b ? p - b : b - p, p > c ? p - c : c - p];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}
