/** What a search for papers asks for, from the address. */
import type { PaperQuery } from './service.js';
import { onlyKnown, type Fields } from '../../request/fields.js';
import { attempt, BadValue, integer, line, shown, throwProblems, type Parser } from '../../request/values.js';

const names = ['q', 'limit', 'conference', 'year', 'session', 'distance'] as const;

const list =
  <T>(one: Parser<T>): Parser<T[]> =>
  (raw) =>
    [raw ?? []]
      .flat()
      .filter((part) => part !== '')
      .map(one);

/** Euclidean, between unit vectors at most 2. */
const distance: Parser<number> = (raw) => {
  const value = typeof raw === 'string' && /^\d{1,6}(\.\d{1,9})?$/.test(raw.trim()) ? Number(raw) : NaN;
  if (Number.isFinite(value)) return value;
  throw new BadValue(`must be a number of 0 or more, not ${shown(raw)}.`);
};

/** A text of several lines is one line here: abstracts are pasted into the search box. */
const query: Parser<string> = (raw) => {
  if (raw === undefined) return '';
  if (typeof raw !== 'string') throw new BadValue(`must be one text, not ${shown(raw)}.`);
  if (raw.length > 20_000) throw new BadValue('must be at most 20,000 characters long.');
  if (!raw.isWellFormed() || raw.includes('\0')) throw new BadValue('must be whole Unicode characters without NUL.');
  return raw.trim();
};

/** Lists may be given as several fields of one name. Throws `bad_field`. */
export function paperQuery(given: Fields): PaperQuery {
  onlyKnown(given.keys(), new Set(names), 'The search for papers');
  const problems: Record<string, string> = {};
  const asked = {
    query: attempt(problems, 'q', given.get('q'), query) ?? '',
    limit: given.has('limit') ? attempt(problems, 'limit', given.get('limit'), integer(1, 1000)) : 10,
    conferences: attempt(problems, 'conference', given.get('conference'), list(line('not empty'))),
    years: attempt(problems, 'year', given.get('year'), list(integer(1900, 2100))),
    sessions: attempt(problems, 'session', given.get('session'), list(line('not empty'))),
    distance_threshold:
      given.has('distance') && given.get('distance') !== ''
        ? attempt(problems, 'distance', given.get('distance'), distance)
        : 1.1,
  };
  throwProblems(problems);
  return asked as PaperQuery;
}
