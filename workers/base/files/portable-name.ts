/** Names of any text for files and folders, which every file system takes and keeps apart from others. */

/** All but small letters, digits, "_" and "-" become "%" and two hex digits for each byte of their UTF-8. */
export const portableName = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^a-z0-9_-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Undefined for a name that `portableName` does not give. */
export function textOfPortableName(name: string): string | undefined {
  try {
    const text = decodeURIComponent(name);
    return portableName(text) === name ? text : undefined;
  } catch {
    return undefined;
  }
}
