/**
 * Formats a value for a sentence: JSON, shortened if long. Never throws.
 * @param longest characters
 */
export function shown(value: unknown, longest = 60): string {
  // JSON has neither NaN nor bigint.
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : json(value);
  if (text === undefined) return value === undefined ? 'nothing' : typeof value;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** JSON fails for values that are circular, nested too deep or contain a bigint. */
function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}
