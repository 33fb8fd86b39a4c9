/** Converts names from every source format to their spoken form: "Ada Lovelace". */
import { isRecord } from '../../base/input/record.js';
import { splitList } from '../values.js';

/** Keys of an object that hold a whole name, and those of its parts. */
const wholeKeys = [
  'fullname',
  'full_name',
  'full',
  'display_name',
  'name',
  'text',
  'literal',
  '#text',
  'author',
  'preferred_name',
];
const givenKeys = ['given', 'first', 'first_name', 'firstName', 'firstname', 'givenName', 'forename'];
const familyKeys = ['family', 'last', 'last_name', 'lastName', 'lastname', 'familyName', 'surname'];
const middleKeys = ['middle', 'middle_name', 'middleName', 'middlename'];

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
  if (typeof one === 'string') return splitList(one, ';').map(asSaid);
  if (Array.isArray(one)) return [nameOfParts(one)].filter((name) => name !== '');
  return isRecord(one) ? [nameOfRecord(one)].filter((name) => name !== '') : [];
}

function nameOfRecord(one: Readonly<Record<string, unknown>>): string {
  const textIn = (keys: readonly string[]): string => {
    for (const key of keys) {
      const value = one[key];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return '';
  };
  // An authorship of OpenAlex contains its author.
  if (isRecord(one['author'])) return nameOfRecord(one['author']);
  const family = textIn(familyKeys);
  const suffix = textIn(['suffix', 'nameSuffix']);
  if (family !== '')
    return [textIn(givenKeys), textIn(middleKeys), family, suffix].filter((part) => part !== '').join(' ');
  return textIn(wholeKeys) === '' ? textIn(givenKeys) : asSaid(textIn(wholeKeys));
}

/** [last, first, suffix], as in arXiv. */
function nameOfParts([last, first, ...more]: readonly unknown[]): string {
  const parts = [first, last, ...more].filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  return parts.map((part) => part.trim()).join(' ');
}

/**
 * "Lovelace, Ada" becomes Ada Lovelace, "King, Jr., Martin" becomes Martin King Jr. A name without a comma does not
 * change.
 */
export function asSaid(name: string): string {
  const parts = name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim());
  const [last = '', second = '', third = ''] = parts;
  if (parts.length === 2 && isSuffix(second)) return `${last} ${second}`.trim();
  if (parts.length === 2) return `${second} ${last}`.trim();
  if (parts.length === 3) return isSuffix(third) ? `${second} ${last} ${third}` : `${third} ${last} ${second}`.trim();
  return name.replace(/\s+/g, ' ').trim();
}

/** Numerals are in capitals, because Xi and Vi are names. */
const isSuffix = (text: string): boolean => /^(jr|sr|ph\.?d|m\.?d)\.?$/i.test(text) || /^[IVX]{2,4}\.?$/.test(text);
const initials = /^(?:\p{Lu}\p{M}*\.?[\s-]*){1,4}$/u;

/** Splits a text into names at ";", "|", " and " or commas. */
export function namesInText(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat === '') return [];
  if (/[;|]/.test(flat)) return splitList(flat, /[;|]/).map((part) => asSaid(part.replace(/^(and|&) /i, '')));
  const parts = splitList(flat, / (?:and|AND|&) /).filter((part) => !/^(others|et al\.?)$/i.test(part));
  if (parts.length > 1) return parts.every(isOnePerson) ? parts.map(asSaid) : parts.flatMap(inCommas);
  return inCommas(parts[0] ?? '');
}

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
  if (parts.length === 3 && isSuffix(parts[1] ?? '')) return [asSaid(text)];
  const isPaired = parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 0 || initials.test(part));
  if (isPaired && parts.every((part, at) => at % 2 === 1 || !initials.test(part)))
    return parts.flatMap((part, at) => (at % 2 === 0 ? [`${parts[at + 1] ?? ''} ${part}`.trim()] : []));
  if (parts.length === 2 && isOnePerson(text)) return [asSaid(text)];
  const names: string[] = [];
  for (const part of parts) {
    if (names.length > 0 && isSuffix(part)) names.push(`${names.pop() ?? ''} ${part}`);
    else names.push(part);
  }
  return names;
}
