/** The list of problems. */
import type { Router } from '@koa/router';
import { pageAsJson } from '../../request/negotiate.js';
import { sendJson, sendPage, sendPart, type Kit } from '../../response/kit.js';
import { problemsPart, problemsView } from './view.js';

export function problemRoutes(router: Router, kit: Kit): void {
  const { problems } = kit.services;

  router.get('/problems', (ctx) => {
    if (!pageAsJson(ctx)) return sendPage(ctx, kit, problemsView(problems.list()));
    ctx.vary('Accept');
    sendJson(ctx, { success: true, problems: problems.list() });
  });

  router.get('/problems/short', (ctx) => sendPart(ctx, problemsPart(problems.list())));
}
