/**
 * Text as it is compared without regard to case, the same on every database because it is done here: Unicode case
 * folding through upper case (`ß` → `SS` → `ss`, `ﬁ` → `FI` → `fi`), a final sigma like any other, accents composed.
 * The first lower-casing is for `ẞ`, which has no upper case.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Arabic letters by their form, and letters of full and half width: the same letters in another encoding. */
const otherForms = /[\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffdc]+/g;

/** Soft hyphens and joiners: they change how a word is drawn, not which word it is. */
const joiners = /\u00ad|\u200c|\u200d|\u2060/g;

/**
 * The scripts whose marks are accents and vowel points, which people leave out when they type. In all others a mark is
 * a vowel or makes another letter (が is not か), and stays.
 */
const accented = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Armn}\p{sc=Zyyy}]/u;

/** A character of a script that puts no blanks between words, with its marks. */
const unspaced =
  /(?=[\p{L}\p{N}])[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*/u;
const everyUnspaced = new RegExp(unspaced, 'gu');

/** Whether the script of some of it puts no blanks between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** Without case, accents, vowel points and other encodings of the same letter. ø, ł and the like have no accents. */
export function foldWord(text: string): string {
  const folded = foldCase(text);
  // ASCII has nothing more to fold.
  if (!/[^\0-\x7f]/.test(folded)) return folded;
  return folded
    .replace(joiners, '')
    .replace(otherForms, (letters) => letters.normalize('NFKC'))
    .normalize('NFD')
    .replace(/(\P{M}?)(\p{M}+)/gu, (all, base: string) => (base === '' || accented.test(base) ? base : all))
    .normalize('NFC');
}

/**
 * A text as the index of words has it. Queries and texts both go through here. Characters of scripts without blanks
 * become words of one character, so that a row of them is found wherever it is in a text.
 *
 * A change of what this returns needs a migration that takes all papers in again (`sql/migrations.ts`).
 */
export const foldWords = (text: string): string => foldWord(text).replace(everyUnspaced, ' $& ');
