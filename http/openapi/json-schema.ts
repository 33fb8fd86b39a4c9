/** The schemas that check what comes, and those of answers, as JSON Schema (2020-12, which OpenAPI 3.1 has). */
import * as z from 'zod';
import { acceptedBy } from '../../workers/base/input/schema.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What has a name in `components.schemas` of a document, as it is found. */
export type Components = Map<string, JsonSchema>;

const prefix = '#/components/schemas/';

type Write = Record<string, unknown>;

/** Becomes another schema, and keeps what was said of it where it is used. */
function become(json: Write, other: Write): void {
  const { default: usual, description } = json;
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, other, usual !== undefined && { default: usual }, description !== undefined && { description });
}

/**
 * Functions are seen through by what stands beside them (`takenAs`).
 *
 * @param io `input` what is taken, `output` what is answered: that may have more fields in a later version, so the
 *   document does not say that there are no others
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
  };
  // Within another one, a schema that has a name is set apart, too.
  const { items } = convert(z.array(schema)) as { items: JsonSchema };
  return referring(items);
}

/** What stands for a field that is not given, where it can be given like that: a function may make another of it. */
function usual({ type }: Write, value: unknown): Write {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === (type === 'integer' ? 'number' : type) ? { default: value } : {};
}

/** What says nothing to a reader: whole numbers are as large as they can be, and a pattern tells a time. */
function tidy(json: Write, io: 'input' | 'output'): void {
  if (io === 'output' && json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['format'] === 'date-time') delete json['pattern'];
}

/** Of two that say something of the same type, one: the narrower type, and the limits of both. */
function both([one = {}, other = {}]: JsonSchema[]): Write {
  const type = [one['type'], other['type']].find((each) => each === 'integer') ?? other['type'] ?? one['type'];
  return { ...one, ...other, ...(type !== undefined && { type }) };
}

/** A copy that refers to what is in `components` of the document. */
function referring(json: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${prefix}`)) as JsonSchema;
}
