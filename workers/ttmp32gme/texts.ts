/** Texts and numbers of a foreign database: any program, and any hand, may have written them. Pure. */

const longest = 300;

/**
 * Version 1 wrote Latin-1 into some texts, which is no UTF-8 as soon as there is an umlaut in it.
 * @param bytes as they stand in the database
 */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** On one line, and not longer than a title may be on a page. */
export function line(text: string | null): string {
  const plain = (text ?? '').toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return [...plain.trim()].slice(0, longest).join('').trim();
}

/** A whole number from `least` to `most`; null for anything else. */
export function whole(text: string | null, least: number, most: number): number | null {
  const digits = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(text ?? '')?.[1];
  const value = digits === undefined ? NaN : Number(digits);
  return value >= least && value <= most ? value : null;
}

/** `1957`, `1999-05-01`; null where there is none. */
export function year(text: string | null): number | null {
  const value = Number(/^\s*(\d{4})(?!\d)/.exec(text ?? '')?.[1] ?? 0);
  return value === 0 ? null : value;
}
