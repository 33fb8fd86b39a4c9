/** Status, help, liveness and the event stream. */
import type { Router } from '@koa/router';
import { pageAsJson } from '../../request/negotiate.js';
import { buildOf, sendEither, sendJson, sendPart, type Kit } from '../../response/kit.js';
import { createLive } from './live.js';
import { helpView } from './help-view.js';

export function statusRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const live = createLive({ ...services, sessions: kit.gate.sessions, build: buildOf(kit) });

  router.get('/help', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({ success: true, version: services.version, inbox_path: services.status().inbox.path }),
      () => helpView(services.status().inbox.path, kit.show),
    ),
  );

  router.get('/status', (ctx) => {
    if (pageAsJson(ctx)) sendJson(ctx, { success: true, ...services.status() });
    else sendPart(ctx, kit.statusLine());
    ctx.vary('Accept');
  });

  router.get('/events', (ctx) => live.open(ctx));

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  router.get('/readyz', (ctx) => {
    const reasons = services.notReady();
    const ready = reasons.length === 0;
    ctx.status = ready ? 200 : 503;
    ctx.body = ready ? { ready } : { ready, not_ready: reasons };
  });
}
