import type * as z from 'zod/v4';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';

/** Parses a number in a path. Throws `not_found` if it is not a valid number. */
export function numberIn<Schema extends z.ZodType>(schema: Schema, text: string | undefined): z.output<Schema> {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  throw new TonstiftError('not_found', say('error.nothing_here'));
}
