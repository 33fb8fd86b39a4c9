/** Converts names from every source format to their spoken form: "Ada Lovelace". */
import { isRecord } from '../../base/input/record.js';
import { splitList } from '../values.js';
import { withoutHtml } from './text/html.js';
import { literalIn } from './text/literal.js';

/** Keys of an object that hold a whole name. */
const wholeKeys =
  'fullname full_name fullName full display_name name text literal #text author preferred_name CollectiveName ' +
  'collectiveName creator';

/** Keys of the parts, in the order in which they are spoken. */
const givenKeys =
  'given first first_name firstName firstname givenName given_name given-names forename forenames ForeName';
const middleKeys = 'middle middle_name middleName middlename';
const particleKeys = ['dropping-particle', 'non-dropping-particle particle von'];
const familyKeys = 'family last last_name lastName lastname familyName family_name surname keyname LastName';
const suffixKeys = 'suffix nameSuffix Suffix jr';

/** Texts in place of a name: of Scopus, Web of Science, PubMed, OpenReview; of programs in tables. */
const placeholders = [
  /^\[?(?:no authors? (?:names?|listed)(?: available)?|anonymous(?: authors?(?:\(s\))?)?|unknown authors?)\]?$/i,
  /^(?:n\/a|NA|nan|NaN|None|null|Anon\.?|et al\.?|\.{3}|…)$/,
];

/** Returns false for a placeholder such as "Anonymous". */
export const isNamed = (name: string): boolean => !placeholders.some((one) => one.test(name));

/** Returns the names in a list, an object or a text. Trims them and drops empty ones. */
export function namesIn(given: unknown): string[] {
  if (typeof given === 'string') return namesInText(given);
  if (Array.isArray(given)) return given.flatMap((one: unknown) => oneName(one));
  if (!isRecord(given)) return [];
  // {"author": [...]} of DBLP, or {"1": {...}, "2": {...}} for a list.
  const inner = given['author'] ?? given['authors'];
  if (inner !== undefined && typeof inner !== 'string') return namesIn(inner);
  const name = nameOfRecord(given);
  if (name !== '') return [name];
  return Object.values(given).flatMap((one) => oneName(one));
}

function oneName(one: unknown): string[] {
  if (typeof one === 'string') return splitList(plainName(one), ';').map(asSaid);
  if (Array.isArray(one)) return [nameOfParts(one)].filter((name) => name !== '');
  return isRecord(one) ? [nameOfRecord(one)].filter((name) => name !== '') : [];
}

function nameOfRecord(one: Readonly<Record<string, unknown>>): string {
  // An authorship of OpenAlex contains its author.
  if (isRecord(one['author'])) return nameOfRecord(one['author']);
  const partIn = (keys: string): string => {
    for (const key of keys.split(' ')) {
      const value = one[key];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return '';
  };
  const family = partIn(familyKeys);
  const whole = family === '' ? partIn(wholeKeys) : '';
  if (whole !== '') return asSaid(plainName(whole));
  const given = partIn(givenKeys);
  const parts = [given, ...[middleKeys, ...particleKeys].map(partIn), family, partIn(suffixKeys)];
  const filled = parts.filter((part) => part !== '');
  return filled.length === 2 && given !== '' && family !== '' ? spoken(given, family) : filled.join(' ');
}

const isChineseOrJapanese = (name: string): boolean => /^[\p{sc=Hani}\p{sc=Hira}]+$/u.test(name);
const isKorean = (name: string): boolean => /^\p{sc=Hang}+$/u.test(name);

/** 김철수, 이영희 and 山田太郎, 鈴木花子 are two people each. But 長宗我部, 元親 and 아인슈타인, 알베르트 are one person. */
function areWholeNames(first: string, second: string): boolean {
  if ([first, second].every(isKorean)) return /^.{3,4}$/.test(first) && /^.{2,4}$/.test(second);
  return [first, second].every(isChineseOrJapanese) && first.length > 3 && second.length > 2;
}

/**
 * "Ada Lovelace", but the family name first in 山田 太郎 and 홍길동; a Korean name is one word. A foreign name in Katakana
 * keeps its order.
 */
function spoken(given: string, family: string): string {
  if ([given, family].every(isKorean)) return family + given;
  return ([given, family].every(isChineseOrJapanese) ? `${family} ${given}` : `${given} ${family}`).trim();
}

/** [last, first, suffix, affiliations …], as in arXiv. */
function nameOfParts([last, first, suffix]: readonly unknown[]): string {
  const parts = [first, last, suffix].filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  const [given = '', family = '', ...rest] = parts.map((part) => part.trim());
  return [spoken(given, family), ...rest].join(' ');
}

/**
 * Decodes entities, because their ";" separates no names, and drops the numbers of affiliations: `One<sup>1</sup>`, and
 * "One, Ada (1); Two, Bo (1, 2)" in tables of Engineering Village. Scopus has its numbers of people there.
 */
export function plainName(name: string): string {
  const bare = name.replace(/ ?\(\d{1,12}(?:, ?\d{1,12}){0,30}\)/g, '');
  return /[<&]/.test(bare) ? withoutHtml(withoutHtml(bare.replace(/<sup>[^<]{0,40}<\/sup>/gi, ''))) : bare;
}

/** Words in names of groups. A group is one name, also with a comma or " and " in it. */
const groupWords = new RegExp(
  String.raw`\b(?:group|consortium|collaboration|committee|institutes?|department|university|society|association|` +
    String.raw`organi[sz]ation|network|ministry|agency|foundation|cent(?:er|re)s?|council|initiative|investigators|` +
    String.raw`laboratory|office|bureau|services|corporation|team)\b`,
  'i',
);
export const isGroup = (name: string): boolean => name.includes(' ') && groupWords.test(name);

/**
 * "Lovelace, Ada" becomes Ada Lovelace, "King, Jr., Martin" and "King, Martin Jr" become Martin King Jr. A name without
 * a comma does not change.
 */
export function asSaid(name: string): string {
  const parts = name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [last = '', second = '', third = ''] = parts;
  if (isGroup(last) || parts.slice(1).some(isOfFirm)) return parts.join(', ');
  if (parts.length === 2 && isSuffix(second)) return `${last} ${second}`.trim();
  const [, given = second, suffix = ''] = /^(.+) ((?:Jr|Sr|2nd|3rd|4th|III)\.?)$/.exec(second) ?? [];
  if (parts.length === 2) return `${spoken(given, last)} ${suffix}`.trim();
  if (parts.length === 3) return isSuffix(third) ? `${second} ${last} ${third}` : `${third} ${last} ${second}`.trim();
  return parts.join(', ');
}

/** What follows a comma in the name of a firm: "Barnes and Noble, Inc.", "Smith, Kline & French". */
const isOfFirm = (text: string): boolean => /^(?:inc|ltd|llc|gmbh|corp)\b| (?:and|&) /i.test(text);

/** Numerals are in capitals, because Xi and Vi are names. */
const isSuffix = (text: string): boolean => /^(jr|sr|ph\.?d|m\.?d)\.?$/i.test(text) || /^[IVX]{2,4}\.?$/.test(text);
const initials = /^(?:\p{Lu}\p{M}*\.?[\s-]*){1,4}$/u;

/** How names are written in one text, in the order in which they are tried. */
const notations: readonly { fits: RegExp; read: (text: string) => string[] | undefined }[] = [
  // ['Ada Lovelace', 'Charles Babbage']: a list of a program in a cell.
  { fits: /[\])}]$/, read: (text) => some(namesIn(literalIn(text) ?? [])) },
  // Lovelace, Ada; Babbage, C. (also with "|")
  {
    fits: /[;|]/,
    read: (text) => splitList(text, /[;|]/).map((part) => asSaid(part.replace(/^(and|&) /i, ''))),
  },
  // Ada Lovelace · Charles Babbage, as on the sites of NeurIPS
  { fits: / · /, read: (text) => namesBetweenPoints(text) },
  // Ada Lovelace and Charles Babbage
  { fits: / (?:and|AND|&|und|et) /, read: (text) => namesJoined(text) },
  { fits: /^/, read: (text) => inCommas(text) },
];

/** A cell may have one author a line. In a wrapped text, some line has several names, or a part of one. */
const areWhole = (lines: readonly string[]): boolean =>
  lines.every(isWholeLine) && new Set(lines.map((line) => line.includes(','))).size === 1;
const isWholeLine = (line: string): boolean =>
  / |^\p{Lo}+$/u.test(line) &&
  !/[;|\])}]|\b(?:and|und|et)\b|&/i.test(line) &&
  !/^\p{Ll}[^,]*$/u.test(line) &&
  !isGroup(line) &&
  isOnePerson(line);

const some = (names: string[]): string[] | undefined => (names.length === 0 ? undefined : names);

/** Splits a text into names. */
export function namesInText(text: string): string[] {
  const plain = plainName(text);
  const lines = splitList(plain, /,?\r?\n/);
  if (lines.length > 1 && areWhole(lines)) return lines.map(asSaid);
  // Publish or Perish cuts long lists off: "N Parmar…".
  const flat = plain
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?(?:…|\.{3})$/, '');
  if (flat === '') return [];
  for (const { fits, read } of notations) {
    const names = fits.test(flat) ? read(flat) : undefined;
    if (names !== undefined) return names;
  }
  return [];
}

/** In "Ada One · MIT, Bo Two · CMU" and in the Chinese name 卡尔 · 马克思 points do not separate people. */
function namesBetweenPoints(text: string): string[] | undefined {
  const names = text.includes(',') ? [] : splitList(text, /(?<!\p{sc=Han}) · | · (?!\p{sc=Han})/u);
  return names.length > 1 ? names : undefined;
}

function namesJoined(text: string): string[] | undefined {
  const parts: string[] = [];
  for (const part of splitList(text, / (?:and|AND|&|und|et(?! al\b)) /)) {
    const before = parts.at(-1);
    // "Centers for Disease Control and Prevention", "Department of Health and Human Services".
    const isOpen = before !== undefined && isGroup(before) && !/,|\bteam$/i.test(before);
    if (isOpen && !/^the |,/i.test(part) && goesOn(part)) parts.push(`${parts.pop() ?? ''} and ${part}`);
    else if (!/^(others|et al\.?)$/i.test(part)) parts.push(part);
  }
  if (parts.length < 2) return parts[0] !== undefined && isGroup(parts[0]) ? parts : inCommas(parts[0] ?? '');
  // "García Márquez, Gabriel José and Smith, John", also with a comma before "and".
  const bare = parts.map((part) => part.replace(/,$/, ''));
  const isInverted = bare.every(
    (part, at) => part.split(',').length === 2 && (part === parts[at] || isOnePerson(part)),
  );
  return isInverted || parts.every(isOnePerson) ? parts.map(asSaid) : parts.flatMap(inCommas);
}

const goesOn = (part: string): boolean => !part.includes(' ') || isGroup(part);

/**
 * Returns true if there is no comma, or for "Lovelace, Ada": one word before the comma, or a name such as "van der
 * Waals".
 */
function isOnePerson(part: string): boolean {
  const [last = '', ...first] = part.split(',').map((one) => one.trim());
  if (first.length === 0) return true;
  if (first.length > 2) return false;
  if (first.length === 2) return first.some(isSuffix);
  return isFamily(last) || !(first[0] ?? '').includes(' ');
}

const isFamily = (name: string): boolean => !name.includes(' ') || /^\p{Ll}/u.test(name);

/** "A B, C D, and E F"; "Lovelace, A., Babbage, C."; "Lovelace, Ada". */
function inCommas(text: string): string[] {
  const parts = splitList(text, ',').map((part) => part.replace(/^and /i, ''));
  if (parts.length < 2) return parts;
  const [last = '', second = '', third = ''] = parts;
  if (parts.length === 3 && (isSuffix(second) || (isSuffix(third) && !last.includes(' ')))) return [asSaid(text)];
  const isPaired = parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 0 || initials.test(part));
  if (isPaired && parts.every((part, at) => at % 2 === 1 || !initials.test(part)))
    return parts.flatMap((part, at) => (at % 2 === 0 ? [`${parts[at + 1] ?? ''} ${part}`.trim()] : []));
  if (parts.length === 2 && isOnePerson(text) && !areWholeNames(last, second)) return [asSaid(text)];
  const names: string[] = [];
  for (const part of parts) {
    if (names.length > 0 && isSuffix(part)) names.push(`${names.pop() ?? ''} ${part}`);
    else names.push(part);
  }
  return names;
}
