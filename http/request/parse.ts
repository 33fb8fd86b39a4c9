/** Checks the type of a body, parses it with koa-body, and translates the parser's errors. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import pLimit from 'p-limit';
import { isDiskFull, TonstiftError } from '../../workers/base/errors.js';
import { HttpError } from '../response/errors.js';
import { formFields, jsonFields, type Fields } from './fields.js';
import { limited, sizeOf } from './limited.js';
import { throttled } from './throttled-parser.js';
import { utf8Of } from './utf8.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

/** Parsing a megabyte of text takes milliseconds. */
const oneATurn = pLimit(1);

/**
 * Enough for the form of a sheet, which names each of 992 albums. The form of an album with 99 tracks has about 400
 * fields.
 */
export const mostFields = 1100;

export const types = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  parts: 'multipart/form-data',
};

type Options = NonNullable<Parameters<typeof koaBody>[0]>;

/** The media type; undefined if there is no body. */
export function checkedType(ctx: Context): string | undefined {
  const type = ctx.is(Object.values(types));
  if (type === null || ctx.headers['content-length'] === '0') return undefined;
  const unsupported = (what: Sentence): HttpError =>
    new HttpError('unsupported_type', say('error.body_types', { what, ...types }));
  if (type === false)
    throw unsupported(say('error.body_type', { type: JSON.stringify(ctx.get('Content-Type').slice(0, 80)) }));
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) throw unsupported(say('error.body_compressed'));
  if (!/^(utf-?8|us-ascii)?$/i.test(ctx.request.charset))
    throw unsupported(say('error.body_charset', { charset: JSON.stringify(ctx.request.charset.slice(0, 40)) }));
  return type;
}

/** @param most bytes */
export async function textFields(ctx: Context, type: string, most: number): Promise<Fields> {
  // Read as bytes: the parser would turn what is not UTF-8 into replacement characters.
  await parse(ctx, { textTypes: [types.form, types.json], textLimit: most, encoding: 'binary' }, most);
  const text = utf8Of(typeof ctx.request.body === 'string' ? ctx.request.body : '');
  if (text === undefined) throw new HttpError('bad_request', say('error.body_not_utf8'));
  // Each body is parsed in its own turn of the event loop. Otherwise many bodies at once would block all other
  // requests.
  await oneATurn(() => nextTurn());
  if (type === types.json) return jsonFields(text, mostFields);
  return ((ctx.state as { form?: Fields }).form = formFields(text, mostFields));
}

/** @param limit bytes, for the message of the error for a body that is too large */
async function parse(ctx: Context, options: Options, limit: number): Promise<void> {
  try {
    await koaBody({ json: false, urlencoded: false, ...options })(ctx, () => Promise.resolve());
  } catch (thrown) {
    if (isDiskFull(thrown)) throw new TonstiftError('no_space', say('error.library_full'), {}, { cause: thrown });
    const { httpCode, status } = thrown as { httpCode?: number; status?: number };
    const refused = httpCode ?? status;
    if (refused === 413) throw tooLarge(limit);
    if (refused !== undefined && refused < 600) throw new HttpError('bad_request', say('error.body_broken'));
    throw thrown;
  }
}

/** Like `parse`, but reads at most `limit` bytes. The parser itself counts neither part headers nor discarded parts. */
export async function parseHeld(ctx: Context, options: Options, limit: number): Promise<void> {
  announced(ctx, limit, limit);
  await parseFrom(ctx, limited(ctx.req, limit), options, limit);
}

/**
 * Like `parse`, for a body with files. The request is not destroyed if it is not read to its end: a destroyed request
 * looks like a client that has disconnected.
 */
export const parseFiles = (ctx: Context, options: Options, limit: number): Promise<void> =>
  parseFrom(ctx, ctx.req.iterator({ destroyOnReturn: false }), options, limit);

/** Does not block the event loop, whatever the bytes are. */
async function parseFrom(ctx: Context, bytes: AsyncIterable<Buffer>, options: Options, limit: number): Promise<void> {
  const body = Readable.from(throttled(bytes), { objectMode: false });
  const req = Object.assign(body, { headers: ctx.req.headers });
  try {
    await parse(Object.create(ctx, { req: { value: req } }) as Context, options, limit);
  } finally {
    // The parser stops in the middle of a rejected body. Once the stream is destroyed, the server discards the rest.
    body.destroy();
  }
}

/** Rejects a body if its Content-Length is too large. */
export function announced(ctx: Context, most: number, limit: number): void {
  if ((ctx.request.length ?? 0) > most) throw tooLarge(limit);
}

const tooLarge = (limit: number): TonstiftError =>
  new TonstiftError('too_large', say('error.body_large_fields', { size: sizeOf(limit), fields: mostFields }));
