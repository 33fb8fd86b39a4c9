/** Reads the wire format of Protocol Buffers, field by field (protobuf.dev/programming-guides/encoding). */

/** The bytes are not a valid message. The text completes a sentence: `it ends inside a number`. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** Steps through the fields of a message. */
export interface Cursor {
  number: number;
  /** Wire type: 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  type: number;
  /** The range of the field's content. */
  start: number;
  end: number;
  enter(start: number, end: number): void;
  /** False after the last field. */
  next(): boolean;
}

export function createCursor(file: Uint8Array, from = 0, to = 0): Cursor {
  let at = from;
  let last = to;

  function varint(): number {
    // Nearly all have one byte.
    if (at < last && (file[at] as number) < 0x80) return file[at++] as number;
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      if (at >= last) throw new ProtobufError(`it ends inside a number at byte ${at}`);
      const byte = file[at++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new ProtobufError(`a number before byte ${at} does not end`);
  }

  const cursor: Cursor = {
    number: 0,
    type: 0,
    start: 0,
    end: 0,
    enter(start, end) {
      at = start;
      last = end;
    },
    next() {
      if (at >= last) return false;
      const tag = varint();
      cursor.type = tag % 8;
      cursor.number = (tag - cursor.type) / 8;
      const length = cursor.type === 2 ? varint() : cursor.type === 1 ? 8 : cursor.type === 5 ? 4 : 0;
      cursor.start = at;
      if (cursor.type === 0) varint();
      else if (cursor.type === 3 || cursor.type === 4 || cursor.type > 5)
        throw new ProtobufError(`a field before byte ${at} is of the unknown type ${cursor.type}`);
      at += length;
      cursor.end = at;
      if (at > last) throw new ProtobufError(`a field at byte ${cursor.start} is longer than what holds it`);
      if (cursor.number === 0) throw new ProtobufError(`a field before byte ${cursor.start} has the number 0`);
      return true;
    },
  };
  return cursor;
}
