/** Checks the arguments of `DatabaseManager`. Its errors name the argument, its value and what is expected. */
import * as z from 'zod/v4';
import { optionsProblem } from '../base/input/options.js';
import { readOr } from '../base/input/read.js';
import { choice, must, refusedAs } from '../base/input/schema.js';
import { shown } from '../base/input/shown.js';
import { DatabaseError } from './database-error.js';
import { columnNamed, filterFields } from './field-filters.js';
import type { Parameter } from './sql/parameters.js';
import type { PaperSearch } from './sql/paper-search.js';
import type {
  BatchOptions,
  CountSearch,
  NewPaperSearch,
  QueryOptions,
  ReadOptions,
  SortedSearch,
} from './sql/results.js';

/** A schema for each option. */
type Schemas<Options> = Readonly<Record<keyof Options, z.ZodType>>;

const text = must('text', z.string());
const texts = must('a list of texts', z.array(z.string()));
/** Accepts text too, because forms and files provide text. */
const year = z.union([
  z.int().min(0).max(9999),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
]);
const field = refusedAs(
  z
    .string()
    .transform(columnNamed)
    .refine((column) => column !== undefined),
  (name) => `has no field ${shown(name)}; the fields are ${filterFields.join(', ')}.`,
);
const fieldFilters = must(
  'a list of filters such as {"field": "title", "value": "birds"}',
  z.array(z.object({ field: z.unknown(), value: z.string() })),
).pipe(z.array(z.object({ field, value: z.string() })));
const limit = must(
  'a whole number of 0 or more',
  z.union([z.int().min(0), z.literal(Infinity).transform(() => Number.MAX_SAFE_INTEGER)]),
);

const filters = {
  ...{ fieldFilters, sessions: texts, conferences: texts },
  years: must('a list of years such as 2025', z.array(year)),
};
export const searchOptions: Schemas<PaperSearch> = { keyword: text, ...filters, limit };
export const countOptions: Schemas<CountSearch> = { keyword: text, words: text, ...filters };
export const sortOptions: Schemas<SortedSearch> = {
  ...{ ...countOptions, limit },
  sort: choice(['newest', 'oldest', 'venue']),
};
const time = must('a time in milliseconds', z.number());
export const newPaperOptions: Schemas<NewPaperSearch> = { words: text, ...filters, since: time, limit };

/** Timers and PostgreSQL take no more. */
const longest = 2 ** 31 - 1;
export const readOptions: Schemas<ReadOptions> = {
  timeoutMs: must(`a whole number of milliseconds from 1 to ${longest}`, z.int().min(1).max(longest)),
  signal: z.unknown(),
};
const queryOptions: Schemas<QueryOptions> = { ...readOptions, parameters: z.unknown() };
export const batchOptions: Schemas<BatchOptions> = {
  ...readOptions,
  batchSize: must('a whole number of 1 or more', z.int().min(1)),
};

/**
 * Returns the options that are given: null and undefined mean that an option is not given.
 * @param whose the beginning of a sentence
 * @throws DatabaseError
 */
export function checkedOptions<Options extends object>(
  whose: string,
  given: Options | null,
  schemas: Schemas<Options>,
): Options {
  const problem = optionsProblem(given, schemas);
  if (problem !== undefined) throw new DatabaseError(`${whose} ${problem}`);
  const options: Partial<Options> = {};
  for (const name of Object.keys(schemas) as (keyof Options & string)[]) {
    const value = given?.[name] ?? undefined;
    if (value !== undefined)
      options[name] = readOr(
        schemas[name],
        value,
        (why) => new DatabaseError(`${name} ${String(why)}`),
      ) as typeof value;
  }
  return options as Options;
}

/** Accepts parameters as a list, too. @throws DatabaseError */
export function checkedQueryOptions(given: readonly Parameter[] | QueryOptions | null): QueryOptions {
  const options = Array.isArray(given) ? { parameters: given as readonly Parameter[] } : given;
  return checkedOptions('query', options as QueryOptions | null, queryOptions);
}

/** @throws DatabaseError */
export function checkText(whose: string, given: unknown): void {
  if (typeof given !== 'string') throw new DatabaseError(`${whose} takes a text, not ${shown(given)}.`);
}

/** @param what the items, in the plural. @throws DatabaseError */
export function checkList(whose: string, what: string, given: unknown): void {
  if (!Array.isArray(given)) throw new DatabaseError(`${whose} takes a list of ${what}, not ${shown(given)}.`);
}
