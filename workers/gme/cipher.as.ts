// AssemblyScript source; `node workers/gme/compile-cipher.mjs` compiles it to `cipher-wasm.ts`.

/**
 * Scrambles `length` bytes from `at` in place; see `cipher.ts` for the rule.
 * Returns the sum of the scrambled bytes modulo 2³².
 */
export function scramble(at: usize, length: i32, key: u8): u32 {
  const keys = i8x16.splat(<i8>key);
  const inverse = v128.not(keys);
  const zero = i8x16.splat(0);
  const ones = i8x16.splat(-1);
  const end = at + <usize>length;
  const wholeEnd = at + <usize>(length & ~15);
  let sums = i32x4.splat(0);
  while (at < wholeEnd) {
    const plain = v128.load(at);
    const stays = v128.or(
      v128.or(i8x16.eq(plain, zero), i8x16.eq(plain, ones)),
      v128.or(i8x16.eq(plain, keys), i8x16.eq(plain, inverse)),
    );
    const scrambled = v128.xor(plain, v128.andnot(keys, stays));
    v128.store(at, scrambled);
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(scrambled)));
    at += 16;
  }
  let sum: u32 =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  while (at < end) {
    let byte = load<u8>(at);
    if (byte != 0 && byte != 0xff && byte != key && byte != (key ^ 0xff)) byte ^= key;
    store<u8>(at, byte);
    sum += byte;
    at += 1;
  }
  return sum;
}
