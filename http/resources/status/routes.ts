/** Status, help, liveness and the event stream. */
import type { Router } from '@koa/router';
import * as z from 'zod/v4';
import { say } from '../../../workers/base/language/sentence.js';
import { readAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { pageAsJson } from '../../request/negotiate.js';
import { buildOf, sendEither, sendJson, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import { createLive } from './live.js';
import { helpView } from './help-view.js';

export const waitingName = z.object({ name: z.string().min(1).max(1000) });
const inboxActions = [{ name: 'import_complete', fields: waitingName }] as const;

export function statusRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const live = createLive({ ...services, sessions: kit.gate.sessions, build: buildOf(kit) });

  router.get('/help', (ctx) =>
    sendEither(ctx, kit, { success: true, version: services.version, inbox_path: services.status().inbox.path }, () =>
      helpView(services.status().inbox.path, services.command, kit.show),
    ),
  );

  router.get('/status', (ctx) => {
    if (pageAsJson(ctx)) sendJson(ctx, { success: true, ...services.status() });
    else sendPart(ctx, kit.statusLine());
    ctx.vary('Accept');
  });

  router.post('/inbox', async (ctx) => {
    const { action, given } = readAction(await bodyFields(ctx), inboxActions);
    const { name } = given;
    services.inbox.importComplete(name);
    sendOutcome(ctx, kit, {
      facts: { success: true, action },
      location: '/',
      flash: { kind: 'done', sentences: [say('status.import_complete_done', { name })] },
    });
  });

  router.get('/events', (ctx) => live.open(ctx));

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  router.get('/readyz', (ctx) => {
    const reasons = services.notReady();
    const ready = reasons.length === 0;
    ctx.status = ready ? 200 : 503;
    if (!ready) ctx.set('Retry-After', '30');
    ctx.body = ready ? { ready } : { ready, not_ready: reasons };
  });
}
