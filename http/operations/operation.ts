/** The types that describe a route in the OpenAPI document. Each resource describes its routes in `api.ts`. */
import * as z from 'zod/v4';
import type { ErrorCode } from '../../workers/base/errors.js';
import type { HttpErrorCode } from '../response/errors.js';

/** In the order of the page that lists them. */
export const tags = {
  Albums: 'Albums, their tracks and their files.',
  Uploads: 'Uploads in chunks with the protocol tus 1.0.0, which resumes an interrupted upload.',
  Arrivals: 'Imported files, and the result of each import.',
  Printing: 'Control sheets, the test sheet, and single patterns.',
  Trying: 'Listen to an album before it is on a pen.',
  Pens: 'Pens and their content.',
  Papers: 'Papers, search, and embeddings.',
  Settings: 'The settings of the daemon.',
  Log: 'The log of the daemon.',
  Service: 'Status of the daemon, login, and this document.',
} as const;

export type Code = ErrorCode | HttpErrorCode;

/** By media type. `text` and `bytes` have no schema. */
export type Content = Readonly<Record<string, z.ZodType | 'text' | 'bytes'>>;

export interface Answer {
  description: string;
  content?: Content;
  headers?: readonly string[];
}

/** Successful responses by status. Failures are described by their codes. */
export type Answers = Readonly<Record<number, Answer>>;

type Values = Readonly<Record<string, unknown>>;

/** One form of a body. If there are several, the names of their examples distinguish them. */
export interface Form {
  /** For a file, the name of an example file that exists. */
  example: Values;
  summary?: string;
  fields?: z.ZodObject;
  /** If present, the body must be multipart. */
  files?: z.ZodObject;
  /** If present, only this media type is accepted. */
  only?: 'application/json';
  /** Further text fields: a pattern of their names, and a description. */
  patterns?: Readonly<Record<string, string>>;
}

/** A body that is not a form. */
export interface Other {
  schema: z.ZodType | 'text' | 'bytes';
  example: unknown;
}

export interface Body {
  forms: Readonly<Record<string, Form>>;
  /** By media type. */
  others?: Readonly<Record<string, Other>>;
  /** Set if the request is also valid without a body. */
  optional?: true;
}

export interface Operation {
  method: 'get' | 'post' | 'head' | 'patch' | 'delete' | 'options';
  /** In the router's notation: `/library/:oid`. */
  path: string;
  /** A name for the function of a generated client. */
  id: string;
  tag: keyof typeof tags;
  /** Describes the response or the action, without a full stop. */
  summary: string;
  /** More details, in whole sentences. */
  about?: string;
  /** Parameters in the path; an invalid value is 404. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Request headers that have a meaning here. */
  headers?: z.ZodObject;
  /** Whether unknown query parameters are rejected. */
  others?: 'refused' | 'ignored';
  body?: Body;
  answers: Answers;
  /** In addition to those that every route has. */
  codes?: readonly Code[];
  /** Set if no password is needed. */
  isOpen?: true;
  /** Example values of `params`, `query` and `headers`; missing ones are omitted. */
  example?: Values;
}

type Described = Omit<Operation, 'method' | 'path'>;

const by =
  (method: Operation['method']) =>
  (path: string, described: Described): Operation => ({ method, path, ...described });

export const get = by('get');
export const post = by('post');
/** Only for paths without GET, because every GET already has HEAD. */
export const head = by('head');
export const patch = by('patch');
export const remove = by('delete');
export const options = by('options');

/** One of several actions of a body, with its further fields. */
export const actionForm = (
  name: string,
  summary: string,
  fields: z.ZodObject = z.object({}),
  example: Values = {},
): Form => ({
  summary,
  fields: z.object({ action: z.enum([name]) }).extend(fields.shape),
  example: { action: name, ...example },
});

/** A body with a single form. */
export const form = (fields: z.ZodObject, example: Values, more: Partial<Form> = {}): Body => ({
  forms: { example: { fields, example, ...more } },
});

/** The same for an action of a table (`namedAction`). */
export const tableActionForm = (
  { name, fields }: { name: string; fields: z.ZodObject },
  summary: string,
  example?: Values,
): Form => actionForm(name, summary, fields, example);
