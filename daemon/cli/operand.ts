import type { z } from 'zod';
import { UsageError } from './usage-error.js';

/** One operand by its schema. @throws UsageError: the name, and what the schema says */
export function readOperand<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  given: string | undefined,
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new UsageError(`${name} ${result.error.issues[0]?.message ?? ''}`);
}
