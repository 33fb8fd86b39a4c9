/** Parses texts and numbers of a foreign database, which may contain anything. Pure. */

const longest = 300;

/** Converts to one line, cut to the maximum length of a title on a page. */
export function line(text: string | null): string {
  const plain = (text ?? '').toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return [...plain.trim()].slice(0, longest).join('').trim();
}

/** Parses an integer from `least` to `most`; returns null for anything else. */
export function whole(text: string | null, least: number, most: number): number | null {
  const digits = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(text ?? '')?.[1];
  const value = digits === undefined ? NaN : Number(digits);
  return value >= least && value <= most ? value : null;
}

/** Parses `1957`, `1999-05-01`; returns null if there is no year. */
export function year(text: string | null): number | null {
  const value = Number(/^\s*(\d{4})(?!\d)/.exec(text ?? '')?.[1] ?? 0);
  return value === 0 ? null : value;
}
