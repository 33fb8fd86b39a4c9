/** Reads numbers in words (German, English, French, Dutch) and in Roman numerals. Pure. */

const list = (words: string): string[] => words.split(' ');

/** The words for 1 to 20 in each language. */
const german = list(
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
    'achtzehn neunzehn zwanzig',
);
const english = list(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty',
);
const french = list(
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit ' +
    'dix-neuf vingt',
);
const dutch = list(
  'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien ' +
    'achttien negentien twintig',
);
/** The tens from 20 to 60 in the same languages. */
const tens = [
  ['zwanzig', 'twenty', 'vingt', 'twintig'],
  ['dreißig', 'thirty', 'trente', 'dertig'],
  ['vierzig', 'forty', 'quarante', 'veertig'],
  ['fünfzig', 'fifty', 'cinquante', 'vijftig'],
  ['sechzig', 'sixty', 'soixante', 'zestig'],
] as const;

const inEnglish: Record<string, string> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
};
const englishOrdinal = (word: string): string => inEnglish[word] ?? `${word.replace(/y$/, 'ie')}th`;
const frenchOrdinal = (word: string): string =>
  `${word.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv')}ième`;

interface Numeral {
  value: number;
  isOrdinal: boolean;
}

const numerals = new Map<string, Numeral>();
const put = (value: number, isOrdinal: boolean, words: readonly string[]): void => {
  for (const word of words) if (!numerals.has(word)) numerals.set(word, { value, isOrdinal });
};

put(1, true, ['erste', 'premier', 'première', 'premiere', 'eerste']);
put(2, true, ['second', 'seconde']);
put(3, true, ['dritte', 'derde']);
put(7, true, ['siebte']);
put(8, true, ['achte', 'achtste']);
put(1, false, ['une', 'één']);
put(2, false, ['zwo']);
for (const [at, word] of german.entries()) {
  const [inFrench = '', inDutch = ''] = [french[at], dutch[at]];
  put(at + 1, false, [word, english[at] ?? '', inFrench, inDutch]);
  put(at + 1, true, [`${word}te`, englishOrdinal(english[at] ?? ''), frenchOrdinal(inFrench), `${inDutch}de`]);
}
for (const [at, [ofGerman, ofEnglish, ofFrench, ofDutch]] of tens.entries()) {
  const ten = 20 + 10 * at;
  put(ten, false, [ofGerman, ofEnglish, ofFrench, ofDutch]);
  put(ten, true, [`${ofGerman}ste`, englishOrdinal(ofEnglish), frenchOrdinal(ofFrench), `${ofDutch}ste`]);
  for (let unit = 1; unit < 10; unit++) {
    const [inGerman = '', inFrench = '', inDutch = ''] = [german, french, dutch].map((words) => words[unit - 1]);
    const and = `${ofFrench}-${unit === 1 ? 'et-' : ''}`;
    const whole = `${unit === 1 ? 'ein' : inGerman}und${ofGerman}`;
    const wholeInDutch = `${inDutch}${inDutch.endsWith('e') ? 'ën' : 'en'}${ofDutch}`;
    put(ten + unit, false, [whole, wholeInDutch, `${ofEnglish}-${english[unit - 1]}`, `${and}${inFrench}`]);
    put(ten + unit, true, [`${whole}ste`, `${wholeInDutch}ste`, `${and}${frenchOrdinal(inFrench)}`]);
    put(ten + unit, true, [`${ofEnglish}-${englishOrdinal(english[unit - 1] ?? '')}`]);
  }
}

const wordsOf = (isOrdinal: boolean): string[] =>
  [...numerals].filter(([, numeral]) => numeral.isOrdinal === isOrdinal).map(([word]) => word);

/** `zwölf`, `twelve` … */
export const cardinalWords = wordsOf(false);
/** `zwölfte`, `twelfth` … The German ones may have other endings. */
export const ordinalWords = wordsOf(true);

/** Reads `zwölf`, `Dritter`, `twenty-first`, `deuxième`, `eerste`; null for any other word. */
export function numeralIn(text: string): Numeral | null {
  const word = text.normalize('NFC').toLowerCase();
  const forms = [word, word.replace(/^(.*e)[rsnm]$/, '$1')];
  const found = [...forms, ...forms.map(withUmlauts)].map((form) => numerals.get(form));
  return found.find((numeral) => numeral !== undefined) ?? null;
}

const withUmlauts = (word: string): string => word.replace('ue', 'ü').replace('oe', 'ö').replace('ssig', 'ßig');

const roman = /^(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/i;
const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** Reads I to XCIX in upper or lower case; null for any other text. */
export function romanIn(text: string): number | null {
  if (text === '' || !roman.test(text)) return null;
  const digits = [...text.toUpperCase()].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}
