/** What programs may ask: as a document, and as a page of it. Both are made when the first one asks. */
import { createHash } from 'node:crypto';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { OpenApi } from '../../openapi/document.js';
import { pageAsJson } from '../../request/negotiate.js';
import { isFresh } from '../../response/fresh.js';
import { sendPage, type Kit } from '../../response/kit.js';
import { groups } from './groups.js';

interface Made {
  document: OpenApi;
  /** Of the document, as it is sent. */
  bytes: Buffer;
  /** A weak one: it stands for all codings. */
  tag: string;
}

export function apiRoutes(router: Router, kit: Kit): void {
  let made: Promise<Made> | undefined;
  const document = (): Promise<Made> => (made ??= make(kit.services.version));

  router.get('/openapi.json', async (ctx) => {
    const { bytes, tag } = await document();
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.type = 'json';
    // A 304 has no type, so it says here that they vary.
    ctx.vary('Accept-Encoding');
    if (!isFresh(ctx, tag)) ctx.body = bytes;
  });

  router.get('/api', async (ctx) => {
    const told = await document();
    if (isJson(ctx, told)) return;
    const { apiView } = await import('./view.js');
    sendPage(ctx, kit, apiView(told.document));
  });

  router.get('/api/:group', async (ctx) => {
    const group = ctx.params['group'] ?? '';
    if (!groups.includes(group)) throw new TonstiftError('not_found', say('error.nothing_here'));
    const told = await document();
    if (isJson(ctx, told)) return;
    const { apiGroupView } = await import('./view.js');
    const hasPassword = kit.services.access.password() !== undefined;
    sendPage(ctx, kit, apiGroupView(told.document, group, { origin: `${ctx.protocol}://${ctx.host}`, hasPassword }));
  });
}

/** Whether it was answered to a program. */
function isJson(ctx: Context, { bytes }: Made): boolean {
  ctx.vary('Accept');
  if (!pageAsJson(ctx)) return false;
  ctx.type = 'json';
  ctx.body = bytes;
  return true;
}

/** Loaded late: the daemon's start does not wait for it. */
async function make(version: string): Promise<Made> {
  const [{ openApi }, { operations }] = await Promise.all([
    import('../../openapi/document.js'),
    import('./operations.js'),
  ]);
  const document = openApi(operations, version);
  const bytes = Buffer.from(JSON.stringify(document));
  return { document, bytes, tag: `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` };
}
