/** The part of a file that a request asks for. Pure. */

/** Bytes, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * One range of a Range header; `whole` where there is none, it is not in bytes, malformed, or asks for several
 * (RFC 9110 lets a server ignore those); `unsatisfiable` where it lies beyond the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (end < start && last !== '') return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}
