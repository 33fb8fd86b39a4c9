/** Arrivals: files and folders that were imported or rejected. */
import type { Router } from '@koa/router';
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { integer } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import type { Html } from '../../response/html.js';
import { sendJson, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import type { Services } from '../../services.js';
import type { Show } from '../../slots.js';
import { arrivalsPart } from './view.js';

export const names = ['again', 'anyway', 'replace', 'dismiss', 'clear', 'see'] as const;
const actions = names.map((name) => ({ name }));
export const which = z.object({ id: integer(1, Number.MAX_SAFE_INTEGER) });
/** The newest arrival that was seen; without an id, all. */
export const seen = which.partial();

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

  router.post('/arrivals', (ctx) =>
    withFields(ctx, async (fields) => {
      const { name: action } = namedAction(fields, actions);
      const what = say('what.action', { action });
      if (action === 'see') {
        const { id } = readFields(what, seen, fields, ['action']);
        arrivals.see(id);
      } else await arrivals[action](readFields(what, which, fields, ['action']).id);
      sendOutcome(ctx, kit, {
        facts: { success: true, action },
        location: '/',
        ...(action === 'again' || action === 'anyway' || action === 'replace'
          ? { flash: { kind: 'done', sentences: [say(`arrivals.done.${action}`)] } }
          : {}),
      });
    }),
  );
}
