/** Converts the zod schemas of requests and responses to JSON Schema (2020-12, which OpenAPI 3.1 uses). */
import * as z from 'zod/v4';
import { acceptedBy } from '../../../../workers/base/input/schema.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The named schemas of `components.schemas`, collected while the document is built. */
export type Components = Map<string, JsonSchema>;

const prefix = '#/components/schemas/';

type Write = Record<string, unknown>;

/** Replaces a schema by another, but keeps its default and description. */
function become(json: Write, other: Write): void {
  const { default: usual, description } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, other, usual !== undefined && { default: usual }, description !== undefined && { description });
}

/**
 * A function cannot be converted, so the schema next to it is used (`takenAs`).
 *
 * @param io `input` for requests, `output` for responses. A later version may add fields to responses, so their schemas
 *   do not exclude further fields
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const convert = (one: z.ZodType): Write => {
    const { $schema: _, $defs, ...json } = z.toJSONSchema(one, { io, unrepresentable: 'any', override }) as Write;
    for (const [name, part] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) keep(name, part);
    return json;
  };
  const keep = (name: string, { id: _, ...part }: JsonSchema): void => void components.set(name, referring(part));
  const override = ({ zodSchema, jsonSchema: json }: { zodSchema: z.core.$ZodTypes; jsonSchema: Write }): void => {
    const as = acceptedBy(zodSchema);
    const { def } = zodSchema._zod;
    if (as !== undefined) become(json, convert(as));
    else if (def.type === 'file') become(json, { type: 'string', format: 'binary' });
    else if (def.type === 'intersection') become(json, both(json['allOf'] as JsonSchema[]));
    else if (io === 'input' && def.type === 'default') Object.assign(json, usual(json, def.defaultValue));
    else if (io === 'output' && json['additionalProperties'] === false) delete json['additionalProperties'];
    tidy(json, io);
    shorten(json);
  };
  // A named schema becomes a reference only inside another schema, so it is wrapped in an array.
  const { items } = convert(z.array(schema)) as { items: JsonSchema };
  return referring(items);
}

/** The default of a field, if it has the field's type. A function may convert the default to another type. */
function usual({ type }: Write, value: unknown): Write {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === (type === 'integer' ? 'number' : type) ? { default: value } : {};
}

/** Removes limits that tell a reader nothing: the largest safe integer, and the pattern of a time. */
function tidy(json: Write, io: 'input' | 'output'): void {
  if (io === 'output' && json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['format'] === 'date-time') delete json['pattern'];
}

/** Writes alternatives that differ only in their type as one list of types. */
function shorten(json: Write): void {
  const { anyOf, ...others } = json as { anyOf?: JsonSchema[] };
  if (anyOf?.every((one) => Object.keys(one).join() === 'type') !== true) return;
  const types = [...new Set(anyOf.flatMap(({ type }) => type))];
  become(json, { type: types.length === 1 ? types[0] : types, ...others });
}

/** Merges two schemas of the same type: the narrower type, and the limits of both. */
function both([one = {}, other = {}]: JsonSchema[]): Write {
  const type = [one['type'], other['type']].find((each) => each === 'integer') ?? other['type'] ?? one['type'];
  return { ...one, ...other, ...(type !== undefined && { type }) };
}

/** A copy whose references point to `components` of the document. */
function referring(json: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${prefix}`)) as JsonSchema;
}
