/**
 * Binary structures, declared as fields. A field may refer to another block. One pass computes sizes and offsets of all
 * blocks, a second one writes them, so no code computes an offset by hand.
 * All numbers are little-endian; all offsets count from the start of the root block.
 */
export type Field =
  | { readonly kind: 'uint'; readonly bytes: 1 | 2 | 4; readonly value: number }
  | { readonly kind: 'raw'; readonly raw: Uint8Array }
  /** u32 offset of another block under the root. */
  | { readonly kind: 'reference'; readonly to: Block }
  /** Zeros up to this offset inside the block. */
  | { readonly kind: 'zerosTo'; readonly offset: number }
  /** Bytes that other code writes; they take space in the file but no memory. */
  | { readonly kind: 'gap'; readonly length: number }
  | Block;

/** Fields and inner blocks, one after the other. */
export interface Block {
  readonly kind: 'block';
  /** For error messages. */
  readonly name: string;
  readonly fields: readonly Field[];
}

export const u8 = (value: number): Field => uint(1, value);
export const u16 = (value: number): Field => uint(2, value);
export const u32 = (value: number): Field => uint(4, value);
export const raw = (bytes: Uint8Array): Field => ({ kind: 'raw', raw: bytes });
export const reference = (to: Block): Field => ({ kind: 'reference', to });
export const zerosTo = (offset: number): Field => ({ kind: 'zerosTo', offset });
export const gap = (name: string, length: number): Block => block(name, [{ kind: 'gap', length }]);
export const block = (name: string, fields: readonly Field[]): Block => ({ kind: 'block', name, fields });

/** ASCII text, without a length or a terminator. */
export const text = (value: string): Field => raw(Uint8Array.from(value, (letter) => letter.charCodeAt(0)));

function uint(bytes: 1 | 2 | 4, value: number): Field {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * bytes)) {
    throw new RangeError(`${value} does not fit into ${8 * bytes} bits`);
  }
  return { kind: 'uint', bytes, value };
}

/** Bytes, or the length of a gap. A gap is always between two stretches of bytes, which may be empty. */
export type Piece = Uint8Array | number;

/**
 * Lays out the root.
 * @returns bytes, gap, bytes, gap … bytes; consecutive gaps are merged
 */
export function layOut(root: Block): Piece[] {
  const offsets = new Map<Block, number>();
  const end = place(root, 0, offsets);
  if (end >= 2 ** 32) throw new RangeError(`${end} bytes do not fit into 32-bit offsets`);
  const pieces: Piece[] = [];
  let bytes: number[] = [];
  write(root, 0);
  pieces.push(Uint8Array.from(bytes));
  return pieces;

  function write(item: Block, start: number): number {
    let at = start;
    for (const field of item.fields) {
      const size = sizeOf(field, at - start, item);
      switch (field.kind) {
        case 'block':
          at = write(field, at);
          continue;
        case 'uint':
          pushUint(bytes, field.bytes, field.value);
          break;
        case 'reference':
          pushUint(bytes, 4, offsetOf(field.to));
          break;
        case 'raw':
          for (const byte of field.raw) bytes.push(byte);
          break;
        case 'zerosTo':
          for (let i = 0; i < size; i++) bytes.push(0);
          break;
        case 'gap':
          pushGap(field.length);
          break;
      }
      at += size;
    }
    return at;
  }

  function pushGap(length: number): void {
    const last = pieces.at(-1);
    if (bytes.length === 0 && typeof last === 'number') {
      pieces[pieces.length - 1] = last + length;
    } else {
      pieces.push(Uint8Array.from(bytes), length);
      bytes = [];
    }
  }

  function offsetOf(target: Block): number {
    const offset = offsets.get(target);
    if (offset === undefined) throw new Error(`The block "${target.name}" is referenced but not laid out`);
    return offset;
  }
}

/** Records the offset of the block and of every inner one; returns the offset after it. */
function place(item: Block, start: number, offsets: Map<Block, number>): number {
  if (offsets.has(item)) throw new Error(`The block "${item.name}" is laid out twice`);
  offsets.set(item, start);
  let at = start;
  for (const field of item.fields) {
    at = field.kind === 'block' ? place(field, at, offsets) : at + sizeOf(field, at - start, item);
  }
  return at;
}

/** Returns the size of a field that begins at `at` inside its block; 0 for a block, which counts its own fields. */
function sizeOf(field: Field, at: number, inside: Block): number {
  switch (field.kind) {
    case 'uint':
      return field.bytes;
    case 'raw':
      return field.raw.length;
    case 'reference':
      return 4;
    case 'gap':
      return field.length;
    case 'block':
      return 0;
    case 'zerosTo':
      if (at > field.offset) throw new RangeError(`"${inside.name}" has ${at} bytes before offset ${field.offset}`);
      return field.offset - at;
  }
}

function pushUint(bytes: number[], count: number, value: number): void {
  for (let i = 0; i < count; i++) bytes.push(Math.floor(value / 2 ** (8 * i)) & 0xff);
}
