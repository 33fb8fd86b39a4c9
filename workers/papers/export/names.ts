/** Splits names into the parts by which reference managers sort. */
import { isGroup } from '../ingest/authors.js';

export interface NameParts {
  /** Includes particles such as "van der". */
  family: string;
  given: string;
  suffix: string;
}

const isParticle = (word: string): boolean => /^\p{Ll}/u.test(word);
/** Chinese, Japanese and Korean names have the family name first. */
const isInHanOrHangul = (word: string): boolean => /^[\p{sc=Hani}\p{sc=Hang}]+$/u.test(word);
const isSuffix = (word: string): boolean => /^(jr|sr|ii|iii|iv|2nd|3rd|4th|ph\.?d)\.?$/i.test(word);

/** A group, and a name with a comma or "and" that may be one. Formats with parts of names write it as a whole. */
export const isWhole = (name: string): boolean => /,|\band\b/i.test(name) || isGroup(name);

/** Family names that some lists write in capitals: "Wei LI". Equal initials are left where they are. */
const shortFamilies: ReadonlySet<string> = new Set(
  (
    'AI AN AO BA BI BO BU DI DO DU FU GE GU HA HE HO HU JI JO JU KE KO LE LI LO LU LV LY MA MI MO MU NG NI OH OU ' +
    'PI PU QI QU RA RO RU SO SU TO TU UM VO VU WU XI XU YE YI YU'
  ).split(' '),
);

/** Capitals with dots; a single capital; capitals without dots that are no family name. */
function isInitials(word: string): boolean {
  if (/^\p{Lu}(?:\.-?\p{Lu}){0,2}\.$/u.test(word) || /^\p{Lu}$/u.test(word)) return true;
  if (/^\p{Lu}{2}$/u.test(word)) return !shortFamilies.has(word);
  // A family name has a vowel: "John COX".
  return /^\p{Lu}{3}$/u.test(word) && !/[AEIOUY]/.test(word.normalize('NFD'));
}

/**
 * Returns true for "Smith J.", "van der Meer J.W." and "Garcia Lopez M", as PubMed and Embase write names. A single
 * initial after a name with a hyphen may be a shortened family name: "Jean-Luc P.". A numeral after two names may count
 * generations.
 */
function hasInitialsLast(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).filter((word) => !isParticle(word));
  if (!isInitials(last) || before.length < 1 || before.length > 2) return false;
  if (words.join(' ') === 'Malcolm X' || !before.every((word) => /\p{Ll}/u.test(word))) return false;
  if (before.length === 2 && /^[IVX]+$/.test(last)) return false;
  return !/^\p{Lu}\.?$/u.test(last) || before.every((word) => !/\p{Pd}/u.test(word));
}

/**
 * "Ada Lovelace" becomes Lovelace, Ada. A family name begins with the first word in lower case, as in BibTeX: de Souza
 * Lima, Maria. A single word is a family name, and so is the whole name of a group. Initials at the end are given
 * names.
 */
export function nameParts(name: string): NameParts {
  const words = name.split(/\s+/).filter((word) => word !== '');
  if (isGroup(name)) return { family: words.join(' '), given: '', suffix: '' };
  const suffix = words.length > 2 && isSuffix(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  const [family = '', given = ''] = words;
  if (words.length === 2 && words.every((word) => isInHanOrHangul(word))) return { family, given, suffix };
  if (hasInitialsLast(words)) return { family: words.slice(0, -1).join(' '), given: words.at(-1) ?? '', suffix };
  const particle = words.findIndex((word, at) => at > 0 && isParticle(word));
  const first = particle === -1 ? Math.max(0, words.length - 1) : particle;
  return { family: words.slice(first).join(' '), given: words.slice(0, first).join(' '), suffix };
}
