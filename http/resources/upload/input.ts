/** The fields of an upload whose files were sent in chunks. */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import * as z from 'zod';
import { badFields } from '../../../workers/base/errors.js';
import { sha256OfFile } from '../../../workers/base/files/hash.js';
import { readFields } from '../../../workers/base/input/read.js';
import { must } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import { HttpError } from '../../response/errors.js';
import type { UploadKey } from '../albums/service.js';

/** The same limit as for multipart bodies. */
const mostFiles = 2000;
/** Characters of a file name with its folders. */
const longestPath = 4096;

export const parcelId = z.string().regex(/^[0-9a-f]{32}$/);
const sent = z.strictObject({ id: parcelId, path: z.string().max(longestPath).optional() });

export const parcelsSchema = z.object({
  uploads: must(say('wrong.uploads', { most: mostFiles }), z.array(sent).min(1).max(mostFiles)),
  cover: must(say('wrong.upload_id'), parcelId).optional(),
});

/** The chunked uploads that form an album, without duplicates. */
export type SentParcels = z.output<typeof parcelsSchema>;

/** @throws TonstiftError `bad_field` */
export function sentParcels(fields: Fields): SentParcels {
  const given = readFields(say('what.upload'), parcelsSchema, fields);
  const ids = given.uploads.map(({ id }) => id);
  const twice = ids.find((id, n) => ids.indexOf(id) !== n || id === given.cover);
  if (twice !== undefined) throw badFields({ uploads: say('wrong.upload_twice', { id: twice }) });
  return given;
}

export const uploadKey = z.string().regex(/^[\w-]{16,64}$/);

/**
 * The client's key, or undefined if there is none.
 * @throws HttpError `bad_request` for an invalid key
 */
function givenKey(ctx: Context): string | undefined {
  const given = ctx.get('Idempotency-Key');
  if (given !== '' && !uploadKey.safeParse(given).success)
    throw new HttpError('bad_request', say('error.idempotency_key'));
  return given || undefined;
}

/**
 * The key of an upload in chunks: the client's key, or otherwise derived from the ids, which are used only once. Throws
 * like `givenKey`.
 */
export function keyOfParcels(ctx: Context, { uploads, cover = '' }: SentParcels): UploadKey {
  const ids = [...uploads.map(({ id }) => id), cover].sort();
  const payload = digestOf(ids.join()).slice(0, 32);
  return { key: givenKey(ctx) ?? payload, payload };
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

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
