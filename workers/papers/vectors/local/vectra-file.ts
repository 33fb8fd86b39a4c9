/**
 * Reads an index file as vectra's ProtobufCodec writes it, without vectra: importing vectra takes half a second and
 * 100 MB, and its own reader makes eight bytes of each of the vectors' four. The messages, from vectra 0.15's
 * `codecs/schemas/index.proto`:
 *
 *   IndexData      1 version uint32   2 metadata_config   3 items repeated IndexItem
 *   IndexItem      1 id string   2 metadata map<string, MetadataValue>   3 vector repeated float packed
 *                  4 norm double   5 metadata_file string
 *   MetadataValue  1 string_value   2 number_value double   3 bool_value
 *
 * A map's entries are messages: 1 key, 2 value. A missing field has the zero of its type.
 *
 * A record keeps its own keys in vectra's metadata, so that vectra's filters work on them. `#document` and `#order` are
 * ours. Keys that begin with "#", and `__proto__`, which JavaScript treats specially, get "##" in front.
 */
import { createCursor, ProtobufError } from '../../../base/input/protobuf.js';
import type { Metadata } from '../types.js';

export interface VectraItem {
  id: string;
  metadata: [key: string, value: string | number | boolean][];
  head: { start: number; end: number };
  /** Little-endian 32-bit floats; null if the part read has none. */
  vector: { start: number; bytes: number } | null;
}

/** @param keys of the metadata to read; all if left out. The others are skipped, which is much faster. */
export function readIndex(file: Buffer, keys?: readonly string[]): VectraItem[] {
  const items: VectraItem[] = [];
  const readItemAt = itemReader(file, keys);
  const index = createCursor(file, 0, file.length);
  while (index.next()) {
    if (index.number === 3 && index.type === 2) items.push(readItemAt(index.start, index.end));
  }
  return items;
}

export function readItem(bytes: Buffer): VectraItem {
  return itemReader(bytes)(0, bytes.length);
}

function itemReader(file: Buffer, keys?: readonly string[]): (start: number, end: number) => VectraItem {
  // Reused for each item: a shard has some ten thousand messages.
  const [field, part, content] = [createCursor(file), createCursor(file), createCursor(file)];

  const wanted = keys?.map((key) => Buffer.from(key));

  function isWanted(): boolean {
    const length = part.end - part.start;
    return (
      wanted === undefined ||
      wanted.some((key) => key.length === length && file.compare(key, 0, length, part.start, part.end) === 0)
    );
  }

  function readValue(): VectraItem['metadata'][number][1] {
    let value: string | number | boolean = '';
    content.enter(part.start, part.end);
    while (content.next()) {
      const { number, type, start, end } = content;
      if (number === 1 && type === 2) value = file.toString('utf8', start, end);
      else if (number === 2 && type === 1) value = file.readDoubleLE(start);
      else if (number === 3 && type === 0) value = file[start] !== 0;
    }
    return value;
  }

  function readEntry(): VectraItem['metadata'][number] | undefined {
    const entry: VectraItem['metadata'][number] = ['', ''];
    // Nearly all entries begin with their key, and nearly all other keys differ in length.
    const [first, length] = [file[field.start], file[field.start + 1]];
    if (wanted !== undefined && first === 0x0a && !wanted.some((key) => key.length === length)) return undefined;
    part.enter(field.start, field.end);
    while (part.next()) {
      if (part.type !== 2) continue;
      if (part.number === 2) entry[1] = readValue();
      if (part.number !== 1) continue;
      if (!isWanted()) return undefined;
      entry[0] = file.toString('utf8', part.start, part.end);
    }
    return entry;
  }

  function readVector(): VectraItem['vector'] {
    const bytes = field.end - field.start;
    if (field.type !== 2 || bytes % 4 !== 0) throw new ProtobufError('a vector is not packed as 32-bit floats');
    return { start: field.start, bytes };
  }

  return (start, end) => {
    const item: VectraItem = { id: '', metadata: [], head: { start, end: start }, vector: null };
    field.enter(start, end);
    while (field.next()) {
      if (field.number === 3) item.vector = readVector();
      else if (field.number === 5) throw new ProtobufError('an item keeps its metadata in a file of its own');
      else if (field.number <= 2 && field.type === 2) {
        if (field.number === 1) item.id = file.toString('utf8', field.start, field.end);
        else {
          const entry = readEntry();
          if (entry !== undefined) item.metadata.push(entry);
        }
        item.head.end = field.end;
      }
    }
    return item;
  };
}

export type ItemMetadata = Record<string, string | number>;

const documentKey = '#document';
export const orderKey = '#order';

const guarded = (key: string): string => (key.startsWith('#') || key === '__proto__' ? `##${key}` : key);

/** The key under which a file holds the metadata of a key. */
export const fileKey = (key: string): string => guarded(key.toWellFormed());

/** Lone surrogates have no UTF-8: they become U+FFFD, as in every text file. */
export function packMetadata(metadata: Metadata): ItemMetadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [fileKey(key), String(value ?? '').toWellFormed()]),
  );
}

/** @param order counts the records of a collection in the order in which they were first added */
export function packRecord(document: string, metadata: Metadata, order: number): ItemMetadata {
  return { ...packMetadata(metadata), [documentKey]: document.toWellFormed(), [orderKey]: order };
}

/** Leaves out the order, which is kept in memory. */
export function unpackRecord(entries: VectraItem['metadata']): { document: string; metadata: Metadata } {
  let document = '';
  const metadata: [string, string][] = [];
  for (const [packed, value] of entries) {
    if (packed === documentKey) document = String(value);
    else if (packed !== orderKey) metadata.push([packed.startsWith('##') ? packed.slice(2) : packed, String(value)]);
  }
  return { document, metadata: Object.fromEntries(metadata) };
}
