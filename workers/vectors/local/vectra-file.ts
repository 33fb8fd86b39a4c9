/**
 * Reads an index file as vectra's ProtobufCodec writes it, without vectra: to import vectra takes half a second and
 * 100 MB, and its own reader makes eight bytes of each of the vectors' four. The messages, from vectra 0.15's
 * `codecs/schemas/index.proto`:
 *
 *   IndexData      1 version uint32   2 metadata_config   3 items repeated IndexItem
 *   IndexItem      1 id string   2 metadata map<string, MetadataValue>   3 vector repeated float packed
 *                  4 norm double   5 metadata_file string
 *   MetadataValue  1 string_value   2 number_value double   3 bool_value
 *
 * A map's entries are messages: 1 key, 2 value. What is missing has its type's zero.
 */

export interface VectraItem {
  id: string;
  /** A value is null where its text takes more bytes than asked for. */
  metadata: [key: string, value: string | number | boolean | null][];
  /** The part of the file that holds id and metadata, as `readItem` takes it. */
  head: { start: number; end: number };
  /** Little-endian 32-bit floats; null where the part read has none. */
  vector: { start: number; bytes: number } | null;
}

/** The bytes are no such file. */
export class VectraFileError extends Error {
  override readonly name = 'VectraFileError';
}

/** @param longest bytes of the longest text that is wanted */
export function readIndex(file: Buffer, longest = Infinity): VectraItem[] {
  const items: VectraItem[] = [];
  const readItemAt = itemReader(file, longest);
  const index = createCursor(file, 0, file.length);
  while (index.next()) {
    if (index.number === 3 && index.type === 2) items.push(readItemAt(index.start, index.end));
  }
  return items;
}

/** One item's bytes, or its head. */
export function readItem(bytes: Buffer): VectraItem {
  return itemReader(bytes, Infinity)(0, bytes.length);
}

function itemReader(file: Buffer, longest: number): (start: number, end: number) => VectraItem {
  // Used again for each item: a shard has some ten thousand messages.
  const [field, part, content] = [createCursor(file), createCursor(file), createCursor(file)];

  function readValue(): VectraItem['metadata'][number][1] {
    let value: string | number | boolean | null = '';
    content.enter(part.start, part.end);
    while (content.next()) {
      const { number, type, start, end } = content;
      if (number === 1 && type === 2) value = end - start > longest ? null : file.toString('utf8', start, end);
      else if (number === 2 && type === 1) value = file.readDoubleLE(start);
      else if (number === 3 && type === 0) value = file[start] !== 0;
    }
    return value;
  }

  function readEntry(): VectraItem['metadata'][number] {
    const entry: VectraItem['metadata'][number] = ['', ''];
    part.enter(field.start, field.end);
    while (part.next()) {
      if (part.type === 2 && part.number === 1) entry[0] = file.toString('utf8', part.start, part.end);
      else if (part.type === 2 && part.number === 2) entry[1] = readValue();
    }
    return entry;
  }

  function readVector(): VectraItem['vector'] {
    const bytes = field.end - field.start;
    if (field.type !== 2 || bytes % 4 !== 0) throw new VectraFileError('a vector is not packed as 32-bit floats');
    return { start: field.start, bytes };
  }

  return (start, end) => {
    const item: VectraItem = { id: '', metadata: [], head: { start, end: start }, vector: null };
    field.enter(start, end);
    while (field.next()) {
      if (field.number === 3) item.vector = readVector();
      else if (field.number === 5) throw new VectraFileError('an item keeps its metadata in a file of its own');
      else if (field.number <= 2 && field.type === 2) {
        if (field.number === 1) item.id = file.toString('utf8', field.start, field.end);
        else item.metadata.push(readEntry());
        item.head.end = field.end;
      }
    }
    return item;
  };
}

/** Goes through the fields of a message. */
interface Cursor {
  number: number;
  /** 0 varint, 1 eight bytes, 2 with a length, 5 four bytes. */
  type: number;
  /** The field's content lies from `start` to `end`. */
  start: number;
  end: number;
  enter(start: number, end: number): void;
  /** False where there is no other field. */
  next(): boolean;
}

function createCursor(file: Buffer, from = 0, to = 0): Cursor {
  let at = from;
  let last = to;

  function varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      if (at >= last) throw new VectraFileError(`it ends inside a number at byte ${at}`);
      const byte = file[at++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new VectraFileError(`a number before byte ${at} does not end`);
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
        throw new VectraFileError(`a field before byte ${at} is of the unknown type ${cursor.type}`);
      at += length;
      cursor.end = at;
      if (at > last) throw new VectraFileError(`a field at byte ${cursor.start} is longer than what holds it`);
      if (cursor.number === 0) throw new VectraFileError(`a field before byte ${cursor.start} has the number 0`);
      return true;
    },
  };
  return cursor;
}
