/** The settings. */
import type { Router } from '@koa/router';
import { namedAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { sendEither, type Kit } from '../../response/kit.js';
import { configPage } from './page.js';
import { openToDevices } from './phone.js';
import { restart } from './restart.js';
import { saveConfig } from './save.js';

const actions = [
  { name: 'restart', act: restart },
  { name: 'open', act: openToDevices },
] as const;

export function configRoutes(router: Router, kit: Kit): void {
  const { config } = kit.services;

  router.get('/config', (ctx) => {
    const facts = {
      config: config.values(),
      fields: config.fields(),
      needs_restart: config.pendingRestart(),
      can_restart: kit.services.restart !== null,
    };
    sendEither(ctx, kit, facts, () => configPage(ctx, kit));
  });

  router.post('/config', async (ctx) => {
    const fields = await bodyFields(ctx);
    await (fields.has('action') ? namedAction(fields, actions).act(ctx, kit, fields) : saveConfig(ctx, kit, fields));
  });
}
