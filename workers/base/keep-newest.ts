/** Removes the oldest entries of a map, in the order in which they were added, until at most `most` are left. */
export function keepNewest<Key>(
  entries: Map<Key, unknown>,
  most: number,
  remove = (key: Key): void => void entries.delete(key),
): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    remove(oldest);
  }
}
