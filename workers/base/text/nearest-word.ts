/** For hints like "Did you mean …?". Returns the known word within two edits. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  return known
    .map((name) => ({ name, away: distance(word, name) }))
    .filter(({ away }) => away <= 2)
    .sort((a, b) => a.away - b.away)[0]?.name;
}

/** Levenshtein distance, row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
