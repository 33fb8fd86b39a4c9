// AssemblyScript: `node workers/vectors/local/scan/compile-scan.mjs` makes `scan-wasm.ts` of it.
// Rows and query are 32-bit floats, `bytes` long: a multiple of 64, filled up with zeros.

/**
 * Bounds of the distances of `count` copies in a row (`row-copy.ts` says how a copy lies, and why they hold), of those
 * that may be within reach. The query is 16-bit numbers, `scale` times which it is nearly; `norm` is the square of
 * that, `error` what it lacks.
 * @param row 32 bytes, then `bytes` numbers of 8 bits, a multiple of 32
 * @param reach rows that are surely farther are left out, which spares two roots for nearly each
 * @param lower 64-bit floats, room for `count`: at least so far
 * @param upper the same: at most so far
 * @param which 32-bit numbers, room for `count`: whose bounds these are, counted from the first copy
 * @returns how many bounds there are
 */
export function bounds(
  query: usize,
  scale: f64,
  norm: f64,
  error: f64,
  row: usize,
  bytes: usize,
  count: i32,
  reach: f64,
  lower: usize,
  upper: usize,
  which: usize,
): i32 {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const own = load<f64>(row);
    const whole = load<f64>(row, 8) + norm;
    const errors = (load<f64>(row, 16) + error) * (1.0 + 8.881784197001252e-16); // 2^-50
    row += 32;
    const end = row + bytes;
    let at = query;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    while (row < end) {
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row), v128.load(at)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(row, 8), v128.load(at, 16)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load_ext<i8>(row, 16), v128.load(at, 32)));
      d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load_ext<i8>(row, 24), v128.load(at, 48)));
      row += 32;
      at += 64;
    }
    const sum = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
    const dot =
      <f64>i32x4.extract_lane(sum, 0) +
      <f64>i32x4.extract_lane(sum, 1) +
      (<f64>i32x4.extract_lane(sum, 2) + <f64>i32x4.extract_lane(sum, 3));
    const square = whole - 2.0 * own * scale * dot;
    const slack = whole * 3.552713678800501e-15; // 2^-48
    const far = reach + errors;
    if (square - slack > far * far * (1.0 + 1.4210854715202004e-14)) continue; // 2^-46
    store<f64>(lower, max(sqrt(max(square - slack, 0.0)) * (1.0 - 8.881784197001252e-16) - errors, 0.0));
    store<f64>(upper, sqrt(max(square + slack, 0.0)) * (1.0 + 8.881784197001252e-16) + errors);
    store<i32>(which, i);
    lower += 8;
    upper += 8;
    which += 4;
    found++;
  }
  return found;
}

/** Squared distances of `count` rows in a row, added up as 32-bit floats: nearly right, at the speed of the memory. */
export function estimate(query: usize, row: usize, bytes: usize, count: i32, into: usize): void {
  for (let i = 0; i < count; i++) {
    const end = row + bytes;
    let at = query;
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    while (row < end) {
      const w = f32x4.sub(v128.load(row), v128.load(at));
      const x = f32x4.sub(v128.load(row, 16), v128.load(at, 16));
      const y = f32x4.sub(v128.load(row, 32), v128.load(at, 32));
      const z = f32x4.sub(v128.load(row, 48), v128.load(at, 48));
      a = f32x4.add(a, f32x4.mul(w, w));
      b = f32x4.add(b, f32x4.mul(x, x));
      c = f32x4.add(c, f32x4.mul(y, y));
      d = f32x4.add(d, f32x4.mul(z, z));
      row += 64;
      at += 64;
    }
    const sum = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
    store<f32>(
      into,
      f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3),
    );
    into += 4;
  }
}

/** The squared distance of one row, in 64-bit floats from the differences on. */
export function square(query: usize, row: usize, bytes: usize): f64 {
  const end = row + bytes;
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  while (row < end) {
    const stored = v128.load(row);
    const asked = v128.load(query);
    const x = f64x2.sub(f64x2.promote_low_f32x4(stored), f64x2.promote_low_f32x4(asked));
    const upperStored = i8x16.shuffle(stored, stored, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    const upperAsked = i8x16.shuffle(asked, asked, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    const y = f64x2.sub(f64x2.promote_low_f32x4(upperStored), f64x2.promote_low_f32x4(upperAsked));
    low = f64x2.add(low, f64x2.mul(x, x));
    high = f64x2.add(high, f64x2.mul(y, y));
    row += 16;
    query += 16;
  }
  const sum = f64x2.add(low, high);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
