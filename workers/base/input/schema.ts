/**
 * The building blocks of input schemas: each turns a value from a form, JSON, a flag or a caller into a typed value,
 * or rejects it with one sentence. A schema's message is a predicate with its full stop (`must be one of a, b, not
 * "x".`), to be read after the name of the value. `wordsOfIssue` returns it for other languages.
 */
import * as z from 'zod/v4';
import { say, Sentence, type Words } from '../language/sentence.js';
import { jsonIn } from './json.js';
import { shown } from './shown.js';

/** The error of a refinement, for any language. */
export const saying = (words: Words) => ({ error: () => String(words), params: { words } });

/**
 * The accepted values of a schema, if a function hides them from JSON Schema. It replaces the function in the OpenAPI
 * document, so that the document matches the checks.
 */
const accepted = new WeakMap<object, z.ZodType>();

/** Returns undefined if JSON Schema can see the accepted values of the schema. */
export const acceptedBy = (schema: object): z.ZodType | undefined => accepted.get(schema);

/**
 * @param as describes the same values without a function. If text is accepted in place of a value, `as` describes the
 * value, because every notation has that. The schema may accept more than `as` describes, never less.
 */
export function takenAs<Schema extends z.ZodType>(as: z.ZodType, schema: Schema): Schema {
  accepted.set(schema, as);
  return schema;
}

/**
 * For `addIssue`. A schema's message is a text, so its words for other languages are passed as a parameter. Without
 * `continue: false` the next schema of a pipe would get `z.NEVER`.
 */
export const issueOf = (words: Words) =>
  ({ code: 'custom', message: String(words), params: { words }, continue: false }) as const;

/** Returns the sentence of an issue; empty if there is none. */
export function wordsOfIssue(issue: z.core.$ZodIssue | undefined): Words {
  const words: unknown = issue?.code === 'custom' ? issue.params?.['words'] : undefined;
  return words instanceof Sentence || typeof words === 'string' ? words : (issue?.message ?? '');
}

/** Wraps a schema: its error becomes one sentence made of the given value and the schema's problem. */
export const refusedAs = <Schema extends z.ZodType>(
  schema: Schema,
  sentence: (raw: unknown, problem: Words) => Words,
) =>
  takenAs(
    schema,
    z.unknown().transform((raw, context): z.output<Schema> => {
      const result = schema.safeParse(raw);
      if (result.success) return result.data;
      context.addIssue(issueOf(sentence(raw, wordsOfIssue(result.error.issues[0]))));
      return z.NEVER;
    }),
  );

/** Rejects with `must be ${expected}, not "x".` */
export const must = <Schema extends z.ZodType>(expected: Words, schema: Schema) =>
  refusedAs(schema, (raw) => notAs(expected, raw));

const notAs = (expected: Words, raw: unknown): Words =>
  raw === undefined ? say('wrong.missing', { expected }) : say('wrong.must', { expected, value: shown(raw) });

/** Digits only: no sign, exponent, blank or leading zero. */
const digits = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number);

/** A number, or its text. */
export function integer(min: number, max: number) {
  const number = z.int().min(min).max(max);
  return must(wholeNumber(min, max), takenAs(number, z.union([digits, z.number()]).pipe(number)));
}

/** A boolean, or its text as in forms. */
export const boolean = must(
  say('wrong.boolean'),
  takenAs(
    z.boolean(),
    z.union([z.boolean(), z.stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', 'off'] })]),
  ),
);

export const wholeNumber = (min: number, max: number): Words =>
  say('wrong.whole_number', { min: String(min), max: String(max) });

export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  must(say('wrong.one_of', { choices: choices.join(', ') }), z.enum(choices));

/** An empty text and null become null. */
export const emptyIsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((raw) => (raw === '' ? null : raw), schema.nullable());

/** Characters. */
const longestLine = 300;

/**
 * The check of control characters below as a regular expression, for the OpenAPI document: not every program knows
 * Unicode's categories.
 */
const lines = {
  'may be empty': /^[^\u0000-\u001f\u007f-\u009f]*$/,
  'not empty': /^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$/,
};

type Emptiness = keyof typeof lines;

/** Composes letters: keyboards may send the same text composed or decomposed. */
export const composed = (text: string): string => text.normalize('NFC');

/** One line, trimmed, without control characters, its letters composed. */
export const line = (empty: Emptiness, longest = longestLine) => lineAs(empty, composed, longest);

/** As `line`, for the name of an existing thing: its letters are not changed. */
export const exactLine = (empty: Emptiness, longest = longestLine) => lineAs(empty, (text) => text, longest);

const lineAs = (empty: Emptiness, form: (text: string) => string, longest: number) =>
  takenAs(
    z.string().max(longest).regex(lines[empty]),
    must(say('wrong.one_text'), z.string()).transform((given, context) => {
      const text = form(given.trim());
      const problem = problemOfLine(text, empty, longest);
      if (problem === undefined) return text;
      context.addIssue(issueOf(problem));
      return z.NEVER;
    }),
  );

function problemOfLine(text: string, empty: Emptiness, longest: number): Words | undefined {
  if (/\p{Cc}/u.test(text)) return notAs(say('wrong.without_controls'), text);
  if (!text.isWellFormed()) return notAs(say('wrong.whole_unicode'), text);
  if ([...text].length > longest) return notAs(say('wrong.at_most_long', { length: longest }), text);
  return text === '' && empty === 'not empty' ? say('wrong.empty') : undefined;
}

/** Values in the JSON text of a list. Each wrong one takes 50 µs. The tracks of an album have about 400. */
const mostListed = 2000;

/** A list, or its JSON text. */
export const jsonList = z.union([
  z.array(z.unknown()),
  z.string().transform((text, context) => {
    const parsed: unknown = text.trimStart().startsWith('[') ? jsonIn(text, { most: mostListed }) : undefined;
    if (Array.isArray(parsed)) return parsed as unknown[];
    context.addIssue(issueOf(say('wrong.json_list')));
    return z.NEVER;
  }),
]);
