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

/**
 * The floats of `count` packed rows (`packed-row.ts` says how they lie, and why they come back as they were).
 * @param copy their copies, of `copyBytes` each
 * @param row of `rowBytes` each
 * @param into `bytes` of floats for each
 */
export function unpack(
  copy: usize,
  copyBytes: usize,
  row: usize,
  rowBytes: usize,
  into: usize,
  bytes: usize,
  count: i32,
): void {
  const marked = i8x16.splat(-128);
  for (let i = 0; i < count; i++) {
    const scale = f32x4.splat(<f32>load<f64>(copy));
    let number = copy + 32;
    let lower = row;
    let upper = row + (bytes >> 1);
    let escape = row + (bytes >> 2) * 3 + 4;
    const end = into + bytes;
    while (into < end) {
      const numbers = v128.load(number);
      const a = i16x8.extend_low_i8x16_s(numbers);
      const b = i16x8.extend_high_i8x16_s(numbers);
      const high = v128.load(upper);
      const c = i16x8.extend_low_i8x16_s(high);
      const d = i16x8.extend_high_i8x16_s(high);
      const e = v128.load(lower);
      const f = v128.load(lower, 16);
      // Two bytes of the lower part, two of the upper.
      const w = i8x16.shuffle(e, c, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
      const x = i8x16.shuffle(e, c, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
      const y = i8x16.shuffle(f, d, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
      const z = i8x16.shuffle(f, d, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
      v128.store(into, i32x4.add(foretold(i32x4.extend_low_i16x8_s(a), scale), w));
      v128.store(into, i32x4.add(foretold(i32x4.extend_high_i16x8_s(a), scale), x), 16);
      v128.store(into, i32x4.add(foretold(i32x4.extend_low_i16x8_s(b), scale), y), 32);
      v128.store(into, i32x4.add(foretold(i32x4.extend_high_i16x8_s(b), scale), z), 48);
      for (let marks = i8x16.bitmask(i8x16.eq(high, marked)); marks != 0; marks &= marks - 1) {
        const which = <usize>ctz(marks);
        if (load<u16>(lower + which * 2) != 0) continue;
        store<u32>(into + which * 4, load<u32>(escape));
        escape += 4;
      }
      number += 16;
      upper += 16;
      lower += 32;
      into += 64;
    }
    copy += copyBytes;
    row += rowBytes;
  }
}

function foretold(numbers: v128, scale: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(numbers), scale);
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
