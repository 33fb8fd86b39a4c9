/**
 * A value for a sentence: JSON, cut where it is long.
 * @param longest characters
 */
export function shown(value: unknown, longest = 60): string {
  // JSON has neither NaN nor a bigint.
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  if (text === undefined) return value === undefined ? 'nothing' : typeof value;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
