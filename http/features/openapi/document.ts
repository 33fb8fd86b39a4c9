/** The parts of an OpenAPI document that its page shows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
}

export interface MediaType {
  schema: Schema;
  encoding?: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: Record<string, unknown> }>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
  headers?: Record<string, unknown>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
}

export interface ShownDocument {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export interface Shown {
  method: string;
  path: string;
  operation: OperationObject;
}

export const operationsIn = ({ paths }: ShownDocument): Shown[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Resolves a reference. */
export const responseIn = ({ components }: ShownDocument, { $ref, ...response }: Response): Response =>
  $ref === undefined ? response : (components.responses[$ref.split('/').at(-1) ?? ''] ?? {});

/** The forms of a body, each with the first media type that supports it. */
export function formsIn({
  requestBody,
}: OperationObject): { type: string; name: string; schema: Schema; value: unknown }[] {
  const found = new Map<string, { type: string; name: string; schema: Schema; value: unknown }>();
  for (const [type, { schema, example, examples = { [type]: { value: example } } }] of Object.entries(
    requestBody?.content ?? {},
  ))
    Object.entries(examples).forEach(([name, { value }], n) => {
      const one = schema.oneOf?.[n] ?? schema;
      if (!found.has(name)) found.set(name, { type, name, schema: one, value });
    });
  return [...found.values()];
}
