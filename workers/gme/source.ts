/** Reads a file that may contain anything: every offset and count is checked before it is used. */
import { TonstiftError } from '../base/errors.js';

/** Synchronous random access to the bytes of a file. */
export interface GmeSource {
  /** Bytes. */
  readonly size: number;
  /** Returns exactly `length` bytes. Only called for ranges inside the file. May share memory with later results. */
  read(offset: number, length: number): Uint8Array;
}

export const bytesSource = (bytes: Uint8Array): GmeSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** `0x0000238B` */
export const hex = (value: number, digits = 8): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;

/** Creates the error for an impossible value in the file. */
export function malformed(sentence: string): TonstiftError {
  return new TonstiftError('bad_field', `Invalid GME file: ${sentence}`, { gme: sentence });
}

const pageBytes = 4096;
const cachedPages = 1024;
/**
 * Limit for scripts and lists. The largest commercial files need about 2 MiB; a file with more refers to the same bytes
 * repeatedly.
 */
const mostStructureBytes = 4 * 1024 * 1024;

export interface CheckedFile {
  readonly size: number;
  /** @throws TonstiftError if the structure would begin after the end of the file */
  at(offset: number, what: string): Cursor;
}

/** Reads forward from an offset; each read throws TonstiftError if the file ends first. */
export interface Cursor {
  readonly offset: number;
  u8(): number;
  u16(): number;
  u32(): number;
  /** Returns a copy. */
  bytes(length: number): Uint8Array;
  /** @throws TonstiftError if `count` entries of `entryBytes` do not fit into the rest of the file */
  room(count: number, entryBytes: number): void;
}

export function checkedFile(source: GmeSource): CheckedFile {
  const pages = new Map<number, Uint8Array>();
  let page: Uint8Array = new Uint8Array(0);
  let pageStart = 0;
  let structureBytes = 0;

  function byteAt(offset: number): number {
    if (offset < pageStart || offset >= pageStart + page.length) {
      pageStart = offset - (offset % pageBytes);
      page = pages.get(pageStart) ?? load(pageStart);
    }
    return page[offset - pageStart] as number;
  }

  function load(start: number): Uint8Array {
    if (pages.size >= cachedPages) pages.clear();
    const bytes = Uint8Array.from(source.read(start, Math.min(pageBytes, source.size - start)));
    pages.set(start, bytes);
    return bytes;
  }

  function at(start: number, what: string): Cursor {
    let offset = start;
    if (start > source.size) {
      throw malformed(`${what} should be at ${hex(start)}, but the file ends at ${hex(source.size)}.`);
    }
    function room(count: number, entryBytes: number): void {
      if (offset + count * entryBytes <= source.size) return;
      const wanted = count === 1 ? '' : ` ${count} entries of`;
      throw malformed(
        `${what} at ${hex(start)} has${wanted} ${entryBytes} bytes at ${hex(offset)}, ` +
          `but the file ends at ${hex(source.size)}.`,
      );
    }
    function uint(count: number): number {
      room(1, count);
      structureBytes += count;
      if (structureBytes > mostStructureBytes) {
        throw malformed(
          `${what} at ${hex(start)} exceeds the limit of ${mostStructureBytes} bytes for scripts and lists.`,
        );
      }
      let value = 0;
      for (let i = count - 1; i >= 0; i--) value = value * 256 + byteAt(offset + i);
      offset += count;
      return value;
    }
    return {
      get offset() {
        return offset;
      },
      u8: () => uint(1),
      u16: () => uint(2),
      u32: () => uint(4),
      bytes: (length) => {
        room(1, length);
        return Uint8Array.from({ length }, () => uint(1));
      },
      room,
    };
  }

  return { size: source.size, at };
}
