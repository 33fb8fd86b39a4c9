/** Request bodies. Forms, multipart and JSON produce the same fields. Uploaded files are in a temporary folder. */
import type { Context } from 'koa';
import type * as z from 'zod/v4';
import { badFields, TonstiftError } from '../../workers/base/errors.js';
import { onlyKnown, readFields } from '../../workers/base/input/read.js';
import { mapOf, refuseName, type Fields } from './fields.js';
import { withBodyFolder } from './body-folder.js';
import { decoded, fieldReader, partReader } from './multipart.js';
import { announced, checkedType, mostFields, parseFiles, parseHeld, textFields, types } from './parse.js';
import type { Services } from '../services.js';
import type { UploadedFile } from './uploaded-file.js';
import { say, type Words } from '../../workers/base/language/sentence.js';

export interface Body {
  /** A text, a list of texts if a field was repeated, or a JSON value. */
  fields: Fields;
  /** By field name, in the order in which they were sent. */
  files: ReadonlyMap<string, UploadedFile[]>;
}

/** The folder for uploaded files, and their maximum size. */
export type BodyServices = Pick<Services, 'maxUploadBytes' | 'uploadFolder'>;

const mostFieldBytes = 1024 ** 2;
const mostFiles = 2000;

/**
 * Reads the body and calls `use` with it. Files that `use` does not move are deleted when it ends, even if it throws.
 * Throws `bad_field`, `too_large`, `no_space`, `unsupported_type` or `bad_request`.
 */
export async function withBody<T>(ctx: Context, services: BodyServices, use: (body: Body) => Promise<T>): Promise<T> {
  const type = checkedType(ctx);
  if (type === undefined) return use({ fields: new Map(), files: new Map() });
  if (type !== types.parts) return use({ fields: await textFields(ctx, type, mostFieldBytes), files: new Map() });

  const limit = services.maxUploadBytes();
  announced(ctx, limit + mostFieldBytes + mostFiles * 1024, limit);
  return withBodyFolder(services, async (folder) => {
    const reader = partReader(folder, {
      fileBytes: limit,
      files: mostFiles,
      fields: mostFields,
      fieldBytes: mostFieldBytes,
    });
    try {
      await parseFiles(ctx, { multipart: true, text: false, formidable: reader.options }, limit);
      if (reader.problems.badName !== undefined) throw refuseName(reader.problems.badName);
      if (reader.problems.tooManyFiles)
        throw new TonstiftError('too_large', say('error.too_many_files', { most: mostFiles }));
      return await use({ fields: mapOf(ctx.request.body, decoded), files: filesOf(ctx) });
    } finally {
      await reader.close();
    }
  });
}

/**
 * Reads the fields of a request that accepts no files. It never writes to the disk, so any client may call it. Throws
 * as `withBody`.
 * @param most bytes of all fields together
 */
export async function bodyFields(ctx: Context, most = mostFieldBytes): Promise<Fields> {
  const type = checkedType(ctx);
  if (type === undefined) return new Map();
  if (type !== types.parts) return textFields(ctx, type, most);

  const reader = fieldReader({ fields: mostFields, fieldBytes: most });
  // Twice the limit, because the part headers count too.
  await parseHeld(ctx, { multipart: true, text: false, formidable: reader.options }, 2 * most);
  const { badName, files } = reader.problems;
  if (badName !== undefined) throw refuseName(badName);
  if (files.size > 0) throw badFields(Object.fromEntries([...files].map((name) => [name, say('wrong.file')])));
  return mapOf(ctx.request.body, decoded);
}

/** Throws `bad_field` for a file that was sent as text, as by `curl -F files=01.mp3` without the `@`. */
export function refuseTexts({ shape }: z.ZodObject, fields: Fields): void {
  const texts = [...fields.keys()].filter((name) => Object.hasOwn(shape, name));
  if (texts.length > 0) throw badFields(Object.fromEntries(texts.map((name) => [name, say('wrong.not_file')])));
}

/**
 * Validates the files of a body, for requests that accept only files.
 * @param others fields that may also be present; they are ignored
 */
export function readFiles<Shape extends z.ZodRawShape>(
  what: Words,
  schema: z.ZodObject<Shape>,
  { fields, files }: Body,
  others: readonly string[] = [],
): z.output<z.ZodObject<Shape>> {
  refuseTexts(schema, fields);
  onlyKnown(fields.keys(), others, say('what.beside_files', { what }));
  return readFields(say('what.files', { what }), schema, files);
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
