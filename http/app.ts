/**
 * The Koa application: base path, prefix for JSON, headers, guard, password, then the routes. No handler reads a body
 * before the guard has passed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Router } from '@koa/router';
import Koa from 'koa';
import { TonstiftError } from '../workers/base/errors.js';
import type { Log } from '../workers/base/ports.js';
import { checkBasePath, takeBasePath } from './request/base-path.js';
import { expectBody, type BodyTimes } from './request/body-time.js';
import { keepChoices } from './request/kept-choice.js';
import { languageChoice } from './request/language.js';
import { themeChoice } from './request/theme.js';
import { jsonByPath, prefersHtml } from './request/negotiate.js';
import { loadAssets } from './response/assets.js';
import { compressText } from './response/compress-text.js';
import { failures } from './response/failures.js';
import { createFlashes } from './response/flash.js';
import { checkHost, checkOrigin } from './security/guard.js';
import { securityHeaders } from './security/headers.js';
import { askFirstView } from './security/ask-first-view.js';
import { needsAsking } from './security/visit.js';
import { nameOfPage } from './response/page.js';
import { noteLastEvent, sendPage, type Kit } from './response/kit.js';
import { createGate } from './security/password.js';
import { albumRoutes } from './resources/albums/routes.js';
import { coreActions } from './resources/albums/actions.js';
import { configRoutes } from './resources/config/routes.js';
import { statusRoutes } from './resources/status/routes.js';
import { imageRoutes } from './resources/images/routes.js';
import { logRoutes } from './resources/logs/routes.js';
import { penRoutes } from './resources/pens/routes.js';
import { printRoutes } from './resources/print/routes.js';
import { loginRoutes } from './resources/login/routes.js';
import { uploadRoutes } from './resources/upload/routes.js';
import type { WebFeature } from './feature.js';
import { showOf } from './slots.js';
import { statusLine } from './resources/status/status-line.js';
import type { Services } from './services.js';
import { say } from '../workers/base/language/sentence.js';

/** The clock. Tests replace it, so that they do not have to sleep. */
export interface Timing {
  /** Milliseconds from an arbitrary start, never decreasing. */
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  /** `pause` limits every body, `whole` only the bodies of clients that have not logged in. */
  bodies?: BodyTimes;
}

/** There is no `whole` limit after login: an upload over a slow network may take hours. */
const usualBodies: BodyTimes = { pause: 60_000, whole: 10_000 };

// Monotonic: a wall clock that is set back would delay logins, and one that is set forward would end all sessions.
const systemTiming: Timing = { now: () => performance.now(), wait: (ms) => pause(ms, undefined, { ref: false }) };

const coreRoutes = [
  uploadRoutes,
  albumRoutes,
  imageRoutes,
  printRoutes,
  penRoutes,
  configRoutes,
  logRoutes,
  statusRoutes,
  loginRoutes,
];

interface AppParts {
  services: Services;
  /** In the order of what they show. */
  features: readonly WebFeature[];
  log: Log;
  timing?: Timing;
}

function kitOf({ services, features, log, timing = systemTiming }: AppParts): Kit {
  const show = showOf(features);
  const kit: Kit = {
    services,
    log,
    assets: loadAssets(),
    flashes: createFlashes(timing.now),
    gate: createGate(services.access, { ...timing, bodies: timing.bodies ?? usualBodies, log }),
    show,
    scripts: (place) => features.flatMap(({ scripts }) => scripts?.[place ?? ''] ?? []),
    pages: features.flatMap(({ pages = [] }) => pages),
    actions: [...coreActions, ...features.flatMap(({ actions = [] }) => actions)],
    operations: async () => (await import('./operations/all.js')).operationsOf(features),
    statusLine: () => statusLine(services.status(), show),
    async upload(ctx) {
      for (const { upload } of features) if (await upload?.(ctx, kit)) return true;
      return false;
    },
  };
  return kit;
}

export function createApp(parts: AppParts): Koa {
  const { services, features, log, timing } = parts;
  const kit = kitOf(parts);
  const router = new Router({ sensitive: true });
  for (const add of [...coreRoutes, ...features.flatMap(({ routes = [] }) => routes)]) add(router, kit);

  const app = new Koa();
  app.on('error', (thrown: Error) => log.debug(`Sending a response failed: ${thrown.message}`));
  app.use(takeBasePath(services.access));
  app.use(jsonByPath);
  for (const { around } of features) if (around !== undefined) app.use(around(services));
  app.use(securityHeaders());
  app.use(compressText());
  app.use(async (ctx, next) => {
    expectBody(ctx.req, { pause: (timing?.bodies ?? usualBodies).pause, whole: Infinity });
    ctx.set('Cache-Control', 'no-store');
    noteLastEvent(ctx, services.events);
    await next();
  });
  app.use(failures(kit));
  app.use(async (ctx, next) => {
    checkHost(ctx.req, services.access.allowedHosts());
    checkOrigin(ctx.req);
    checkBasePath(ctx, services.access);
    if (needsAsking(ctx.req, ctx, kit.pages)) {
      if (!prefersHtml(ctx)) throw new TonstiftError('forbidden_origin', say('error.led_here'));
      ctx.status = 403;
      return sendPage(ctx, kit, askFirstView(ctx.originalUrl, nameOfPage(ctx.path, kit.pages)));
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
