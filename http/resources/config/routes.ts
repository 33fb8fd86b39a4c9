/** The settings. */
import type { Router } from '@koa/router';
import { withFields } from '../../request/body.js';
import { sendEither, type Kit } from '../../response/kit.js';
import { configPage } from './page.js';
import { restart } from './restart.js';
import { saveConfig } from './save.js';

export function configRoutes(router: Router, kit: Kit): void {
  const { config } = kit.services;

  router.get('/config', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({
        config: config.values(),
        fields: config.fields(),
        needs_restart: config.pendingRestart(),
        can_restart: kit.services.restart !== null,
      }),
      () => configPage(kit),
    ),
  );

  router.post('/config', (ctx) =>
    withFields(ctx, (fields) => (fields.has('action') ? restart(ctx, kit, fields) : saveConfig(ctx, kit, fields))),
  );
}
