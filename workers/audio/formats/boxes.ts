/** Boxes of MPEG-4 and QuickTime files (ISO 14496-12, 4.2). */
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';

export interface Box {
  type: string;
  /** Offset of the content. */
  start: number;
  /** Offset behind the box, which may be behind the end of the file. */
  end: number;
}

const mostBoxes = 10_000;

/** Reads the boxes from `from` to `to` in order. Stops at an invalid size. */
export async function* boxesIn(bytes: FileBytes, from: number, to: number): AsyncGenerator<Box> {
  let at = from;
  for (let count = 0; count < mostBoxes && at + 8 <= to; count++) {
    const head = await bytes.read(at, 16);
    if (head.length < 8) return;
    const view = viewOf(head);
    const short = view.getUint32(0);
    const isLong = short === 1 && head.length === 16;
    // A box of size 0 extends to the end of the file.
    const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? to - at : short;
    const start = at + (isLong ? 16 : 8);
    if (at + size < start) return;
    yield { type: asciiAt(head, 4, 4), start, end: at + size };
    at += size;
  }
}

/** Returns all boxes at a path below the given range, such as `moov/trak`. */
export async function boxesAt(bytes: FileBytes, [from, to]: [number, number], path: string): Promise<Box[]> {
  const [type, ...rest] = path.split('/');
  const found: Box[] = [];
  for await (const box of boxesIn(bytes, from, to)) {
    if (box.type !== type) continue;
    if (rest.length === 0) found.push(box);
    else for (const one of await boxesAt(bytes, [box.start, Math.min(box.end, to)], rest.join('/'))) found.push(one);
  }
  return found;
}
