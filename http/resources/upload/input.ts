/** What an upload of files that came in pieces takes. */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import * as z from 'zod';
import { badFields } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { must } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { HttpError } from '../../response/errors.js';

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
 * By which an upload is known when it comes again: as its client says, else by its parcels, which are used once.
 * @throws HttpError `bad_request` for a key that is none
 */
export function keyOf(ctx: Context, parcels?: SentParcels): string | undefined {
  const given = ctx.get('Idempotency-Key');
  if (given !== '' && !uploadKey.safeParse(given).success)
    throw new HttpError('bad_request', say('error.idempotency_key'));
  if (given !== '' || parcels === undefined) return given || undefined;
  const ids = [...parcels.uploads.map(({ id }) => id), parcels.cover ?? ''].sort();
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}
