/** What a document says of a route: each resource has those of its own in `api.ts`, beside `routes.ts`. */
import type * as z from 'zod';
import type { ErrorCode } from '../../workers/base/errors.js';
import type { HttpErrorCode } from '../response/errors.js';

/** In the order in which a page lists them. */
export const tags = {
  Albums: 'Albums, their tracks and their files.',
  Uploads: 'Files that come in pieces, by the protocol tus 1.0.0: a broken upload goes on where it was.',
  Arrivals: 'What came in, and what became of it.',
  Printing: 'Control sheets, the test sheet, and single patterns.',
  Trying: 'Hearing what the pen will say, before it is on a pen.',
  Pens: 'The pens, and what is on them.',
  Papers: 'Papers, searching for them, and their embeddings.',
  Settings: 'What can be chosen.',
  Log: 'What the daemon has written down.',
  Service: 'What the daemon is doing, who may ask, and this document.',
} as const;

export type Code = ErrorCode | HttpErrorCode;

/** `text` and `bytes` of a media type are what they are. */
export type Content = Readonly<Record<string, z.ZodType | 'text' | 'bytes'>>;

export interface Answer {
  description: string;
  content?: Content;
  headers?: readonly string[];
}

/** By status; failures are told by their codes. */
export type Answers = Readonly<Record<number, Answer>>;

type Values = Readonly<Record<string, unknown>>;

/** What a body may be; where there are several, the names of their examples tell them apart. */
export interface Form {
  /** Of a file, the name of one that is there for trying. */
  example: Values;
  summary?: string;
  fields?: z.ZodObject;
  /** With these it can only be multipart. */
  files?: z.ZodObject;
  /** No other notation has it. */
  only?: 'application/json';
  /** More fields by a pattern of their names, which are text. */
  patterns?: Readonly<Record<string, string>>;
}

/** A body that is no form. */
export interface Other {
  schema: z.ZodType | 'text' | 'bytes';
  example: unknown;
}

export interface Body {
  forms: Readonly<Record<string, Form>>;
  /** By media type. */
  others?: Readonly<Record<string, Other>>;
  /** Without one the request means something, too. */
  optional?: true;
}

export interface Operation {
  method: 'get' | 'post' | 'head' | 'patch' | 'delete' | 'options';
  /** As the router has it: `/library/:oid`. */
  path: string;
  /** A name for a function of a client. */
  id: string;
  tag: keyof typeof tags;
  /** Of the answer or of what is done, without a full stop. */
  summary: string;
  /** More, in whole sentences. */
  about?: string;
  /** What stands in the path; what cannot be is 404. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Those that mean something here, by their names. */
  headers?: z.ZodObject;
  /** What becomes of a field of the query that is not among them. */
  others?: 'refused' | 'ignored';
  body?: Body;
  answers: Answers;
  /** Beside those that every route has. */
  codes?: readonly Code[];
  /** Asked without a password. */
  isOpen?: true;
  /** Of `params`, `query` and `headers`; what is not named is left out. */
  example?: Values;
}

type Told = Omit<Operation, 'method' | 'path'>;

const by =
  (method: Operation['method']) =>
  (path: string, told: Told): Operation => ({ method, path, ...told });

export const get = by('get');
export const post = by('post');
/** Where there is no GET; with every GET there is one already. */
export const head = by('head');
export const patch = by('patch');
export const remove = by('delete');
export const options = by('options');

/** The one form of a body. */
export const form = (fields: z.ZodObject, example: Values, more: Partial<Form> = {}): Body => ({
  forms: { example: { fields, example, ...more } },
});
