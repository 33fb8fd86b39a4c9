/**
 * Returns the FTS5 query for a column that may contain a text; null for fewer than three characters, which the trigram
 * index cannot find. Uses adjacent trigrams and the last one: all overlapping ones would exclude few more rows and take
 * three times as long.
 */
export function matchOf(column: string, text: string): string | null {
  const characters = [...text];
  if (characters.length < 3) return null;
  const starts = new Set([...characters.keys()].filter((at) => at % 3 === 0 && at + 3 <= characters.length));
  starts.add(characters.length - 3);
  const trigrams = new Set([...starts].map((at) => characters.slice(at, at + 3).join('')));
  return `{${column}} : (${[...trigrams].map((one) => `"${one.replaceAll('"', '""')}"`).join(' AND ')})`;
}
