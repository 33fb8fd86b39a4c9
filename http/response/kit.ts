/** The context that every route gets, and the two kinds of response: a page, or the outcome of a POST. */
import type { Context } from 'koa';
import type { Log } from '../../workers/base/ports.js';
import type { Assets } from './assets.js';
import type { Flash, Flashes } from './flash.js';
import { baseOf } from '../request/base-path.js';
import { languageOf } from '../request/language.js';
import { themeOf } from '../request/theme.js';
import { pageAsJson, prefersHtml } from '../request/negotiate.js';
import { cookieOf } from '../security/cookies.js';
import { isAdmitted, type Gate } from '../security/password.js';
import type { FeaturePage, Show } from '../slots.js';
import type { Operation } from '../operations/operation.js';
import type { Action } from '../resources/albums/actions.js';
import type { EventService } from '../resources/status/service.js';
import type { Services } from '../services.js';
import { factsIn } from './facts.js';
import type { Html } from './html.js';
import { layout } from './layout.js';
import { leadTo, localPath } from './location.js';
import { placesWith, type PageView } from './page.js';

export interface Kit {
  services: Services;
  log: Log;
  assets: Assets;
  flashes: Flashes;
  gate: Gate;
  /** Returns the parts that features add to a page of the core. */
  show: Show;
  /** Their scripts for a page, by its path in the navigation. */
  scripts: (place: string | null) => readonly string[];
  /** Their pages. */
  pages: readonly FeaturePage[];
  /** Answers POST / with a body that is not multipart, if a feature can. */
  upload: (ctx: Context) => Promise<boolean>;
  /** All actions on an album. */
  actions: readonly Action[];
  /** The descriptions of all routes. */
  operations: () => Promise<readonly Operation[]>;
  /** The status of the daemon, at the top of every page. */
  statusLine: () => Html;
}

/** Stores the newest event before a page is made. The page listens for later events, so it misses none in between. */
export function noteLastEvent(ctx: Context, events: EventService): void {
  (ctx.state as { lastEvent?: string }).lastEvent = `${events.epoch}-${events.last()}`;
}

/** Identifies this version of the program, so that a page of another version knows that it is out of date. */
export const buildOf = ({ services, assets }: Pick<Kit, 'services' | 'assets'>): string =>
  `${services.version}-${assets.digest}`;

/** The address that leads back to the page; the start page if it cannot be requested again. */
const addressOf = ({ method, originalUrl }: Context): string =>
  method === 'GET' || method === 'HEAD' ? localPath(originalUrl) : '/';

/** If the status cannot be computed, the page is still shown, because it may show what is broken. */
function statusLineOf(kit: Kit): Html | null {
  try {
    return kit.statusLine();
  } catch (thrown) {
    kit.log.debug(`Cannot show the status on the page: ${String(thrown)}`);
    return null;
  }
}

/** Sends a whole page with its frame. */
export function sendPage(ctx: Context, kit: Kit, view: PageView): void {
  ctx.type = 'html';
  ctx.vary('Accept');
  const session = cookieOf(ctx, 'session');
  const signedIn =
    session !== undefined && kit.services.access.password() !== undefined && kit.gate.sessions.has(session);
  const admitted = isAdmitted(ctx);
  ctx.body = layout({
    ...view,
    assets: kit.assets,
    flash: admitted && !isFetched(ctx) ? kit.flashes.take(ctx) : undefined,
    language: languageOf(ctx),
    theme: themeOf(ctx),
    address: addressOf(ctx),
    signedIn,
    admitted,
    lastEvent: (ctx.state as { lastEvent?: string }).lastEvent,
    statusLine: admitted ? statusLineOf(kit) : null,
    places: admitted ? placesWith(kit.pages, kit.services) : [],
    version: kit.services.version,
    build: buildOf(kit),
    scripts: [...kit.scripts('everywhere'), ...(view.scripts ?? []), ...kit.scripts(view.place)],
    end: admitted ? kit.show('page.end', kit.services) : [],
  }).in(languageOf(ctx), baseOf(ctx));
}

/**
 * A script that refreshes a part of its page must not take the message of the page that follows. Over plain HTTP from
 * another machine, browsers send no Sec-Fetch-Mode. There, only our scripts accept nothing except `text/html`.
 */
function isFetched(ctx: Context): boolean {
  const mode = ctx.get('Sec-Fetch-Mode');
  return mode === '' ? ctx.get('Accept') === 'text/html' : mode !== 'navigate';
}

/** Sends a part of a page, for a page that replaces it. */
export function sendPart(ctx: Context, part: Html): void {
  ctx.type = 'html';
  ctx.body = part.in(languageOf(ctx), baseOf(ctx));
}

/** Answers GET of a page: as JSON or as a page. */
export function sendEither(ctx: Context, kit: Kit, facts: object, view: () => PageView): void {
  if (!pageAsJson(ctx)) return sendPage(ctx, kit, view());
  ctx.vary('Accept');
  sendJson(ctx, facts);
}

/** The only function that sends JSON. */
export function sendJson(ctx: Context, facts: object): void {
  ctx.type = 'json';
  ctx.body = factsIn(languageOf(ctx), facts, baseOf(ctx));
}

export interface Outcome {
  facts: object;
  /** The path of the page that shows the outcome. */
  location: string;
  flash?: Flash;
  /** 201 if something was created. */
  status?: 200 | 201;
}

/** Answers a POST: JSON, or a redirect with a message for a browser. */
export function sendOutcome(ctx: Context, kit: Kit, { facts, location, flash, status = 200 }: Outcome): void {
  ctx.vary('Accept');
  if (prefersHtml(ctx)) {
    if (flash !== undefined) kit.flashes.set(ctx, flash);
    leadTo(ctx, location);
    ctx.status = 303;
    ctx.body = '';
    return;
  }
  if (status === 201) leadTo(ctx, location);
  ctx.status = status;
  sendJson(ctx, facts);
}
