/** Parses the Range header. Pure. */

/** Bytes, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the range of a Range header. `whole` if there is no header, or if it is malformed, not in bytes, or has
 * several ranges (RFC 9110 lets a server ignore those). `unsatisfiable` if the range is beyond the end.
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
