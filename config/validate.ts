/** Parses one raw value (a flag, a variable, a JSON value, a form field) into the field's type. */
import { wordsOfIssue } from '../workers/base/input/schema.js';
import type { Words } from '../workers/base/language/sentence.js';
import type { PathBase } from './field.js';
import { fieldOf, type Config, type FieldName } from './fields.js';

/** `problem` is a predicate with its full stop: `must be true or false, not "maybe".` */
export type Parsed<Value> = { value: Value } | { problem: Words };

/** Never shows the value of a secret. */
export function parseField<Name extends FieldName>(name: Name, raw: unknown, base: PathBase): Parsed<Config[Name]> {
  const result = fieldOf(name).schema(base).safeParse(raw);
  if (result.success) return { value: result.data as Config[Name] };
  return { problem: wordsOfIssue(result.error.issues[0]) };
}
