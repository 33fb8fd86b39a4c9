/**
 * Text as it is compared without regard to case, the same on every database because it is done here: Unicode case
 * folding through upper case (`ß` → `SS` → `ss`, `ﬁ` → `FI` → `fi`), a final sigma like any other, accents composed.
 * The first lower-casing is for `ẞ`, which has no upper case.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
