/** Encodes any text as a name that every file system accepts and keeps distinct from others. */

/** Keeps small letters, digits, "_" and "-"; encodes each other byte of the UTF-8 as "%" and two hex digits. */
export const portableName = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^a-z0-9_-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Returns undefined for a name that `portableName` does not produce. */
export function textOfPortableName(name: string): string | undefined {
  try {
    const text = decodeURIComponent(name);
    return portableName(text) === name ? text : undefined;
  } catch {
    return undefined;
  }
}
