/**
 * Values of fields, strictly: from a form (text) or from JSON. Each parser throws a predicate
 * (`must be …, not "x".`) as a BadValue; `attempt` collects them into one answer.
 */
import { badFields } from '../../workers/base/errors.js';

/** What is wrong with one value: a predicate with its full stop. */
export class BadValue extends Error {}

export type Parser<T> = (raw: unknown) => T;

/** A value for a sentence: JSON, cut at 60 characters. */
export function shown(raw: unknown): string {
  const text = JSON.stringify(raw) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const refuse = (expected: string, raw: unknown): BadValue => new BadValue(`must be ${expected}, not ${shown(raw)}.`);

/** Digits only: no sign, exponent, blank or leading zero. */
export const integer =
  (min: number, max: number): Parser<number> =>
  (raw) => {
    const value = typeof raw === 'string' && /^(0|[1-9]\d{0,15})$/.test(raw) ? Number(raw) : raw;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw refuse(`a whole number from ${min} to ${max}`, raw);
  };

/** Empty and null are null. */
export const optional =
  <T>(parse: Parser<T>): Parser<T | null> =>
  (raw) =>
    raw === '' || raw === null ? null : parse(raw);

const longestText = 300;

/** One line, trimmed, without control characters. */
export const line =
  (empty: 'may be empty' | 'not empty'): Parser<string> =>
  (raw) => {
    if (typeof raw !== 'string') throw refuse('one text', raw);
    const text = raw.trim();
    if (/\p{Cc}/u.test(text)) throw refuse('text without control characters', raw);
    if (!text.isWellFormed()) throw refuse('whole Unicode characters', raw);
    if ([...text].length > longestText) throw refuse(`at most ${longestText} characters long`, raw);
    if (text === '' && empty === 'not empty') throw new BadValue('must not be empty.');
    return text;
  };

export const choice =
  <T extends string>(choices: readonly T[]): Parser<T> =>
  (raw) => {
    const found = choices.find((one) => one === raw);
    if (found === undefined) throw refuse(`one of ${choices.join(', ')}`, raw);
    return found;
  };

/** A list itself, or JSON text of one; undefined for anything else. */
export function jsonList(raw: unknown): unknown[] | undefined {
  if (Array.isArray(raw)) return raw as unknown[];
  if (typeof raw !== 'string' || !raw.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(raw);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Runs `parse`; what it finds wrong is kept in `problems` under the field's name. */
export function attempt<T>(
  problems: Record<string, string>,
  name: string,
  raw: unknown,
  parse: Parser<T>,
): T | undefined {
  try {
    return parse(raw);
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    problems[name] = thrown.message;
    return undefined;
  }
}

/** Throws `bad_field` where there are problems. */
export function throwProblems(problems: Readonly<Record<string, string>>): void {
  if (Object.keys(problems).length > 0) throw badFields(problems);
}

/** One value by itself. Throws `bad_field`. */
export function valueOf<T>(name: string, raw: unknown, parse: Parser<T>): T {
  const problems: Record<string, string> = {};
  const value = attempt(problems, name, raw === undefined ? null : raw, parse);
  throwProblems(problems);
  return value as T;
}
