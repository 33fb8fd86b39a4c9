/**
 * Unpacks bzip2, one block at a time. Packages for it hold the whole file, or decode megabytes before they return.
 * There is no specification by its author; the format is described at https://github.com/dsnet/compress,
 * doc/bzip2-format.pdf.
 */

/** Bytes of a block at level 1. */
const blockSize = 100_000;
/** Bits. */
const longestCode = 20;
/** The most bytes that a block takes: 900,000 codes, and tables. */
const mostPacked = 2_300_000;
/** Bytes that are yielded at once. */
const pieceSize = 65_536;
/** The first 24 of 48 bits of a block, and of the end of a stream. */
const [blockMagic, endMagic] = [0x314159, 0x177245];

/** Yields the content of all streams in a file. @throws Error if the file is damaged or incomplete */
export async function* unbzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bits = new Bits();
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  let level = 0;
  for (;;) {
    // A block is decoded when it is certainly complete.
    if (!isOver && bits.bytesLeft < mostPacked) {
      const pieces: Uint8Array[] = [];
      for (let length = 0; !isOver && length < mostPacked; length += pieces.at(-1)?.length ?? 0) {
        const next = await iterator.next();
        if (next.done === true) isOver = true;
        else pieces.push(next.value);
      }
      bits.add(pieces);
    }
    if (level === 0) {
      // Other bytes behind the last stream belong to no stream.
      if (bits.bytesLeft < 4 || bits.read(24) !== 0x425a68) return;
      level = bits.read(8) - 0x30;
      if (level < 1 || level > 9) throw damaged();
    }
    const magic = bits.read(24);
    bits.read(24);
    const sum = bits.read(32);
    if (magic === blockMagic) yield* blockIn(bits, level * blockSize, sum);
    else if (magic === endMagic) {
      bits.align();
      level = 0;
    } else throw damaged();
  }
}

const damaged = (): Error => new Error('it is damaged or incomplete');

class Bits {
  private bytes = new Uint8Array(0);
  private at = 0;
  private held = 0;
  private count = 0;

  get bytesLeft(): number {
    return this.bytes.length - this.at + (this.count >>> 3);
  }

  add(pieces: readonly Uint8Array[]): void {
    this.bytes = Buffer.concat([this.bytes.subarray(this.at), ...pieces]);
    this.at = 0;
  }

  /** @param count up to 32 @throws Error at the end of the bytes */
  read(count: number): number {
    if (count > 24) return this.read(count - 16) * 65_536 + this.read(16);
    const found = this.peek(count);
    this.skip(count);
    return found;
  }

  /** Returns the next bits; behind the end they are 0. @param count up to 24 */
  peek(count: number): number {
    while (this.count < count) {
      this.held = ((this.held << 8) | (this.bytes[this.at++] ?? 0)) & 0x7f_ff_ff_ff;
      this.count += 8;
    }
    return (this.held >>> (this.count - count)) & ((1 << count) - 1);
  }

  /** @param count of bits that were peeked @throws Error at the end of the bytes */
  skip(count: number): void {
    this.count -= count;
    if (this.at - (this.count >>> 3) > this.bytes.length) throw damaged();
  }

  align(): void {
    this.count -= this.count % 8;
  }
}

function* blockIn(bits: Bits, size: number, sum: number): Generator<Uint8Array> {
  if (bits.read(1) === 1) throw new Error('it has a block in a form that bzip2 has not written since 1997');
  const origin = bits.read(24);
  const symbols = symbolsIn(bits);
  const codes = symbols.length + 2;
  const groups = bits.read(3);
  if (groups < 2 || groups > 6 || symbols.length === 0) throw damaged();
  const selectors = selectorsIn(bits, groups);
  const tables = Array.from({ length: groups }, () => new Codes(lengthsIn(bits, codes)));
  const block = new Uint32Array(size);
  const length = readCodes(bits, { symbols, selectors, tables, block });
  if (origin >= length) throw damaged();
  yield* unsorted(block.subarray(0, length), origin, sum);
}

/** Returns the bytes that occur. */
function symbolsIn(bits: Bits): number[] {
  const rows = bits.read(16);
  const found: number[] = [];
  for (let row = 0; row < 16; row++) {
    const used = (rows >> (15 - row)) & 1 ? bits.read(16) : 0;
    for (let n = 0; n < 16; n++) if ((used >> (15 - n)) & 1) found.push(row * 16 + n);
  }
  return found;
}

/** Returns the table of each 50 codes. */
function selectorsIn(bits: Bits, groups: number): Uint8Array {
  const recent = Uint8Array.of(0, 1, 2, 3, 4, 5);
  return Uint8Array.from({ length: bits.read(15) }, () => {
    let at = 0;
    while (bits.read(1) === 1) if (++at >= groups) throw damaged();
    return toFront(recent, at);
  });
}

function toFront(list: Uint8Array, at: number): number {
  const found = list[at] ?? 0;
  for (let n = at; n > 0; n--) list[n] = list[n - 1]!;
  list[0] = found;
  return found;
}

function lengthsIn(bits: Bits, codes: number): number[] {
  let length = bits.read(5);
  return Array.from({ length: codes }, () => {
    while (bits.read(1) === 1) length += bits.read(1) === 1 ? -1 : 1;
    if (length < 1 || length > longestCode) throw damaged();
    return length;
  });
}

/** A canonical Huffman code. */
class Codes {
  private readonly shortest: number;
  /** The codes in order of their lengths, and by length what to subtract, and the first longer one in 20 bits. */
  private readonly order: number[];
  private readonly first = new Int32Array(longestCode + 1);
  private readonly limit = new Int32Array(longestCode + 1);

  constructor(lengths: readonly number[]) {
    this.shortest = Math.min(...lengths);
    this.order = lengths.map((_, code) => code).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
    let [code, before] = [0, 0];
    for (let length = 1; length <= longestCode; length++) {
      const count = lengths.filter((one) => one === length).length;
      this.first[length] = code - before;
      code += count;
      before += count;
      this.limit[length] = code * 2 ** (longestCode - length);
      code *= 2;
    }
  }

  read(bits: Bits): number {
    const next = bits.peek(longestCode);
    for (let length = this.shortest; length <= longestCode; length++) {
      if (next >= this.limit[length]!) continue;
      bits.skip(length);
      return this.order[(next >>> (longestCode - length)) - this.first[length]!] ?? NaN;
    }
    throw damaged();
  }
}

interface Coded {
  symbols: readonly number[];
  selectors: Uint8Array;
  tables: readonly Codes[];
  block: Uint32Array;
}

/** Reads runs and places in the list of recent bytes. Returns the number of bytes. */
function readCodes(bits: Bits, { symbols, selectors, tables, block }: Coded): number {
  const recent = Uint8Array.from(symbols);
  const end = symbols.length + 1;
  let [length, run, weight, codes] = [0, 0, 1, 0];
  const put = (byte: number, times: number): void => {
    if (length + times > block.length) throw damaged();
    block.fill(byte, length, (length += times));
  };
  for (;;) {
    const table = tables[selectors[Math.floor(codes++ / 50)] ?? NaN];
    if (table === undefined) throw damaged();
    const code = table.read(bits);
    if (code < 2) {
      run += weight * (code + 1);
      weight *= 2;
      if (run > block.length) throw damaged();
      continue;
    }
    if (run > 0) put(recent[0]!, run);
    [run, weight] = [0, 1];
    if (code === end) return length;
    if (length === block.length) throw damaged();
    block[length++] = toFront(recent, code - 1);
  }
}

/** Undoes the sorting (Burrows and Wheeler), and the runs of four bytes and a number. */
function* unsorted(block: Uint32Array, origin: number, sum: number): Generator<Uint8Array> {
  const begins = new Uint32Array(257);
  for (const byte of block) begins[byte + 1]!++;
  for (let n = 0; n < 256; n++) begins[n + 1]! += begins[n]!;
  // The low eight bits of each element stay the byte, the others become the place of the next one.
  for (let n = 0; n < block.length; n++) block[begins[block[n]! & 0xff]!++]! |= n << 8;
  let piece = new Uint8Array(pieceSize);
  let [filled, same, last, crc] = [0, 0, -1, -1];
  let at = block[origin]! >>> 8;
  for (let n = 0; n < block.length; n++) {
    const element = block[at]!;
    at = element >>> 8;
    const byte = element & 0xff;
    let times = 1;
    if (same === 4) [times, same] = [byte, 0];
    else {
      same = byte === last ? same + 1 : 1;
      last = byte;
    }
    for (; times > 0; times--) {
      crc = (crc << 8) ^ sums[(crc >>> 24) ^ last]!;
      piece[filled++] = last;
      if (filled < pieceSize) continue;
      yield piece;
      [piece, filled] = [new Uint8Array(pieceSize), 0];
    }
  }
  if (~crc >>> 0 !== sum) throw new Error('its checksum is wrong');
  yield piece.subarray(0, filled);
}

/** CRC-32 with the highest bit first. */
const sums = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});
