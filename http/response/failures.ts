/** Turns every error that a route throws into a response. */
import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { isOfSystem, messageOf, TonstiftError } from '../../workers/base/errors.js';
import { HttpError, internalProblem, problemBody, problemOf, type Problem } from './errors.js';
import { sendJson, sendPage, type Kit } from './kit.js';
import { prefersHtml } from '../request/negotiate.js';
import { errorView } from './error-view.js';
import { rejectedForm } from './rejected-form.js';
import { sentForm } from '../request/fields.js';
import { isAdmitted } from '../security/password.js';
import type { Part } from './html.js';
import { pageAfterLogin } from '../resources/login/input.js';
import { loginView } from '../resources/login/view.js';
import { say } from '../../workers/base/language/sentence.js';

/** Headers that a route may have set for a body that is not sent. */
const headersOfBodies = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'Accept-Ranges',
  'ETag',
];

/**
 * Milliseconds for which the rest of a body is read after the response. A client that is disconnected while it sends
 * does not see the response.
 */
const lingering = 30_000;

export function failures(kit: Kit): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined || ctx.body === null) throwUnanswered(ctx);
    } catch (thrown) {
      const problem = problemOf(thrown) ?? unexpected(ctx, kit, thrown);
      // A system error concerns more than this request, so it is logged.
      if (problem.status >= 503 && isOfSystem(thrown)) kit.log.warn(`${ctx.method} ${ctx.path}: ${messageOf(thrown)}`);
      send(ctx, kit, problem);
    }
    discardRest(ctx);
  };
}

/** Replaces Koa's plain texts for requests that no route has handled. */
function throwUnanswered(ctx: Context): void {
  if (ctx.status === 404)
    throw new TonstiftError('not_found', say('error.nothing_at', { path: JSON.stringify(ctx.path.slice(0, 200)) }));
  const allow = ctx.response.get('Allow');
  if (ctx.status === 405)
    throw new HttpError('method_not_allowed', say('error.method', { method: ctx.method, allow }), {
      Allow: allow,
    });
  if (ctx.status === 501) throw new HttpError('not_implemented', say('error.unknown_method', { method: ctx.method }));
}

function unexpected(ctx: Context, kit: Kit, thrown: unknown): Problem {
  const status: unknown = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  // Koa and its middleware throw these for malformed paths and headers.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const refusal =
      status === 404
        ? new TonstiftError('not_found', say('error.nothing_here'))
        : new HttpError('bad_request', say('error.malformed'));
    return problemOf(refusal) ?? internalProblem('');
  }
  const reference = randomBytes(4).toString('hex');
  const details = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
  if (ctx.req.destroyed && !ctx.req.complete)
    kit.log.debug(`${ctx.method} ${ctx.path} was aborted by the client: ${messageOf(thrown)}`);
  else kit.log.error(`${reference} ${ctx.method} ${ctx.path} failed: ${details}`);
  return internalProblem(reference);
}

function send(ctx: Context, kit: Kit, problem: Problem): void {
  for (const header of headersOfBodies) ctx.remove(header);
  ctx.set('Cache-Control', 'no-store');
  ctx.set(problem.headers);
  ctx.vary('Accept');
  ctx.status = problem.status;
  if (problem.status === 503 && !ctx.response.get('Retry-After')) ctx.set('Retry-After', '30');
  if (prefersHtml(ctx)) {
    sendPage(
      ctx,
      kit,
      problem.code === 'unauthorized'
        ? loginView(pageAfterLogin(ctx.originalUrl, kit.pages), null)
        : errorView(problem, rejectedForm(ctx.path, sentForm(ctx), problem), goneAlbum(ctx, kit, problem)),
    );
    ctx.status = problem.status;
  } else {
    sendJson(ctx, problemBody(problem));
  }
}

/** Returns what features show about an album that does not exist. */
function goneAlbum(ctx: Context, { show, services }: Kit, { code }: Problem): readonly Part[] {
  const [, oid] = /^\/library\/(\d{1,3})(?:\/|$)/.exec(ctx.path) ?? [];
  return code === 'album_not_found' && oid !== undefined && isAdmitted(ctx)
    ? show('album.gone', services, Number(oid))
    : [];
}

/**
 * Discards the rest of an unread body, for at most `lingering`. While it is not read, the next request on the
 * connection gets no answer.
 */
function discardRest(ctx: Context): void {
  const { req, res } = ctx;
  if (req.complete) return;
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
    req.resume();
    const timer = setTimeout(() => req.destroy(), lingering).unref();
    req.once('close', () => clearTimeout(timer));
    req.once('end', () => clearTimeout(timer));
  });
}
