/**
 * Reads the pages of an SQLite file without SQLite, which stops at the first bad page of a tree: a bad page that is not
 * a leaf would lose all rows below it. Here it loses nothing. https://www.sqlite.org/fileformat2.html
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { systemCodeOf } from '../../../base/errors.js';

/** The first byte of a page that holds rows of a table. */
const leafOfTable = 13;
const usualPageBytes = 4096;

export const isSqliteHead = (head: Buffer): boolean => head.toString('latin1', 0, 16) === 'SQLite format 3\0';

/** A file with what its WAL adds. Missing bytes are zeros. */
export class Pages {
  private readonly file: number;
  private readonly wal: number | undefined;
  /** The offset of the newest committed version of a page in the WAL. */
  private readonly newer = new Map<number, number>();
  private readonly count: number;
  readonly pageBytes: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;

  /** @throws the system's error */
  constructor(path: string) {
    this.file = openSync(path, 'r');
    this.wal = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, 'r') : undefined;
    const [head, walHead] = [Buffer.alloc(100), Buffer.alloc(32)];
    readSync(this.file, head, 0, 100, 0);
    if (this.wal !== undefined) readSync(this.wal, walHead, 0, 32, 0);
    this.pageBytes = pageBytesIn(head.readUInt16BE(16)) ?? pageBytesIn(walHead.readUInt32BE(8)) ?? usualPageBytes;
    this.usable = this.pageBytes - (head[20] as number);
    this.readWal(walHead);
    this.count = [...this.newer.keys()].reduce(
      (most, number) => Math.max(most, number),
      Math.ceil(fstatSync(this.file).size / this.pageBytes),
    );
  }

  close(): void {
    closeSync(this.file);
    if (this.wal !== undefined) closeSync(this.wal);
  }

  /**
   * A page that the disk cannot read is zeros.
   * @param number from 1
   */
  page(number: number): Buffer {
    const page = Buffer.alloc(this.pageBytes);
    const at = this.newer.get(number);
    try {
      if (at !== undefined && this.wal !== undefined) readSync(this.wal, page, 0, page.length, at);
      else readSync(this.file, page, 0, page.length, (number - 1) * this.pageBytes);
    } catch (error) {
      if (systemCodeOf(error) !== 'EIO') throw error;
      page.fill(0);
    }
    return page;
  }

  /** Yields the pages with rows, without those on the list of free pages: these hold deleted rows. */
  *leaves(): Generator<{ page: Buffer; head: number }> {
    const free = this.freePages();
    for (let number = 1; number <= this.count; number++) {
      if (free.has(number)) continue;
      const page = this.page(number);
      // The first page begins with the head of the file.
      const head = number === 1 ? 100 : 0;
      if (page[head] === leafOfTable) yield { page, head };
    }
  }

  /** Pages on the list: each trunk names the next one, and free pages. */
  private freePages(): Set<number> {
    const free = new Set<number>();
    for (let trunk = this.page(1).readUInt32BE(32); trunk > 0 && trunk <= this.count && !free.has(trunk);) {
      free.add(trunk);
      const page = this.page(trunk);
      const named = Math.min(page.readUInt32BE(4), this.pageBytes / 4 - 2);
      for (let n = 0; n < named; n++) free.add(page.readUInt32BE(8 + n * 4));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  /**
   * A frame counts if it, or one after it, ends a transaction. Frames of another run have other salts. SQLite ignores
   * everything after a bad frame; here only that frame is missing.
   */
  private readWal(walHead: Buffer): void {
    if (this.wal === undefined || walHead.readUInt32BE(8) !== this.pageBytes) return;
    const salts = walHead.subarray(16, 24);
    const frame = Buffer.alloc(24);
    const transaction = new Map<number, number>();
    for (let at = 32; readSync(this.wal, frame, 0, 24, at) === 24; at += 24 + this.pageBytes) {
      if (!frame.subarray(8, 16).equals(salts)) continue;
      transaction.set(frame.readUInt32BE(0), at + 24);
      if (frame.readUInt32BE(4) === 0) continue;
      for (const [number, where] of transaction) this.newer.set(number, where);
      transaction.clear();
    }
  }
}

/** A power of two from 512 to 65,536, which is written as 1. */
export function pageBytesIn(given: number): number | undefined {
  const bytes = given === 1 ? 65_536 : given;
  return bytes >= 512 && bytes <= 65_536 && Number.isInteger(Math.log2(bytes)) ? bytes : undefined;
}
