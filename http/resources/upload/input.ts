/** The key of an upload that may be repeated, and the fields of an import. */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import * as z from 'zod/v4';
import { sha256OfFile } from '../../../workers/base/files/hash.js';
import { exactLine } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import { HttpError } from '../../response/errors.js';
import type { UploadKey } from '../albums/service.js';

export const uploadKey = z.string().regex(/^[\w-]{16,64}$/);

export const importFields = z.object({ name: exactLine('may be empty').default('') });

/**
 * The client's key, or undefined if there is none.
 * @throws HttpError `bad_request` for an invalid key
 */
export function givenKey(ctx: Context): string | undefined {
  const given = ctx.get('Idempotency-Key');
  if (given !== '' && !uploadKey.safeParse(given).success)
    throw new HttpError('bad_request', say('error.idempotency_key'));
  return given || undefined;
}

/**
 * The key of a multipart upload, or undefined if there is none.
 * @returns a function that reads the files; the key itself is checked before the body is read
 * @throws like `givenKey`
 */
export function keyOfFiles(
  ctx: Context,
): (files: readonly UploadedFile[], cover?: UploadedFile) => Promise<UploadKey | undefined> {
  const key = givenKey(ctx);
  return async (files, cover) => {
    if (key === undefined) return undefined;
    const digests: [filename: string, digest: string][] = [];
    for (const { path, filename } of [...files, ...(cover === undefined ? [] : [cover])])
      digests.push([filename, await sha256OfFile(path)]);
    return { key, payload: digestOf(JSON.stringify([digests, cover !== undefined])).slice(0, 32) };
  };
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
