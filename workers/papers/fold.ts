/**
 * Folds case for comparisons. Done here so that every database gives the same result. Uses Unicode case folding through
 * upper case (`ß` → `SS` → `ss`, `ﬁ` → `FI` → `fi`), treats a final sigma like any other, and composes accents. The
 * first lower-casing is for `ẞ`, which has no upper case.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/**
 * Drops the accents of a letter beyond thirty. Unicode has the same limit
 * (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format): composing letters sorts their accents, and a hundred
 * thousand on one letter take seconds.
 */
export const withFewAccents = (text: string): string => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

/**
 * The same letters and digits with other code points: Arabic presentation forms, full and half width, raised and
 * lowered (`CO₂`, `m²`), and those of formulas (`ℓ₁`, `𝑘`, `ℝ`).
 */
const otherForms = /[\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffdc²³¹\u2070-\u209cℂℓℕℙℚℝℤ\u{1d400}-\u{1d7ff}]+/gu;

/** Soft hyphens and joiners: they change how a word is drawn, but not the word. */
const joiners = /\u00ad|\u200c|\u200d|\u2060/g;

/**
 * Scripts whose marks are accents and vowel points, which people omit when they type. In other scripts a mark is a
 * vowel or makes another letter (が is not か), so it is kept.
 */
const accented = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Armn}\p{sc=Zyyy}]/u;

/** A character, with its marks, of a script without spaces between words. */
const unspaced =
  /(?=[\p{L}\p{N}])[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*/u;
const everyUnspaced = new RegExp(unspaced, 'gu');

/**
 * Returns true if the text contains a script without spaces between words: Chinese, Japanese, Thai, Lao, Khmer,
 * Burmese.
 */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** Letters that Unicode does not decompose, as people type them without these keys. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h' },
};
const barred = /[æœøđðþłħ]/g;

/** Folds case, accents, vowel points and other code points of the same letter: `Ø` → `o`, `ß` → `ss`. */
export function foldWord(text: string): string {
  const folded = foldCase(text);
  // ASCII has no accents or other forms.
  if (!/[^\0-\x7f]/.test(folded)) return folded;
  return folded
    .replace(joiners, '')
    .replace(otherForms, (letters) => letters.normalize('NFKC'))
    .normalize('NFD')
    .replace(/(\P{M}?)(\p{M}+)/gu, (all, base: string) => (base === '' || accented.test(base) ? base : all))
    .normalize('NFC')
    .replace(barred, (letter) => plainLetters[letter] ?? letter);
}

/** `C++`, `C#`, `F*`, `A*`: a single letter and a sign that is part of the name. */
const signed = /(?<![\p{L}\p{N}\p{M}*])([a-z])(\+\+|#|\*)(?![\p{L}\p{M}])/gu;
const signNames: Readonly<Record<string, string>> = { '++': 'plusplus', '#': 'sharp', '*': 'star' };

/**
 * Folds a text for the word index. Queries and texts must both use it. Each character of a script without spaces
 * becomes a word, so that a sequence is found anywhere in a text. `C++` becomes a word of letters, because the
 * databases drop signs.
 *
 * If the result of this function changes, add a migration that indexes all papers again (`sql/migrations.ts`), and one
 * that fills in their identifiers again: their titles are folded with it (`identity/same-paper.ts`).
 */
export function foldWords(text: string): string {
  const folded = foldWord(text).replace(everyUnspaced, ' $& ');
  if (!/[+#*]/.test(folded)) return folded;
  return folded.replace(signed, (_, letter: string, sign: string) => `${letter}${signNames[sign] ?? ''} `);
}
