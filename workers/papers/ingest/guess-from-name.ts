import { conferenceNamed } from './conferences.js';
import { withoutEndings } from './types.js';

/** Conference and year of records that lack them. */
export interface Told {
  conference?: string;
  year?: number;
}

export interface ToldByName extends Told {
  /** The part of the path in which it was found: the file's name or a folder's. */
  conferenceFrom?: string;
  yearFrom?: string;
}

/** Words about the content of a file, which are not conferences. */
const noConference = new Set(
  (
    'paper papers data dataset export exports exported scopus ieee ieeexplore xplore zotero dblp openalex ' +
    'crossref list all semantic scholar semanticscholar download downloads library refs references bib ' +
    'bibliography conference conferences proceedings accepted results result works abstract abstracts ' +
    'poster posters oral orals session sessions workshop test tests new old final main findings demo ' +
    'demos tutorial spotlight spotlights records record notes openreview articles article publications ' +
    'publication search query table csv json jsonl year years from to since until in of the and for my ' +
    'our copy backup part page version virtual site papercopilot paperlists miniconf explorer db sample ' +
    'january february march april may june july august september october november december jan feb mar ' +
    'apr jun jul aug sep oct nov dec tmp temp out output input file files events event schedule program ' +
    'track tracks pubmed endnote savedrecs scopus zotero'
  ).split(' '),
);

/** The longest name of a file on any disk. A name in a ZIP may be longer, and the patterns take time by its square. */
const longestName = 255;

/** A year that is not part of a date such as 2024-05-01 or 20240501. */
const yearWords = /(?<![\d.])((?:19|20)\d\d)(?!\d|[-_.](?:0[1-9]|1[0-2])(?:[-_.]\d\d|(?![\d])))/g;

/**
 * Guesses conference and year from a file's name, or else from its folders, nearest first: `iclr2018.json`,
 * `neurips-2025-orals-posters.json`, `ICML 2024/papers.json`.
 * @param path separated by `/` or `\`
 */
export function toldByName(path: string): ToldByName {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part.length <= longestName);
  const [file = '', ...folders] = parts.reverse();
  const stem = withoutEndings(file);
  const told: ToldByName = {};
  take(told, toldByPart(stem), file);
  // Folders can have any name, so a folder only counts if it is a name with a year, or contains a known conference.
  for (const folder of folders.slice(0, 2)) {
    const isNameAndYear = /^(\p{L}[\p{L}&+]+[ _-]?)?(19|20)\d\d([ _-]?\p{L}[\p{L}&+]+)?$/u.test(folder);
    if (isNameAndYear || knownIn(folder) !== undefined) take(told, toldByPart(folder), folder);
  }
  return told;
}

function take(told: ToldByName, { conference, year }: Told, from: string): void {
  if (told.conference === undefined && conference !== undefined)
    Object.assign(told, { conference, conferenceFrom: from });
  if (told.year === undefined && year !== undefined) Object.assign(told, { year, yearFrom: from });
}

function toldByPart(name: string): Told {
  const years = [...name.matchAll(yearWords)];
  const [only] = years;
  const year = only !== undefined && new Set(years.map(([, one]) => one)).size === 1 ? Number(only[1]) : undefined;
  const conference = knownIn(name) ?? (only === undefined ? undefined : besideYear(name, only));
  return { conference, year };
}

function knownIn(name: string): string | undefined {
  const asia = /siggraph[ _-]?asia/i.exec(name);
  if (asia !== null) return 'SIGGRAPH Asia';
  for (const [word] of name.matchAll(/3DV|[a-z]+/gi)) {
    const known = conferenceNamed(word);
    // Ordinary words count as conferences only in the conference's own spelling or next to a number.
    if (known !== undefined && (!ordinary.has(word) || besideNumber(name, word))) return known;
  }
  return undefined;
}

const ordinary = new Set('date fast micro vis alt log dis vr arxiv atc clear www acl'.split(' '));
const besideNumber = (name: string, word: string): boolean =>
  new RegExp(`${word}[ _-]?(?:19|20)?\\d\\d(?!\\d)`, 'i').test(name);

/** Returns a name directly before or after the year: `foo2021`, `My Conf 2022`, `2021-foo`. */
function besideYear(name: string, year: RegExpMatchArray): string | undefined {
  const before = /([\p{L}][\p{L}\p{M}&+]{1,19})[ _-]*$/u.exec(name.slice(0, year.index))?.[1];
  const behind = /^[ _-]*([\p{L}][\p{L}\p{M}&+]{1,19})/u.exec(name.slice((year.index ?? 0) + 4))?.[1];
  const word = [before, behind].find((one) => one !== undefined && !noConference.has(one.toLowerCase()));
  if (word === undefined) return undefined;
  return word === word.toLowerCase() && word.length <= 8 ? word.toUpperCase() : word;
}
