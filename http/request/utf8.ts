/** Decodes text that has one char per byte; undefined if it is not valid UTF-8. A byte order mark is dropped. */
export function utf8Of(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}
