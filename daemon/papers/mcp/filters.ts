/** Filters of the tools, and errors for filters that match nothing. */
import * as z from 'zod/v4';
import { TonstiftError } from '../../../workers/base/errors.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';
import { longest } from '../../../http/papers/papers/longest.js';
import type { PaperAccess } from '../commands/paper-access.js';

const name = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must have at most ${most} characters`);
const year = z
  .int('must be a year such as 2020')
  .min(1900, 'must be a year from 1900 on')
  .max(2100, 'must be a year up to 2100');

export const uid = name(longest.uid).describe('The uid of a paper, from the answers of the other tools.');

export const limit = (most: number) =>
  z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(most, `must be ${most} or less`)
    .default(10)
    .describe(`The most papers to return, 1 to ${most}.`);

export const lists = {
  years: z.array(year).default([]).describe('Only papers of these years.'),
  conferences: z
    .array(name(longest.conference))
    .default([])
    .describe('Only papers of these conferences. Use the exact names of list_conferences.'),
  sessions: z
    .array(name(longest.session))
    .default([])
    .describe('Only papers of these sessions or tracks. Use their exact names.'),
};

export interface Lists {
  years: number[];
  conferences: string[];
  sessions: string[];
}

/** Characters. */
const longestQuery = 20_000;

export const query = z.string().max(longestQuery, `must have at most ${longestQuery} characters`);

/** The most names in a sentence. */
const mostNames = 40;

/**
 * Call it if a search found no papers.
 * @returns false if there are no papers at all
 * @throws TonstiftError `bad_field` if a filter's value does not exist; names the existing values
 */
export async function checkLists(access: PaperAccess, asked: Lists): Promise<boolean> {
  const { papers, ...known } = await access.status();
  if (papers === 0) return false;
  for (const [what, list] of [
    ['conference', 'conferences'],
    ['year', 'years'],
    ['session', 'sessions'],
  ] as const) {
    const there = known[list].map(String);
    const named = (one: string): string => (list === 'conferences' ? seriesOf(one) : one);
    const unknown = asked[list].map(String).filter((one) => !there.includes(named(one)));
    if (unknown.length === 0) continue;
    const more = there.length > mostNames ? `, and ${there.length - mostNames} more` : '';
    const names = unknown.map((one) => JSON.stringify(one)).join(', ');
    throw new TonstiftError(
      'bad_field',
      `No paper has the ${what} ${names}. Use one of these: ${there.slice(0, mostNames).join(', ')}${more}.`,
    );
  }
  return true;
}
