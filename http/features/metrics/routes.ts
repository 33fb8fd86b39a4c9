/** Metrics for Prometheus, and the counting of requests. */
import type { Router } from '@koa/router';
import type { Middleware } from 'koa';
import type { Kit } from '../../response/kit.js';
import type { MetricsService } from './service.js';

export function metricsRoutes(router: Router, { services }: Kit): void {
  router.get('/metrics', async (ctx) => {
    ctx.body = await services.metrics.text();
    ctx.type = services.metrics.contentType;
  });
}

/** The methods of our routes. Others share one label, because clients can send any number of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts each response when it is complete or the connection is closed. */
export function countAnswers(metrics: MetricsService): Middleware {
  return async (ctx, next) => {
    const begun = performance.now();
    ctx.res.once('close', () => {
      const route: unknown = (ctx as { _matchedRoute?: unknown })._matchedRoute;
      metrics.answered({
        method: methods.has(ctx.method) ? ctx.method : 'other',
        route: typeof route === 'string' ? route : 'other',
        status: ctx.status,
        seconds: (performance.now() - begun) / 1000,
      });
    });
    await next();
  };
}
