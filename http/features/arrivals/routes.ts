/** Arrivals: files and folders that were imported or rejected. */
import type { Router } from '@koa/router';
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { integer } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import type { Html } from '../../response/html.js';
import { sendJson, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import type { Services } from '../../services.js';
import type { Show } from '../../slots.js';
import { arrivalsPart } from './view.js';

const ofOne = ['again', 'anyway', 'replace', 'dismiss', 'clear'] as const;
export const names = [...ofOne, 'see'] as const;
export const which = z.object({ id: integer(1, Number.MAX_SAFE_INTEGER) });
/** The newest arrival that was seen; without an id, all. */
export const seen = which.partial();
const actions = [...ofOne.map((name) => ({ name, fields: which })), { name: 'see', fields: seen }] as const;

/** The list as HTML. */
export function arrivalsOf({ arrivals, albums }: Pick<Services, 'arrivals' | 'albums'>, show: Show): Html {
  const known = new Map(albums.list().map((album) => [album.oid, album]));
  return arrivalsPart(arrivals.list(), arrivals.unseen(), { albumOf: (oid) => known.get(oid), show });
}

export function arrivalRoutes(router: Router, kit: Kit): void {
  const { arrivals } = kit.services;

  router.get('/arrivals', (ctx) => {
    ctx.vary('Accept');
    if (pageAsJson(ctx)) sendJson(ctx, { success: true, unseen: arrivals.unseen(), arrivals: arrivals.list() });
    else sendPart(ctx, arrivalsOf(kit.services, kit.show));
  });

  // Only browsers without scripts request this image. If it is requested, the list was shown.
  router.get('/arrivals/seen', (ctx) => {
    const { id } = readFields(say('what.arrivals'), seen, queryFields(ctx));
    arrivals.see(id);
    ctx.status = 204;
  });

  router.post('/arrivals', async (ctx) => {
    const { action, given } = readAction(await bodyFields(ctx), actions);
    if (action === 'see') arrivals.see(given.id);
    else await arrivals[action](given.id);
    sendOutcome(ctx, kit, {
      facts: { success: true, action },
      location: '/',
      ...(action === 'again' || action === 'anyway' || action === 'replace'
        ? { flash: { kind: 'done', sentences: [say(`arrivals.done.${action}`)] } }
        : {}),
    });
  });
}
