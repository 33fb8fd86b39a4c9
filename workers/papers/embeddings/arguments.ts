/** Checks the callers' arguments. Every `EmbeddingsError` names the argument, its value and what was expected. */
import * as z from 'zod/v4';
import { messageOf } from '../../base/errors.js';
import { optionsProblem } from '../../base/input/options.js';
import { readOr } from '../../base/input/read.js';
import { must } from '../../base/input/schema.js';
import { shown } from '../../base/input/shown.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { checkVector } from '../vectors/check-records.js';

/** @throws EmbeddingsError with the name and the schema's message */
export const checked = <Schema extends z.ZodType>(name: string, schema: Schema, given: unknown): z.output<Schema> =>
  readOr(schema, given, (problem) => new EmbeddingsError(`${name} ${String(problem)}`));

/** @throws EmbeddingsError that begins with `whose` */
export function checkOptions(whose: string, given: unknown, known: object): void {
  const problem = optionsProblem(given, known);
  if (problem !== undefined) throw new EmbeddingsError(`${whose} ${problem}`);
}

export const text = must('text', z.string());
export const list = z.custom<readonly unknown[]>(Array.isArray);
/** An object of any class. */
export const object = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);

const count = must('a whole number of 1 or more', z.int().min(1));
const distance = must('a number of 0 or more', z.union([z.number().min(0), z.literal(Infinity)]));
const year = must(
  'a year such as 2025',
  z.union([z.string(), z.number().transform(String)]).pipe(z.string().regex(/^\d{1,4}$/)),
);
const id = must(
  'text or a whole number',
  z.union([z.string().min(1), z.union([z.int(), z.bigint()]).transform(String)]),
);
const filled = z.string().refine((given) => given.trim() !== '', 'is blank; it must say what to look for.');

export const checkedQuery = (query: unknown): string => checked('The query', filled, checked('A query', text, query));

/** The number of results, or of texts per request. */
export const checkedCount = (name: string, given: unknown): number => checked(name, count, given);

/** Euclidean; `Infinity` accepts every distance. */
export const checkedThreshold = (given: unknown): number => checked('distanceThreshold', distance, given);

export const checkedConference = (conference: unknown): string => checked('conference', text, conference);

/** Returns the year as metadata stores it. Accepts a number as text too, because forms and files provide text. */
export const checkedYear = (given: unknown): string => checked('year', year, given);

const signal = must(
  'an AbortSignal',
  z.custom<AbortSignal>((given) => typeof (given as Partial<AbortSignal> | null)?.addEventListener === 'function'),
).nullish();

export const checkedSignal = (given: unknown): AbortSignal | null | undefined => checked('signal', signal, given);

/** Returns the id as text. */
export const checkedId = (given: unknown): string => checked("A paper's id", id, given);

/** Without a schema, which would check 20,000 papers of 4,096 numbers with one call per number. */
export function checkedVector(name: string, vector: unknown, dimension: number | null): Float32Array {
  if (!Array.isArray(vector) && !ArrayBuffer.isView(vector))
    throw new EmbeddingsError(`${name} must be a list of numbers, not ${shown(vector)}.`);
  const values = vector as unknown as ArrayLike<unknown>;
  try {
    return checkVector(values, dimension ?? values.length, name);
  } catch (thrown) {
    throw new EmbeddingsError(messageOf(thrown));
  }
}
