/** Bodies of requests: forms, multipart and JSON give the same fields; files lie in a folder that goes afterwards. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { badFields, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { onlyKnown, readFields } from '../../workers/base/input/read.js';
import { HttpError } from '../response/errors.js';
import { formFields, jsonFields, mapOf, refuseName, type Fields } from './fields.js';
import { withBodyFolder } from './body-folder.js';
import { decoded, partReader } from './multipart.js';
import type { Services } from '../services.js';
import type { UploadedFile } from './uploaded-file.js';

/** Milliseconds go into a megabyte of text. */
const oneATurn = pLimit(1);

export interface Body {
  /** Text, several texts where a field was repeated, or what JSON gave. */
  fields: Fields;
  /** By field, in the order they were sent. */
  files: ReadonlyMap<string, UploadedFile[]>;
}

/** More than the form of an album with 99 tracks has. */
const mostFields = 500;
const mostFieldBytes = 1024 ** 2;
const mostFiles = 2000;

const types = { form: 'application/x-www-form-urlencoded', json: 'application/json', parts: 'multipart/form-data' };

/**
 * Reads the body and hands it to `use`. Files that `use` leaves where they are go when it ends, however it ends.
 * Throws `bad_field`, `too_large`, `no_space`, `unsupported_type` or `bad_request`.
 */
export async function withBody<T>(ctx: Context, services: Services, use: (body: Body) => Promise<T>): Promise<T> {
  const type = checkedType(ctx);
  if (type === undefined) return use({ fields: new Map(), files: new Map() });
  if (type !== types.parts) return use({ fields: await textFields(ctx, type), files: new Map() });

  const limit = services.maxUploadBytes();
  if ((ctx.request.length ?? 0) > limit + mostFieldBytes + mostFiles * 1024) throw tooLarge(limit);
  return withBodyFolder(services, async (folder) => {
    const reader = partReader(folder, {
      fileBytes: limit,
      files: mostFiles,
      fields: mostFields,
      fieldBytes: mostFieldBytes,
    });
    try {
      await parse(ctx, { multipart: true, text: false, formidable: reader.options }, limit);
      if (reader.problems.badName !== undefined) throw refuseName(reader.problems.badName);
      if (reader.problems.tooManyFiles)
        throw new TonstiftError('too_large', `At most ${mostFiles} files are taken at once.`);
      return await use({ fields: mapOf(ctx.request.body, decoded), files: filesOf(ctx) });
    } finally {
      await reader.close();
    }
  });
}

/** As `withBody`, for a request that takes no files. */
export const withFields = <T>(ctx: Context, services: Services, use: (fields: Fields) => Promise<T>): Promise<T> =>
  withBody(ctx, services, ({ fields, files }) => {
    if (files.size === 0) return use(fields);
    throw badFields(Object.fromEntries([...files.keys()].map((name) => [name, 'must not be a file.'])));
  });

/**
 * The files of a body, for a request that takes nothing else.
 * @param others fields that may be there too, and are not read
 */
export function readFiles<Shape extends z.ZodRawShape>(
  what: string,
  schema: z.ZodObject<Shape>,
  { fields, files }: Body,
  others: readonly string[] = [],
): z.output<z.ZodObject<Shape>> {
  onlyKnown(fields.keys(), others, `${what}, beside files,`);
  return readFields(`${what}, as for files,`, schema, files);
}

/** Undefined where there is no body. */
function checkedType(ctx: Context): string | undefined {
  const type = ctx.is(Object.values(types));
  if (type === null || ctx.headers['content-length'] === '0') return undefined;
  const unsupported = (what: string): HttpError =>
    new HttpError('unsupported_type', `${what} Send ${types.form}, ${types.parts} or ${types.json}, in UTF-8.`);
  if (type === false)
    throw unsupported(`A body of the type ${JSON.stringify(ctx.get('Content-Type').slice(0, 80))} is not understood.`);
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) throw unsupported('A compressed body is not understood.');
  if (!/^(utf-?8|us-ascii)?$/i.test(ctx.request.charset))
    throw unsupported(`The character set ${JSON.stringify(ctx.request.charset.slice(0, 40))} is not understood.`);
  return type;
}

async function textFields(ctx: Context, type: string): Promise<Fields> {
  await parse(ctx, { textTypes: [types.form, types.json], textLimit: mostFieldBytes }, mostFieldBytes);
  const text = typeof ctx.request.body === 'string' ? ctx.request.body : '';
  // Of many that come at once each is looked at in a turn of its own, or none of the others would get one.
  await oneATurn(() => nextTurn());
  return type === types.json ? jsonFields(text) : formFields(text, mostFields);
}

async function parse(ctx: Context, options: NonNullable<Parameters<typeof koaBody>[0]>, limit: number): Promise<void> {
  try {
    await koaBody({ json: false, urlencoded: false, ...options })(ctx, () => Promise.resolve());
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new TonstiftError('no_space', 'The disk of the library is full; nothing was kept.', {}, { cause: thrown });
    const { httpCode, status } = thrown as { httpCode?: number; status?: number };
    const refused = httpCode ?? status;
    if (refused === 413) throw tooLarge(limit);
    if (refused !== undefined && refused < 600)
      throw new HttpError('bad_request', 'The body is broken off or malformed.');
    throw thrown;
  }
}

function tooLarge(limit: number): TonstiftError {
  const size = limit < 1e6 ? `${limit} bytes` : `${Math.floor(limit / 1e6)} MB`;
  return new TonstiftError('too_large', `The body is too large: at most ${size} and ${mostFields} fields are taken.`);
}

function filesOf(ctx: Context): Map<string, UploadedFile[]> {
  return new Map(
    Object.entries(ctx.request.files ?? {}).map(([name, one]) => {
      const sent = [one].flat().sort((a, b) => Number(a.newFilename) - Number(b.newFilename));
      return [
        name,
        sent.map(({ filepath, originalFilename, size }) => ({
          path: filepath,
          filename: originalFilename ?? '',
          size,
        })),
      ];
    }),
  );
}
