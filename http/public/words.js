/* Searches texts of the page. The server uses the same rules for the library. */

/** @type {Record<string, string>} */
const bare = {
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
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};
/** @type {Record<string, string>} */
const spelled = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** @type {(text: string) => string} */
const withoutAccents = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıħŧŋς’‘–—]/g, (letter) => bare[letter] ?? letter);

/**
 * The two spellings of a text for the search.
 * @type {(text: string) => [string, string]}
 */
function bothWays(text) {
  const small = text.normalize('NFKC').toLowerCase();
  return [withoutAccents(small), withoutAccents(small.replace(/[äöüøå]/g, (letter) => spelled[letter] ?? letter))];
}

/**
 * Whether a text contains every word of the query, ignoring case and accents.
 * @type {(query: string) => (text: string) => boolean}
 */
export function finder(query) {
  const words = query.split(/\s+/).filter(Boolean).map(bothWays);
  return (text) => {
    const searched = bothWays(text).join('\n');
    return words.every(([one, other]) => searched.includes(one) || searched.includes(other));
  };
}
