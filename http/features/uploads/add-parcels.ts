/** POST / with a list of complete uploads. */
import type { Context } from 'koa';
import { bodyFields } from '../../request/body.js';
import type { Kit } from '../../response/kit.js';
import { sendAdded } from '../../resources/upload/routes.js';
import { keyOfParcels, sentParcels } from './input.js';
import { filenameIn } from './tus.js';

/** Bytes: the names of 2,000 files with their folders. */
const mostNames = 4 * 1024 ** 2;

/** Adds files as if they had been sent in one body. Returns false if the body is not JSON. */
export async function addParcels(ctx: Context, kit: Kit): Promise<boolean> {
  if (ctx.is('application/json') === false || ctx.request.length === 0) return false;
  await add(ctx, kit);
  return true;
}

async function add(ctx: Context, kit: Kit): Promise<void> {
  const { albums, parcels } = kit.services;
  const sent = sentParcels(await bodyFields(ctx, mostNames));
  const key = keyOfParcels(ctx, sent);
  // If the response was lost, the chunked uploads are gone, but the result is still known.
  const before = albums.uploaded(key);
  if (before !== null) return sendAdded(ctx, kit, before);
  const ids = [...sent.uploads.map(({ id }) => id), ...(sent.cover === undefined ? [] : [sent.cover])];
  const result = await parcels.use(ids, (whole) => {
    const files = whole.map(({ path, size, metadata }, n) => ({
      ...{ path, size },
      filename: sent.uploads[n]?.path ?? filenameIn(metadata) ?? '',
    }));
    return albums.upload(files.slice(0, sent.uploads.length), files[sent.uploads.length], key);
  });
  sendAdded(ctx, kit, result);
}
