/** Finds dates in file names: `29.12.2021 Brief`, `29. Dezember 2021`, `December 29, 2021`, `29.12.21`. Pure. */

/** The names of each month in German, English, French and Dutch. */
const months = [
  'januar jänner january janvier januari jan',
  'februar february février fevrier februari feb',
  'märz maerz march mars maart mär mrz mar',
  'april avril apr',
  'mai may mei',
  'juni june juin jun',
  'juli july juillet jul',
  'august août aout augustus aug',
  'september septembre sept sep',
  'oktober october octobre okt oct',
  'november novembre nov',
  'dezember december décembre decembre dez dec',
].map((names) => names.split(' '));
const monthOf = new Map(months.flatMap((names, at) => names.map((name) => [name, at + 1])));
const month = `(?<month>${[...monthOf.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const year = '(?<year>(?:19|20)\\d{2})(?!\\d)';

const patterns = [
  new RegExp(`(?<!\\d)(?<first>\\d{1,2})(?<sign>[-._/]) ?(?<second>\\d{1,2})\\k<sign> ?${year}`),
  /(?<![\d.])(?<first>\d{1,2})\.(?<second>\d{1,2})\.(?<short>\d{2}(?![\d.])|(?!\d))/,
  new RegExp(`(?<!\\d)(?<first>\\d{1,2})(?:\\.|er)?[ _-]*(?:de )?${month}\\.?[ _-]*${year}`, 'iu'),
  new RegExp(`(?<!\\p{L})${month}\\.?[ _-]*(?<first>\\d{1,2})(?:st|nd|rd|th)?,?[ _-]+${year}`, 'iu'),
];

interface DateInName {
  from: number;
  to: number;
  year: number;
  /** `second` is the second number or the month in words. In America, numbers have the month first. */
  first: number;
  second: number;
  isInWords: boolean;
  /** Without a century, or without a year. `1.1.01` may be a disc, a chapter and a track. */
  isShort: boolean;
}

/** `2023-01-05 at 18.05.40` of WhatsApp and recorders: the numbers with points are a time. */
const sortableDate = /(?<!\d)(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)/;

function dateIn(name: string): DateInName | null {
  for (const pattern of patterns) {
    const match = pattern.exec(name);
    if (match === null || (match.groups?.['short'] !== undefined && sortableDate.test(name))) continue;
    const { first, second, month: word, year: full, short } = match.groups ?? {};
    const found = {
      ...{ from: match.index, to: match.index + match[0].length },
      year: Number(full ?? (Number(short) < 70 ? `20${short}` : `19${short}`)),
      first: Number(first),
      second: word === undefined ? Number(second) : (monthOf.get(word.toLowerCase()) ?? 0),
      isInWords: word !== undefined,
      isShort: short !== undefined,
    };
    if (isDate(found) || isAmerican(found)) return found;
  }
  return null;
}

const isDate = ({ first, second }: DateInName): boolean => first >= 1 && first <= 31 && second >= 1 && second <= 12;
const isAmerican = ({ first, second, isInWords }: DateInName): boolean =>
  !isInWords && first >= 1 && first <= 12 && second > 12 && second <= 31;

/** `1.2.8` next to `13.2.10`. */
const section = /(?<!\d)\d{1,2}\.\d{1,2}\.\d/;

/**
 * Returns the first date of each name of a folder. Short dates count if most names have one, and if one has a day
 * beyond 12, because it is neither a disc nor a month.
 */
export function datesIn(names: readonly string[]): (DateInName | null)[] {
  const dates = names.map((name) => dateIn(name));
  if (areTracks(dates)) return names.map(() => null);
  const short = dates.filter((date) => date?.isShort === true);
  const isSection = names.some((name, at) => dates[at] === null && section.test(name));
  const areShort =
    !isSection && short.length * 2 > names.length && short.some((date) => date !== null && date.first > 12);
  return dates.map((date) => (date?.isShort === true && !areShort ? null : date));
}

/** True for `01 Januar 2020`, `02 Februar 2020`, `03 Dezember 2019`: the days count the tracks. */
function areTracks(dates: readonly (DateInName | null)[]): boolean {
  const days = dates.map((date) => (date?.isInWords === true && date.from === 0 ? date.first : 0));
  return days.length > 2 && days.toSorted((a, b) => a - b).every((day, at) => day === at + 1);
}

/** Writes the first date of each name as `2021-12-29`. The names of a folder have the same order of day and month. */
export function withSortableDates(names: readonly string[]): string[] {
  const dates = datesIn(names);
  const american = dates.some((date) => date !== null && isAmerican(date));
  return names.map((name, at) => {
    const date = dates[at] ?? null;
    if (date === null) return name;
    const { from, to, year: inYear, first, second, isInWords } = date;
    const [day, inMonth] = american && !isInWords ? [second, first] : [first, second];
    const sortable = [inYear, inMonth, day].map((number) => String(number).padStart(2, '0')).join('-');
    return `${name.slice(0, from)}${sortable}${name.slice(to)}`;
  });
}
