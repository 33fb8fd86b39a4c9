/** Words found in texts as people type them: whatever the case and the accents, `ae` for `ä` and `ä` for `ae`. Pure. */

/** What has no accent that could be left out. */
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
  // At the end of a word, that goes on when it is typed on.
  ς: 'σ',
  // As they are on keyboards.
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};
/** As it is written where the letters are missing. */
const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

const lower = (text: string): string => text.normalize('NFKC').toLowerCase();

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıħŧŋς’‘–—]/g, (letter) => bare[letter] ?? letter);

const spelledOut = (text: string): string =>
  withoutAccents(text.replace(/[äöüøå]/g, (letter) => spelled[letter] ?? letter));

/** A text of several lines in the two ways in which it may be looked for: a line is there twice where they differ. */
export function searchable(text: string): string {
  const lines = lower(text)
    .split('\n')
    .flatMap((line) => [...new Set([withoutAccents(line), spelledOut(line)])]);
  return lines.join('\n');
}

/** Whether every word of the query is in what `searchable` made of a text. */
export function finder(query: string): (searched: string) => boolean {
  const words = lower(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [...new Set([withoutAccents(word), spelledOut(word)])]);
  return (searched) => words.every((ways) => ways.some((word) => searched.includes(word)));
}
