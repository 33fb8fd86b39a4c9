/** The fields of an upload whose files were sent in chunks. */
import type { Context } from 'koa';
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { must } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import type { UploadKey } from '../../resources/albums/service.js';
import { digestOf, givenKey } from '../../resources/upload/input.js';

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

/**
 * The key of an upload in chunks: the client's key, or otherwise derived from the ids, which are used only once. Throws
 * like `givenKey`.
 */
export function keyOfParcels(ctx: Context, { uploads, cover = '' }: SentParcels): UploadKey {
  const ids = [...uploads.map(({ id }) => id), cover].sort();
  const payload = digestOf(ids.join()).slice(0, 32);
  return { key: givenKey(ctx) ?? payload, payload };
}
