/** Finds words in texts as people type them: ignores case and accents, and matches `ae` with `ä` both ways. Pure. */

/** Letters without an accent that Unicode could remove. */
const bare: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  // Final sigma: typing on turns it into σ.
  ς: 'σ',
  // As on keyboards.
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};
/** Spellings on keyboards without these letters. */
const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

const lower = (text: string): string => text.normalize('NFKC').toLowerCase();

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıħŧŋς’‘–—]/g, (letter) => bare[letter] ?? letter);

const spelledOut = (text: string): string =>
  withoutAccents(text.replace(/[äöüøå]/g, (letter) => spelled[letter] ?? letter));

/** Returns each line of a text in its two searchable forms; a line appears twice if they differ. */
export function searchable(text: string): string {
  const lines = lower(text)
    .split('\n')
    .flatMap((line) => [...new Set([withoutAccents(line), spelledOut(line)])]);
  return lines.join('\n');
}

/** Returns a check whether the result of `searchable` contains every word of the query. */
export function finder(query: string): (searched: string) => boolean {
  const words = lower(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [...new Set([withoutAccents(word), spelledOut(word)])]);
  return (searched) => words.every((ways) => ways.some((word) => searched.includes(word)));
}
