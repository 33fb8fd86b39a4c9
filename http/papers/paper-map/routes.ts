/** The map of the papers. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, type Kit } from '../../response/kit.js';
import { paperQuery } from '../papers/input.js';
import { unknownFields } from '../papers/unknown-fields.js';
import type { MapAnswer } from './service.js';
import { mapPage } from './view.js';

/** The default number of papers on the map of a search. */
const usualLimit = '300';

/** The address of a map. Encoded again, because programs send characters that an address on a page must not have. */
function addressOf({ querystring }: Context): string {
  const query = new URLSearchParams(querystring).toString();
  return query === '' ? '/papers/map' : `/papers/map?${query}`;
}

export function paperMapRoutes(router: Router, kit: Kit): void {
  const { paperMaps, papers } = kit.services;

  // The map of a search is computed for each request.
  router.get('/papers/map', takingTurns({ atOnce: 2, waiting: 20 }), async (ctx) => {
    const query = paperQuery(new Map([['limit', usualLimit], ...queryFields(ctx)]));
    const unknown = unknownFields(papers, query);
    if (unknown !== null) throw badFields({ q: unknown });
    const asked = query.query === '' ? null : query;
    const answer = await paperMaps.map(asked).catch((thrown: unknown): MapAnswer => {
      if (pageAsJson(ctx) || !(thrown instanceof TonstiftError)) throw thrown;
      return { state: 'none', why: thrown.words, map: null };
    });
    sendEither(ctx, kit, { success: true, ...answer }, () => mapPage(answer, query.query, addressOf(ctx)));
  });
}
