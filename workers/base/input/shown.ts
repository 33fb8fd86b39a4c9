/**
 * A value for a sentence: JSON, cut where it is long. Never throws.
 * @param longest characters
 */
export function shown(value: unknown, longest = 60): string {
  // JSON has neither NaN nor a bigint.
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : json(value);
  if (text === undefined) return value === undefined ? 'nothing' : typeof value;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** What goes in a circle, is nested too deep, or holds a bigint is none. */
function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}
