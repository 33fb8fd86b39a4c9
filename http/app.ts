/**
 * The Koa application: headers, guard, password, then the routes. No handler reads a body before the guard has passed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Router } from '@koa/router';
import Koa from 'koa';
import { TonstiftError } from '../workers/base/errors.js';
import type { Log } from '../workers/base/ports.js';
import { expectBody, type BodyTimes } from './request/body-time.js';
import { keepChoices } from './request/kept-choice.js';
import { languageChoice } from './request/language.js';
import { themeChoice } from './request/theme.js';
import { prefersHtml } from './request/negotiate.js';
import { loadAssets } from './response/assets.js';
import { compressText } from './response/compress-text.js';
import { failures } from './response/failures.js';
import { createFlashes } from './response/flash.js';
import { checkHost, checkOrigin } from './security/guard.js';
import { securityHeaders } from './security/headers.js';
import { askFirstView } from './security/ask-first-view.js';
import { needsAsking } from './security/visit.js';
import { noteLastEvent, sendPage, type Kit } from './response/kit.js';
import { createGate } from './security/password.js';
import { apiRoutes } from './features/openapi/routes.js';
import { arrivalRoutes } from './features/arrivals/routes.js';
import { backupRoutes } from './features/backup/routes.js';
import { albumRoutes } from './resources/albums/routes.js';
import { firstRunRoutes } from './features/first-run/routes.js';
import { deletedRoutes } from './features/deleted/routes.js';
import { configRoutes } from './resources/config/routes.js';
import { statusRoutes } from './resources/status/routes.js';
import { imageRoutes } from './resources/images/routes.js';
import { logRoutes } from './resources/logs/routes.js';
import { countAnswers, metricsRoutes } from './features/metrics/routes.js';
import { paperMapRoutes } from './papers/paper-map/routes.js';
import { paperRoutes } from './papers/papers/routes.js';
import { penRoutes } from './resources/pens/routes.js';
import { printRoutes } from './resources/print/routes.js';
import { problemRoutes } from './features/problems/routes.js';
import { savedRoutes } from './papers/saved/routes.js';
import { tryRoutes } from './features/try/routes.js';
import { loginRoutes } from './resources/login/routes.js';
import { uploadRoutes } from './resources/upload/routes.js';
import { statusLine } from './resources/status/status-line.js';
import type { Services } from './services.js';
import { say } from '../workers/base/language/sentence.js';

/** The clock. Tests replace it, so that they do not have to sleep. */
export interface Timing {
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  /** `pause` limits every body, `whole` only the bodies of clients that have not logged in. */
  bodies?: BodyTimes;
}

/** There is no `whole` limit after login: an upload over a slow network may take hours. */
const usualBodies: BodyTimes = { pause: 60_000, whole: 10_000 };

const systemTiming: Timing = { now: () => Date.now(), wait: (ms) => pause(ms, undefined, { ref: false }) };

const allRoutes = [
  uploadRoutes,
  arrivalRoutes,
  problemRoutes,
  firstRunRoutes,
  albumRoutes,
  imageRoutes,
  printRoutes,
  tryRoutes,
  deletedRoutes,
  backupRoutes,
  penRoutes,
  savedRoutes,
  paperMapRoutes,
  paperRoutes,
  configRoutes,
  logRoutes,
  statusRoutes,
  metricsRoutes,
  loginRoutes,
  apiRoutes,
];

export function createApp(services: Services, log: Log, timing: Timing = systemTiming): Koa {
  const bodies = timing.bodies ?? usualBodies;
  const kit: Kit = {
    services,
    log,
    assets: loadAssets(),
    flashes: createFlashes(timing.now),
    gate: createGate(services.access, { ...timing, bodies }),
    statusLine: () => statusLine(services.status()),
  };
  const router = new Router({ sensitive: true });
  for (const add of allRoutes) add(router, kit);

  const app = new Koa();
  app.on('error', (thrown: Error) => log.debug(`Sending a response failed: ${thrown.message}`));
  app.use(countAnswers(services.metrics));
  app.use(securityHeaders());
  app.use(compressText());
  app.use(async (ctx, next) => {
    expectBody(ctx.req, { pause: bodies.pause, whole: Infinity });
    ctx.set('Cache-Control', 'no-store');
    noteLastEvent(ctx, services.events);
    await next();
  });
  app.use(failures(kit));
  app.use(async (ctx, next) => {
    checkHost(ctx.req, services.access.allowedHosts());
    checkOrigin(ctx.req);
    if (needsAsking(ctx.req, ctx.path, ctx.search)) {
      if (!prefersHtml(ctx)) throw new TonstiftError('forbidden_origin', say('error.led_here'));
      ctx.status = 403;
      return sendPage(ctx, kit, askFirstView(ctx.originalUrl));
    }
    await next();
  });
  app.use(keepChoices([languageChoice, themeChoice]));
  app.use(kit.gate.guard);
  app.use(kit.assets.serve);
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
