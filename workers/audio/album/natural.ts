/** Natural order: 1, 2, 10. */

// A fixed locale, because the order must not depend on the machine.
const collator = new Intl.Collator('de', { numeric: true });

/** `Recording.mp3` precedes `Recording 2.mp3`, although a blank precedes a point. */
const withoutEnding = (name: string): string => name.replace(/\.[A-Za-z0-9]{1,8}$/, '');

function compareNames(a: string, b: string): number {
  return collator.compare(withoutEnding(a), withoutEnding(b)) || collator.compare(a, b);
}

/**
 * Compares paths folder by folder; the files of a folder precede its subfolders.
 * Never returns 0 for different paths.
 */
export function naturally(a: string, b: string): number {
  const left = a.split(/[/\\]/);
  const right = b.split(/[/\\]/);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const inFolderA = at < left.length - 1;
    const inFolderB = at < right.length - 1;
    if (inFolderA !== inFolderB) return inFolderA ? 1 : -1;
    const order = compareNames(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}
