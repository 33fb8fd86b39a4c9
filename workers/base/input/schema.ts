/**
 * The vocabulary of input: whatever a form, JSON, a flag or a caller gives, becomes a value of a type, or is refused in
 * one sentence. A schema's message is a predicate with its full stop (`must be one of a, b, not "x".`), to be read
 * after the name of what was given.
 */
import { z } from 'zod';
import { parseJson } from './json.js';
import { shown } from './shown.js';

/** For who is handed all of these (config/field.ts). */
export { z };

/** Any schema, whose refusal is one sentence of the value as it was given, and of what the schema says is wrong. */
export const refusedAs = <Schema extends z.ZodType>(
  schema: Schema,
  sentence: (raw: unknown, problem: string) => string,
) =>
  z.unknown().transform((raw, context): z.output<Schema> => {
    const result = schema.safeParse(raw);
    if (result.success) return result.data;
    context.addIssue({ code: 'custom', message: sentence(raw, result.error.issues[0]?.message ?? '') });
    return z.NEVER;
  });

/** Refused with `must be ${expected}, not "x".` */
export const must = <Schema extends z.ZodType>(expected: string, schema: Schema) =>
  refusedAs(schema, (raw) => `must be ${expected}, not ${shown(raw)}.`);

/** Digits only: no sign, exponent, blank or leading zero. */
const digits = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number);

/** A number, or text of one. */
export const integer = (min: number, max: number) =>
  must(`a whole number from ${min} to ${max}`, z.union([digits, z.number()]).pipe(z.int().min(min).max(max)));

export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  must(`one of ${choices.join(', ')}`, z.enum(choices));

/** Empty and null are null. */
export const emptyIsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((raw) => (raw === '' ? null : raw), schema.nullable());

/** Characters. */
const longestLine = 300;

/** One line, trimmed, without control characters. */
export const line = (empty: 'may be empty' | 'not empty') =>
  must('one text', z.string())
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .refine((text) => !/\p{Cc}/u.test(text), but('text without control characters'))
        .refine((text) => text.isWellFormed(), but('whole Unicode characters'))
        .refine((text) => [...text].length <= longestLine, but(`at most ${longestLine} characters long`))
        .refine((text) => text !== '' || empty === 'may be empty', 'must not be empty.'),
    );

/** What a check says, and that no further one is made. */
const but = (expected: string) => ({
  abort: true,
  error: ({ input }: { input: unknown }) => `must be ${expected}, not ${shown(input)}.`,
});

/** A list itself, or JSON text of one. */
export const jsonList = z.union([
  z.array(z.unknown()),
  z.string().transform((text, context) => {
    const parsed: unknown = text.trimStart().startsWith('[') ? parsedJson(text) : undefined;
    if (Array.isArray(parsed)) return parsed as unknown[];
    context.addIssue({ code: 'custom', message: 'must be a JSON list.' });
    return z.NEVER;
  }),
]);

function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
