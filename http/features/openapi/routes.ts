/** The OpenAPI document, and its pages. Both are created at the first request. */
import { createHash } from 'node:crypto';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { OpenApi } from './document/document.js';
import { pageAsJson } from '../../request/negotiate.js';
import { isFresh } from '../../response/files/fresh.js';
import { baseOf } from '../../request/base-path.js';
import { sendPage, type Kit } from '../../response/kit.js';
import { serviceAddress } from '../../response/location.js';
import { groups } from './groups.js';

interface Made {
  document: OpenApi;
  /** The document as it is sent. */
  bytes: Buffer;
  /** Weak, because it covers every compression. */
  tag: string;
}

export function apiRoutes(router: Router, kit: Kit): void {
  let made: Promise<Made> | undefined;
  const document = (): Promise<Made> => (made ??= make(kit));

  router.get('/openapi.json', async (ctx) => {
    const { bytes, tag } = below(baseOf(ctx), await document());
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.type = 'json';
    // A 304 has no type, so Vary must be set here.
    ctx.vary('Accept-Encoding');
    if (!isFresh(ctx, tag)) ctx.body = bytes;
  });

  router.get('/api', async (ctx) => {
    const made = await document();
    if (isJson(ctx, made)) return;
    const { apiView } = await import('./view.js');
    sendPage(ctx, kit, apiView(made.document));
  });

  router.get('/api/:group', async (ctx) => {
    const group = ctx.params['group'] ?? '';
    if (!groups.includes(group)) throw new TonstiftError('not_found', say('error.nothing_here'));
    const made = await document();
    if (isJson(ctx, made)) return;
    const { apiGroupView } = await import('./view.js');
    const hasPassword = kit.services.access.password() !== undefined;
    sendPage(ctx, kit, apiGroupView(made.document, group, { address: serviceAddress(ctx), hasPassword }));
  });
}

/** The document for clients that reach the service below a base path. */
function below(base: string, made: Made): Made {
  if (base === '') return made;
  const servers = (made.document['servers'] as { url: string }[]).map((one) => ({ ...one, url: base + one.url }));
  return encoded({ ...made.document, servers });
}

/** Sends JSON if the client asks for it, and returns whether it did. */
function isJson(ctx: Context, made: Made): boolean {
  ctx.vary('Accept');
  if (!pageAsJson(ctx)) return false;
  ctx.type = 'json';
  ctx.body = below(baseOf(ctx), made).bytes;
  return true;
}

/** Imported on demand, so that it does not delay the start of the daemon. */
async function make({ services, operations }: Kit): Promise<Made> {
  const { isForPrograms, openApi } = await import('./document/document.js');
  return encoded(openApi((await operations()).filter(isForPrograms), services.version));
}

function encoded(document: OpenApi): Made {
  const bytes = Buffer.from(JSON.stringify(document));
  return { document, bytes, tag: `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` };
}
