/** The map of the papers. */
import type { Router } from '@koa/router';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, type Kit } from '../../response/kit.js';
import { paperQuery } from '../papers/input.js';
import type { MapAnswer } from './service.js';
import { mapPage } from './view.js';

/** The default number of papers on the map of a search. */
const usualLimit = '300';

export function paperMapRoutes(router: Router, kit: Kit): void {
  const { paperMaps, papers } = kit.services;

  // The map of a search is computed for each request.
  router.get('/papers/map', takingTurns({ atOnce: 2, waiting: 20 }), async (ctx) => {
    const query = paperQuery(new Map([['limit', usualLimit], ...queryFields(ctx)]));
    const unknown = papers.unknownFields(query.query);
    if (unknown.length > 0)
      throw badFields({
        q: say('wrong.no_paper_field', {
          ...{ count: unknown.length, names: unknown.slice(0, 5).join(', ').slice(0, 100) },
          known: papers.fields.join(', '),
        }),
      });
    const asked = query.query === '' ? null : query;
    const answer = await paperMaps.map(asked).catch((thrown: unknown): MapAnswer => {
      if (pageAsJson(ctx) || !(thrown instanceof TonstiftError)) throw thrown;
      return { state: 'none', why: thrown.words, map: null };
    });
    sendEither(
      ctx,
      kit,
      () => ({ success: true, ...answer }),
      () => mapPage(answer, query.query, ctx.originalUrl),
    );
  });
}
