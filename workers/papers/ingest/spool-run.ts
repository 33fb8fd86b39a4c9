/** A sorted batch of a spool (`spool.ts`): one paper a line, read in parts. */
import type { FileHandle } from 'node:fs/promises';
import { readFully } from '../../base/files/open-file.js';
import type { Paper } from '../types.js';

/** Bytes: some fifteen papers, of each of a hundred runs. */
export const readAtOnce = 32 * 1024;
const lineFeed = 0x0a;

export class SpoolRun {
  /** Those that were read, and how many of them were taken. */
  private papers: Paper[] = [];
  private taken = 0;

  /**
   * @param number of all runs of a spool
   * @param from bytes in the file, as is `to`: behind the last line
   */
  constructor(
    private readonly file: FileHandle,
    private readonly number: number,
    private from: number,
    private readonly to: number,
  ) {}

  /** All that were read are taken; after `fill`: there are no more. */
  get isDry(): boolean {
    return this.taken === this.papers.length;
  }

  take(): Paper {
    return this.papers[this.taken++] as Paper;
  }

  /** Of neither all may be taken. */
  isBefore(other: SpoolRun): boolean {
    const [own, its] = [this.papers[this.taken] as Paper, other.papers[other.taken] as Paper];
    return own.uid < its.uid || (own.uid === its.uid && this.number < other.number);
  }

  /**
   * Reads on, when all are taken.
   * @param room of `readAtOnce`, for one at a time: buffers that come and go leave the process larger than it need be
   */
  async fill(room: Buffer): Promise<void> {
    this.papers = [];
    this.taken = 0;
    for (let size = readAtOnce; this.papers.length === 0 && this.from < this.to; size *= 2) {
      const wanted = Math.min(size, this.to - this.from);
      const bytes = wanted <= room.length ? room.subarray(0, wanted) : Buffer.allocUnsafe(wanted);
      const read = await readFully(this.file, bytes, this.from);
      if (read < bytes.length) throw new Error('the file of papers on their way was cut off');
      // A line that is longer than this is read with more.
      const end = bytes.lastIndexOf(lineFeed) + 1;
      this.papers = linesOf(bytes.subarray(0, end)).map((line) => JSON.parse(line) as Paper);
      this.from += end;
    }
  }
}

const linesOf = (bytes: Buffer): string[] =>
  bytes.length === 0 ? [] : bytes.toString('utf8', 0, bytes.length - 1).split('\n');
