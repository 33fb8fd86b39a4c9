import type * as z from 'zod/v4';
import { readOr } from '../../workers/base/input/read.js';
import { UsageError } from './usage-error.js';

/** Parses one operand by its schema. @throws UsageError with the name and the schema's message */
export const readOperand = <Schema extends z.ZodType>(name: string, schema: Schema, given?: string): z.output<Schema> =>
  readOr(schema, given, (problem) => new UsageError(`${name} ${String(problem)}`));
