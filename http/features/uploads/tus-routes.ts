/** Uploads in chunks with the tus protocol, which can resume after an interruption. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { once } from 'node:events';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { HttpError } from '../../response/errors.js';
import type { Kit } from '../../response/kit.js';
import { leadTo } from '../../response/location.js';
import type { Parcel, ParcelBody, ParcelService } from './service.js';
import { bytesIn, checkBytesType, checkVersion, metadataIn, tellAbilities, tellProgress } from './tus.js';

const idOf = (ctx: Context): string => (ctx.params as { id: string }).id;

/** Headers of unsupported extensions. Ignoring them would break clients that rely on them. */
const unknownHeaders = ['Upload-Defer-Length', 'Upload-Concat', 'Upload-Checksum'];

export function tusRoutes(router: Router, { services }: Kit): void {
  const { parcels } = services;

  for (const path of ['/uploads', '/uploads/:id'])
    router.options(path, (ctx) => tellAbilities(ctx, services.maxUploadBytes()));

  router.post('/uploads', async (ctx) => {
    checkVersion(ctx);
    checkHeaders(ctx);
    const hasBytes = !(await isEmpty(ctx));
    if (hasBytes) checkBytesType(ctx);
    const created = await parcels.create(bytesIn(ctx, 'Upload-Length'), metadataIn(ctx));
    leadTo(ctx, `/uploads/${created.id}`);
    const parcel = hasBytes ? await append(ctx, parcels, created) : created;
    tellProgress(ctx, parcel);
    ctx.status = 201;
    ctx.body = '';
  });

  router.head('/uploads/:id', async (ctx) => {
    checkVersion(ctx);
    const parcel = await parcels.find(idOf(ctx));
    tellProgress(ctx, parcel);
    ctx.set('Upload-Length', String(parcel.size));
    if (parcel.metadata !== '') ctx.set('Upload-Metadata', parcel.metadata);
    ctx.status = 200;
    ctx.body = '';
  });

  router.patch('/uploads/:id', async (ctx) => {
    checkVersion(ctx);
    checkHeaders(ctx);
    checkBytesType(ctx);
    tellProgress(ctx, await append(ctx, parcels, { id: idOf(ctx), offset: bytesIn(ctx, 'Upload-Offset') }));
    ctx.status = 204;
  });

  router.delete('/uploads/:id', async (ctx) => {
    checkVersion(ctx);
    await parcels.remove(idOf(ctx));
    ctx.status = 204;
  });
}

/** Undefined if the length is not announced. */
const bodyLength = ({ req: { headers } }: Context): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/** Some clients announce no length and send nothing. */
async function isEmpty(ctx: Context): Promise<boolean> {
  const length = bodyLength(ctx);
  if (length !== undefined) return length === 0;
  if (ctx.req.readableLength === 0 && !ctx.req.readableEnded)
    await Promise.race([once(ctx.req, 'readable'), once(ctx.req, 'end')]);
  return ctx.req.readableLength === 0;
}

async function append(
  ctx: Context,
  parcels: ParcelService,
  { id, offset }: Pick<Parcel, 'id' | 'offset'>,
): Promise<Parcel> {
  const body: ParcelBody = {
    // A rejected request is not destroyed: a destroyed request looks like a client that has disconnected.
    bytes: ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    length: bodyLength(ctx),
    breakOff: () => void ctx.req.destroy(),
  };
  try {
    return await parcels.append(id, offset, body);
  } catch (error) {
    if (ctx.req.destroyed && !ctx.req.complete) throw new TonstiftError('aborted', say('error.left'));
    // Tells the client the right offset, which saves a request.
    if (error instanceof TonstiftError && error.code === 'conflict') tellProgress(ctx, await parcels.find(id));
    throw error;
  }
}

function checkHeaders(ctx: Context): void {
  const [unknown] = unknownHeaders.filter((name) => ctx.get(name) !== '');
  if (unknown !== undefined) throw new HttpError('bad_request', say('error.tus_header', { header: unknown }));
}
