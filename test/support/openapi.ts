/** The document of the HTTP interface, as who knows nothing else takes it: requests out of it, and checks. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { multipart, multipartType, type Part } from '../http/client.js';

export type Json = Record<string, unknown>;

interface MediaType {
  schema: Json;
  encoding?: Record<string, { contentType: string }>;
  example?: unknown;
  examples?: Record<string, { value: Json }>;
}

interface ResponseObject {
  description: string;
  content?: Record<string, MediaType>;
  headers?: Record<string, unknown>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
  example?: Value | Value[];
}

type Value = string | number | boolean;

export interface Told {
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | { $ref: string }>;
  security?: unknown[];
  'x-other-parameters': 'refused' | 'ignored';
}

export interface Document extends Json {
  paths: Record<string, Record<string, Told>>;
  components: { schemas: Record<string, Json>; responses: Record<string, ResponseObject> };
}

export interface Operation {
  method: string;
  path: string;
  told: Told;
}

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ method: method.toUpperCase(), path, told })),
  );

export interface Request {
  /** For the name of a test. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** What is otherwise where it is asked: values by the name of their field, and texts by what the example has. */
export type Instead = Readonly<Record<string, unknown>>;

/** A value of an example as it is where it is asked. */
function here<Given>(value: Given, instead: Instead): Given {
  let text = JSON.stringify(value);
  for (const [example, other] of Object.entries(instead))
    if (typeof other === 'string') text = text.replaceAll(JSON.stringify(example), JSON.stringify(other));
  return JSON.parse(text) as Given;
}

type Plain = string | number | boolean;

/** Path and query with the examples of the parameters. */
export function addressOf({ path, told }: Operation, instead: Instead = {}): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, example } of told.parameters) {
    const value = (instead[name] ?? (example === undefined ? undefined : here(example, instead))) as
      | Plain
      | readonly Plain[]
      | undefined;
    if (value === undefined) continue;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query') for (const one of [value].flat()) query.append(name, String(one));
  }
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}

/** Those of the headers that have examples. */
export const headersOf = ({ told: { parameters } }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, in: place, example }) =>
      place === 'header' && example !== undefined ? [[name, String(example)]] : [],
    ),
  );

const types = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  parts: 'multipart/form-data',
};

/** What a form says of a field; lists of objects as one text. */
const texts = (value: unknown, isJson: boolean): string[] =>
  isJson ? [JSON.stringify(value)] : [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));

/** @param files content by name */
export function bodyOf(type: string, media: MediaType, value: unknown, files: Readonly<Record<string, Buffer>>) {
  if (type === types.json) return { headers: { 'content-type': type }, body: Buffer.from(JSON.stringify(value)) };
  if (type !== types.form && type !== types.parts)
    return { headers: { 'content-type': type }, body: Buffer.from(String(value)) };
  const fields = Object.entries(value as Json).flatMap(([name, one]) =>
    texts(one, media.encoding?.[name] !== undefined).map((text) => ({ name, text })),
  );
  if (type === types.form) {
    const form = new URLSearchParams(fields.map(({ name, text }): [string, string] => [name, text]));
    return { headers: { 'content-type': type }, body: Buffer.from(form.toString()) };
  }
  const isFile = (name: string): boolean => JSON.stringify(propertyOf(media.schema, name)).includes('"binary"');
  const parts = fields.map(({ name, text }): Part =>
    isFile(name) ? { name, filename: text, content: files[text] ?? '' } : { name, content: text },
  );
  return { headers: multipartType, body: multipart(parts) };
}

const propertyOf = (schema: Json, name: string): unknown =>
  [schema, ...((schema['oneOf'] ?? []) as Json[])].map((one) => (one['properties'] as Json | undefined)?.[name]);

/** A request for each example of an operation, in each notation. */
export function requestsOf(operation: Operation, files: Readonly<Record<string, Buffer>>, instead: Instead = {}) {
  const { method, told } = operation;
  const plain = { method, path: addressOf(operation, instead), headers: headersOf(operation) };
  if (told.requestBody === undefined) return [{ ...plain, name: 'example' }];
  return Object.entries(told.requestBody.content).flatMap(([type, media]) => {
    const examples = media.examples ?? { body: { value: media.example as Json } };
    return Object.entries(examples).map(([name, { value }]): Request => {
      const known = Object.entries(instead).filter(([one, other]) => other !== undefined && Object.hasOwn(value, one));
      const given = { ...here(value, instead), ...Object.fromEntries(known) };
      const { headers, body } = bodyOf(type, media, typeof value === 'object' ? given : value, files);
      return { ...plain, name: `${name} as ${type}`, headers: { ...plain.headers, ...headers }, body };
    });
  });
}

/** Takes what the document has not for wrong: an answer shall have no field that nobody was told of. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = !('properties' in schema) || 'additionalProperties' in schema || '$ref' in schema;
  return isOpen || !('type' in schema) ? inside : { ...inside, additionalProperties: false };
}

export interface Answered {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

export class Checker {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<unknown, ValidateFunction>();

  constructor(private readonly document: Document) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addSchema({ $id: 'doc', components: closed({ schemas: document.components.schemas }) });
  }

  /** The errors of a value; empty where it is as the schema says. */
  problemsWith(schema: Json, value: unknown): string[] {
    let validate = this.compiled.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"doc#/components/');
      validate = this.ajv.compile(JSON.parse(text) as Json);
      this.compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }

  responseOf({ told }: Operation, status: number): ResponseObject | undefined {
    const given = told.responses[status] ?? told.responses[`${String(status)[0] ?? ''}XX`];
    if (given === undefined || !('$ref' in given)) return given;
    return this.document.components.responses[given.$ref.split('/').at(-1) ?? ''];
  }

  /** What of an answer is not as the document says; empty where all is. */
  problemsOf(operation: Operation, { status, headers, text }: Answered): string[] {
    const response = this.responseOf(operation, status);
    if (response === undefined) return [`status ${status} is not documented: ${text.slice(0, 300)}`];
    const missing = Object.keys(response.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined);
    const lacking = missing.map((name) => `the header ${name} is missing`);
    if (operation.method === 'HEAD') return text === '' ? lacking : ['HEAD has a body'];
    if (response.content === undefined) return text === '' ? lacking : [...lacking, 'a body that is not documented'];
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    const media =
      response.content[type] ?? response.content[`${type.split('/')[0] ?? ''}/*`] ?? response.content['*/*'];
    if (media === undefined) return [...lacking, `the type ${JSON.stringify(type)} is not documented`];
    if (type !== types.json) return lacking;
    return [...lacking, ...this.problemsWith(media.schema, JSON.parse(text))];
  }
}
