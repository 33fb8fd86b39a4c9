/** Papers: searched, and embedded. */
import type { Router } from '@koa/router';
import type { FoundPaper } from '../../../workers/embeddings/search/search-papers.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { withFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { takingTurns } from '../../request/turns.js';
import { embeddingRoutes } from './embeddings.js';
import { importRoute } from './import.js';
import { embedOrder, paperQuery } from './input.js';
import type { PaperQuery } from './service.js';
import { papersView } from './view.js';
import { say } from '../../../workers/base/language/sentence.js';

export function paperRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;

  router.get('/papers', takingTurns({ atOnce: 4, waiting: 40 }), async (ctx) => {
    const query = paperQuery(queryFields(ctx));
    const status = await papers.status();
    const asJson = pageAsJson(ctx);
    const search = async (): Promise<FoundPaper[]> => (query.query === '' ? [] : papers.search(query));
    // The page shows what is wrong beside the search box, and stays what it is.
    const [found, problem] = await search().then(
      (all) => [all, null] as const,
      (thrown: unknown) => {
        if (!asJson && thrown instanceof TonstiftError) return [[], thrown.message] as const;
        throw thrown;
      },
    );
    sendEither(
      ctx,
      kit,
      () => ({ success: true, status, query: factsOf(query), papers: found }),
      () => papersView({ status, query, found, problem }),
    );
  });

  router.post('/papers/embed', (ctx) =>
    withFields(ctx, async (fields) => {
      const { all } = readFields(say('what.embedding'), embedOrder, fields);
      const status = await papers.embed(all);
      sendOutcome(ctx, kit, {
        facts: { success: true, status },
        location: '/papers',
        flash: {
          kind: 'done',
          sentences: [all ? 'All papers are being embedded anew.' : 'What is missing is being embedded.'],
        },
      });
    }),
  );

  importRoute(router, kit);
  embeddingRoutes(router, kit);
}

const factsOf = ({ query, conferences, years, sessions, limit, distance_threshold }: PaperQuery): object => ({
  q: query,
  conferences,
  years,
  sessions,
  limit,
  distance: distance_threshold,
});
