// AssemblyScript. `node workers/papers/vectors/local/compile-kernel.mjs` compiles it to `kernel-wasm.ts`.
// A lane (`block.ts`) begins with the query's scale, norm and error as 64-bit floats, then the bytes of a row's floats
// and of a copy's numbers as 32-bit numbers. The query follows at byte 32, as floats and then as 16-bit numbers.

/**
 * Computes bounds of the distances of `count` adjacent copies, for those that may be within reach. `row-copy.ts` says
 * how a copy is stored and why the bounds hold.
 * @param reach rows that are surely farther are left out, which saves two roots for most of them
 * @param into 64-bit floats, three for each: the row is at least this far, and at most this far; which copy it is
 * @returns the number of bounds
 */
export function bounds(lane: usize, copy: usize, count: i32, reach: f64, into: usize): i32 {
  const scale = load<f64>(lane);
  const norm = load<f64>(lane, 8);
  const error = load<f64>(lane, 16);
  const query = lane + 32 + load<u32>(lane, 24);
  const bytes = load<u32>(lane, 28);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const own = load<f64>(copy);
    const whole = load<f64>(copy, 8) + norm;
    const errors = (load<f64>(copy, 16) + error) * (1.0 + 8.881784197001252e-16); // 2^-50
    copy += 24;
    const end = copy + bytes;
    let at = query;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    while (copy < end) {
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(copy), v128.load(at)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(copy, 8), v128.load(at, 16)));
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(copy, 16), v128.load(at, 32)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(copy, 24), v128.load(at, 48)));
      copy += 32;
      at += 64;
    }
    const sum = i32x4.add(a, b);
    const dot =
      <f64>i32x4.extract_lane(sum, 0) +
      <f64>i32x4.extract_lane(sum, 1) +
      (<f64>i32x4.extract_lane(sum, 2) + <f64>i32x4.extract_lane(sum, 3));
    const square = whole - 2.0 * own * scale * dot;
    const slack = whole * 3.552713678800501e-15; // 2^-48
    const far = reach + errors;
    if (square - slack > far * far * (1.0 + 1.4210854715202004e-14)) continue; // 2^-46
    store<f64>(into, max(sqrt(max(square - slack, 0.0)) * (1.0 - 8.881784197001252e-16) - errors, 0.0));
    store<f64>(into, sqrt(max(square + slack, 0.0)) * (1.0 + 8.881784197001252e-16) + errors, 8);
    store<f64>(into, i, 16);
    into += 24;
    found++;
  }
  return found;
}

function promotedHigh(four: v128): v128 {
  return f64x2.promote_low_f32x4(i8x16.shuffle(four, four, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
}

/** Returns the squared distance of a row. Differences, squares and sums are 64-bit floats. */
export function square(lane: usize, row: usize): f64 {
  let query = lane + 32;
  const end = row + load<u32>(lane, 24);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  while (row < end) {
    const stored = v128.load(row);
    const asked = v128.load(query);
    const x = f64x2.sub(f64x2.promote_low_f32x4(stored), f64x2.promote_low_f32x4(asked));
    const y = f64x2.sub(promotedHigh(stored), promotedHigh(asked));
    low = f64x2.add(low, f64x2.mul(x, x));
    high = f64x2.add(high, f64x2.mul(y, y));
    row += 16;
    query += 16;
  }
  const sum = f64x2.add(low, high);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/**
 * Writes the copy of a row (`row-copy.ts`).
 * @param floats padded with zeros to a multiple of 16 bytes
 */
export function copy(floats: usize, dimension: i32, into: usize): void {
  const end = floats + (((dimension + 3) >> 2) << 4);
  let sizes = f32x4.splat(0);
  for (let at = floats; at < end; at += 16) sizes = f32x4.max(sizes, f32x4.abs(v128.load(at)));
  const upper = max(f32x4.extract_lane(sizes, 2), f32x4.extract_lane(sizes, 3));
  const far = <f64>max(max(f32x4.extract_lane(sizes, 0), f32x4.extract_lane(sizes, 1)), upper);
  const scale = far / 127.0;
  const scales = f64x2.splat(scale);
  const times = f64x2.splat(scale > 0 ? 1.0 / scale : 0);
  let whole = f64x2.splat(0);
  let lacking = f64x2.splat(0);
  let number = into + 24;
  for (let at = floats; at < end; at += 16) {
    const four = v128.load(at);
    const x = f64x2.promote_low_f32x4(four);
    const y = promotedHigh(four);
    // At most 127: far * (1 / (far / 127)) errs only by its last bits.
    const a = f64x2.nearest(f64x2.mul(x, times));
    const b = f64x2.nearest(f64x2.mul(y, times));
    whole = f64x2.add(whole, f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)));
    const c = f64x2.sub(x, f64x2.mul(scales, a));
    const d = f64x2.sub(y, f64x2.mul(scales, b));
    lacking = f64x2.add(lacking, f64x2.add(f64x2.mul(c, c), f64x2.mul(d, d)));
    const low = i32x4.trunc_sat_f64x2_s_zero(a);
    const high = i32x4.trunc_sat_f64x2_s_zero(b);
    const numbers = i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    const narrow = i16x8.narrow_i32x4_s(numbers, numbers);
    store<i32>(number, i32x4.extract_lane(i8x16.narrow_i16x8_s(narrow, narrow), 0));
    number += 4;
  }
  const error = sqrt(f64x2.extract_lane(lacking, 0) + f64x2.extract_lane(lacking, 1));
  const widened =
    error * (1.0 + <f64>(dimension + 16) * 2.220446049250313e-16) + // 2^-52
    scale * 127.0 * sqrt(<f64>dimension) * 8.881784197001252e-16; // 2^-50
  store<f64>(into, scale);
  store<f64>(into, scale * scale * (f64x2.extract_lane(whole, 0) + f64x2.extract_lane(whole, 1)), 8);
  store<f64>(into, widened, 16);
}
