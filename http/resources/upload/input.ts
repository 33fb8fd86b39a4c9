/** What an upload of files that came in pieces takes. */
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

/** As many as a multipart body may have. */
const mostFiles = 2000;
/** Characters of a name with its folders. */
const longestPath = 4096;

export const parcelId = z.string().regex(/^[0-9a-f]{32}$/);
const sent = z.strictObject({ id: parcelId, path: z.string().max(longestPath).optional() });

export const parcelsSchema = z.object({
  uploads: must(say('wrong.uploads', { most: mostFiles }), z.array(sent).min(1).max(mostFiles)),
  cover: must(say('wrong.upload_id'), parcelId).optional(),
});

/** The parcels that an upload is made of, each once. */
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
 * The key of the client, or undefined without one.
 * @throws HttpError `bad_request` for a key that is none
 */
function givenKey(ctx: Context): string | undefined {
  const given = ctx.get('Idempotency-Key');
  if (given !== '' && !uploadKey.safeParse(given).success)
    throw new HttpError('bad_request', say('error.idempotency_key'));
  return given || undefined;
}

/** Key of an upload of parcels: as its client says, else their ids, which are used once. Throws as `givenKey`. */
export function keyOfParcels(ctx: Context, { uploads, cover = '' }: SentParcels): UploadKey {
  const ids = [...uploads.map(({ id }) => id), cover].sort();
  const payload = digestOf(ids.join()).slice(0, 32);
  return { key: givenKey(ctx) ?? payload, payload };
}

/**
 * Key of an upload of whole files, or undefined without one.
 * @returns a function, so that a wrong key is refused before the body is read; it reads the files
 * @throws as `givenKey`
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
