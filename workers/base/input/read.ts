/** Parses values with a schema and reports all problems at once. */
import type * as z from 'zod/v4';
import { badFields, TonstiftError } from '../errors.js';
import { say, type Words } from '../language/sentence.js';
import { wordsOfIssue } from './schema.js';

/** Maps each field to its problem; a field of a nested value counts for the outermost one. */
export function problemsOf({ issues }: z.ZodError): Record<string, Words> {
  const problems: Record<string, Words> = {};
  for (const issue of issues) problems[String(issue.path[0] ?? '')] ??= wordsOfIssue(issue);
  return problems;
}

/**
 * Parses a single value.
 * @param refusal makes the error from the schema's problem
 */
export function readOr<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  refusal: (problem: Words) => Error,
): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw refusal(wordsOfIssue(result.error.issues[0]));
}

/** Parses a single value. @throws TonstiftError `bad_field` */
export const readValue = <Schema extends z.ZodType>(name: string, schema: Schema, raw: unknown): z.output<Schema> =>
  readOr(schema, raw, (problem) => badFields({ [name]: problem }));

/**
 * Parses the fields of a form, a query or a JSON object.
 * @param what the receiver, as the start of a sentence: `The search for papers`
 * @param others fields that are allowed and ignored
 * @throws TonstiftError `bad_field` that names each unknown field, or else each wrong one
 */
export function readFields<Shape extends z.ZodRawShape>(
  what: Words,
  schema: z.ZodObject<Shape>,
  given: ReadonlyMap<string, unknown>,
  others: readonly string[] = [],
): z.output<z.ZodObject<Shape>> {
  onlyKnown(given.keys(), [...Object.keys(schema.shape), ...others], what);
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw badFields(problemsOf(result.error));
}

/** @throws TonstiftError `bad_field` for names that are not known */
export function onlyKnown(names: Iterable<string>, known: readonly string[], what: Words): void {
  const unknown = [...names].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const problem =
    known.length === 0 ? say('wrong.takes_none', { what }) : say('wrong.takes', { what, known: known.join(', ') });
  throw badFields(Object.fromEntries(unknown.slice(0, 20).map((name) => [name.slice(0, 60), problem])));
}

/**
 * Returns the results of several reads; throws the problems of all of them at once.
 * @throws TonstiftError `bad_field`
 */
export function readTogether<Results extends unknown[]>(
  ...reads: { [Index in keyof Results]: () => Results[Index] }
): Results {
  const problems: Record<string, Words> = {};
  const results = reads.map((read) => {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof TonstiftError) || thrown.code !== 'bad_field') throw thrown;
      return void Object.assign(problems, thrown.fieldWords);
    }
  });
  if (Object.keys(problems).length > 0) throw badFields(problems);
  return results as Results;
}
