/** Describes the parameters and bodies of requests. */
import * as z from 'zod/v4';
import { jsonSchema, type Components, type JsonSchema } from './json-schema.js';
import type { Body, Form, Operation, Other } from '../../../operations/operation.js';

type Properties = Readonly<Record<string, JsonSchema>>;

const propertiesOf = (schema: JsonSchema): Properties => (schema['properties'] ?? {}) as Properties;
const requiredOf = (schema: JsonSchema): string[] => (schema['required'] ?? []) as string[];

/** `/library/:oid` → `/library/{oid}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export function parameters({ params, query, headers, example = {} }: Operation, components: Components): object[] {
  const from = (place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): object[] => {
    if (schema === undefined) return [];
    const json = jsonSchema(schema, 'input', components);
    return Object.entries(propertiesOf(json)).map(([name, { description, ...of }]) => ({
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: place === 'path' || requiredOf(json).includes(name),
      schema: of,
      ...(Object.hasOwn(example, name) && { example: example[name] }),
    }));
  };
  return [...from('path', params), ...from('query', query), ...from('header', headers)];
}

const multipart = 'multipart/form-data';
const ofForms = ['application/x-www-form-urlencoded', 'application/json', multipart];

/** By media type, with each form that can have this type. */
export function requestBody(body: Body, components: Components): object {
  const content = Object.fromEntries([
    ...ofForms.flatMap((type) => {
      const forms = Object.entries(body.forms).filter(([, form]) => canBe(form, type));
      return forms.length === 0 ? [] : [[type, mediaType(type, forms, components)] as const];
    }),
    ...Object.entries(body.others ?? {}).map(([type, other]) => [type, otherType(other, components)] as const),
  ]);
  return { required: body.optional !== true, content };
}

const canBe = ({ files, only }: Form, type: string): boolean =>
  only === undefined ? type === multipart || !needsFiles(files) : only === type;

const needsFiles = (files: z.ZodObject | undefined): boolean => files !== undefined && !files.safeParse({}).success;

const otherType = ({ schema, example }: Other, components: Components): object => ({
  schema: contentSchema(schema, 'input', components),
  example,
});

/** The schema of a media type's whole content. */
export function contentSchema(
  schema: z.ZodType | 'text' | 'bytes',
  io: 'input' | 'output',
  components: Components,
): JsonSchema {
  if (schema === 'text') return { type: 'string' };
  return schema === 'bytes' ? { type: 'string', format: 'binary' } : jsonSchema(schema, io, components);
}

function mediaType(type: string, forms: readonly [string, Form][], components: Components): object {
  const schemas = forms.map(([, form]) => formSchema(form, type === multipart, components));
  const examples = forms.map(([name, { summary, example }]) => [
    name,
    { ...(summary !== undefined && { summary }), value: example },
  ]);
  const encoding = type === 'application/json' ? {} : (Object.assign({}, ...schemas.map(encodingOf)) as object);
  return {
    schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
    ...(Object.keys(encoding).length > 0 && { encoding }),
    examples: Object.fromEntries(examples) as object,
  };
}

function formSchema(
  { fields = z.object({}), files = z.object({}), patterns, summary }: Form,
  withFiles: boolean,
  components: Components,
): JsonSchema {
  const parts = [fields, ...(withFiles ? [files] : [])].map((part) => jsonSchema(part, 'input', components));
  const required = parts.flatMap(requiredOf);
  const patternProperties = Object.fromEntries(
    Object.entries(patterns ?? {}).map(([pattern, description]) => [pattern, { type: 'string', description }]),
  );
  return {
    ...(summary !== undefined && { title: summary }),
    type: 'object',
    properties: Object.assign({}, ...parts.map(propertiesOf)) as object,
    ...(patterns !== undefined && { patternProperties }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** In a form, a list of objects is one JSON text. Other lists are repeated fields. */
const encodingOf = (schema: JsonSchema): object =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema)).flatMap(([name, { items }]) =>
      (items as JsonSchema | undefined)?.['type'] === 'object' ? [[name, { contentType: 'application/json' }]] : [],
    ),
  );
