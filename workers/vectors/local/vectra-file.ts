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
  for (const { number, start, end, type } of fieldsOf(file, 0, file.length)) {
    if (number === 3 && type === 2) items.push(readItem(file, start, end, longest));
  }
  return items;
}

export function readItem(file: Buffer, start = 0, end = file.length, longest = Infinity): VectraItem {
  const item: VectraItem = { id: '', metadata: [], head: { start, end: start }, vector: null };
  for (const field of fieldsOf(file, start, end)) {
    if (field.number === 3) item.vector = vectorIn(field);
    else if (field.number === 5) throw new VectraFileError('an item keeps its metadata in a file of its own');
    else if (field.number <= 2 && field.type === 2) {
      if (field.number === 1) item.id = file.toString('utf8', field.start, field.end);
      else item.metadata.push(readEntry(file, field, longest));
      item.head.end = field.end;
    }
  }
  return item;
}

function vectorIn({ type, start, end }: Field): { start: number; bytes: number } {
  if (type !== 2 || (end - start) % 4 !== 0) throw new VectraFileError('a vector is not packed as 32-bit floats');
  return { start, bytes: end - start };
}

function readEntry(file: Buffer, entry: Field, longest: number): [string, string | number | boolean | null] {
  let key = '';
  let value: string | number | boolean | null = '';
  for (const field of fieldsOf(file, entry.start, entry.end)) {
    if (field.type !== 2) continue;
    if (field.number === 1) key = file.toString('utf8', field.start, field.end);
    if (field.number === 2) value = readValue(file, field, longest);
  }
  return [key, value];
}

function readValue(file: Buffer, message: Field, longest: number): string | number | boolean | null {
  let value: string | number | boolean | null = '';
  for (const { number, type, start, end } of fieldsOf(file, message.start, message.end)) {
    if (number === 1 && type === 2) value = end - start > longest ? null : file.toString('utf8', start, end);
    else if (number === 2 && type === 1) value = file.readDoubleLE(start);
    else if (number === 3 && type === 0) value = file[start] !== 0;
  }
  return value;
}

/** A field of a message. Its content lies from `start` to `end`. */
interface Field {
  number: number;
  /** 0 varint, 1 eight bytes, 2 with a length, 5 four bytes. */
  type: number;
  start: number;
  end: number;
}

function* fieldsOf(file: Buffer, start: number, end: number): Generator<Field> {
  let at = start;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = at < end ? file[at++] : undefined;
      if (byte === undefined) throw new VectraFileError(`it ends inside a number at byte ${at}`);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new VectraFileError(`a number before byte ${at} does not end`);
  };
  while (at < end) {
    const tag = varint();
    const type = tag % 8;
    const number = Math.floor(tag / 8);
    let from = at;
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else if (type === 2) {
      const length = varint();
      from = at;
      at += length;
    } else throw new VectraFileError(`a field before byte ${at} is of the unknown type ${type}`);
    if (at > end) throw new VectraFileError(`a field at byte ${from} is longer than what holds it`);
    if (number === 0) throw new VectraFileError(`a field before byte ${from} has the number 0`);
    yield { number, type, start: from, end: at };
  }
}
