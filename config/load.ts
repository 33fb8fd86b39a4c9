/** The configuration from everything that is given. */
import { combine, type Loaded } from './combine.js';
import { givenIn, type LoadInput } from './given.js';
import { parseField } from './validate.js';

export type { LoadInput };

/** @throws ConfigError with every problem */
export function loadConfig(input: LoadInput): Loaded {
  const given = givenIn(input);
  const values = given.values.map((value) => ({ ...value, parsed: parseField(value.field, value.raw, value.base) }));
  return combine(input, given, values);
}
