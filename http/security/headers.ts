/** The security headers of every response. */
import helmet from 'koa-helmet';
import type { Middleware } from 'koa';
import { baseOf } from '../request/base-path.js';

/**
 * HSTS and upgrade-insecure-requests stay off, because they break plain HTTP on a home network. The referrer policy is
 * same-origin: with no-referrer, browsers send `Origin: null` with our own forms.
 */
const headersFor = (frames: 'none' | 'self'): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: [`'${frames}'`],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: frames === 'none' ? 'deny' : 'sameorigin' },
  });

/**
 * Below a base path, other pages of the same host may show ours in a frame, as Home Assistant does. They have the same
 * origin, so frames give them nothing that they do not have already.
 */
export function securityHeaders(): Middleware {
  const [alone, shared] = [headersFor('none'), headersFor('self')];
  return async (ctx, next) => {
    await (baseOf(ctx) === '' ? alone : shared)(ctx, next);
  };
}
