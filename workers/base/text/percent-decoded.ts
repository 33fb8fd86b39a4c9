/** Decodes `%20` and the like; returns a text that has a bare `%` as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
