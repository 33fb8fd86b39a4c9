/** Reads the rows on the pages of an SQLite file. https://www.sqlite.org/fileformat2.html#record_format */
import { isOfSystem } from '../../../base/errors.js';
import type { Pages } from './pages.js';

/** A blob is undefined: no table of papers has one. */
export type Value = string | number | null | undefined;

/** Yields each row that can be read, of any table. */
export function* rowsOn(pages: Pages): Generator<Value[]> {
  for (const { page, head } of pages.leaves()) {
    const cells = page.readUInt16BE(head + 3);
    for (let n = 0; n < cells && head + 8 + n * 2 + 2 <= page.length; n++) {
      const row = rowAt(pages, page, page.readUInt16BE(head + 8 + n * 2));
      if (row !== undefined) yield row;
    }
  }
}

/** Returns undefined for a row that cannot be read. */
function rowAt(pages: Pages, page: Buffer, cell: number): Value[] | undefined {
  try {
    const length = varint(page, cell);
    const rowid = varint(page, length.end);
    return valuesOf(payload(pages, page, { start: rowid.end, length: length.value }));
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    // The bytes are not a row: a position beyond the page, or text that is not UTF-8.
    return undefined;
  }
}

/** Up to nine bytes, seven bits in each except the ninth. */
function varint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let n = 0; n < 8; n++) {
    const byte = bytes.readUInt8(at + n);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + n + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 };
}

/** More than the longest record of a paper. */
const longest = 64 * 1024 * 1024;

/** The bytes of a row: what does not fit into its page is on a chain of other pages. */
function payload(pages: Pages, page: Buffer, { start, length }: { start: number; length: number }): Buffer {
  if (length > longest) throw new RangeError('the row is too long');
  const { usable } = pages;
  const local = localBytes(length, usable);
  if (start + local > usable) throw new RangeError('the row is not within its page');
  const parts = [page.subarray(start, start + local)];
  let next = local < length ? page.readUInt32BE(start + local) : 0;
  for (let left = length - local; left > 0; left -= usable - 4) {
    if (next === 0) throw new RangeError('the chain of pages ends early');
    const other = pages.page(next);
    parts.push(other.subarray(4, 4 + Math.min(left, usable - 4)));
    next = other.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function localBytes(length: number, usable: number): number {
  const most = usable - 35;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const integerBytes = [0, 1, 2, 3, 4, 6, 8];

function valuesOf(record: Buffer): Value[] {
  const head = varint(record, 0);
  const values: Value[] = [];
  let at = head.value;
  for (let from = head.end; from < head.value;) {
    const type = varint(record, from);
    from = type.end;
    const bytes = bytesOf(type.value);
    if (at + bytes > record.length) throw new RangeError('the record is too short');
    values.push(valueOf(type.value, record.subarray(at, at + bytes)));
    at += bytes;
  }
  return values;
}

const bytesOf = (type: number): number =>
  type >= 12 ? Math.floor((type - 12) / 2) : type === 7 ? 8 : (integerBytes[type] ?? 0);

function valueOf(type: number, bytes: Buffer): Value {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type < 7) return bytes.length === 8 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length);
  return type % 2 === 1 ? utf8.decode(bytes) : undefined;
}
