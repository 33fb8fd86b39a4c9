/** Search for papers, and their embedding. */
import type { Router } from '@koa/router';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { bodyFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { untilLeft } from '../../response/files/until-left.js';
import { takingTurns } from '../../request/turns.js';
import { embeddingRoutes } from './embeddings.js';
import { importRoute } from './import.js';
import { embedOrder, paperQuery } from './input.js';
import { likeRoutes } from './like/routes.js';
import { serverRoute } from './server.js';
import type { PaperMatches, PaperQuery, PapersFound } from './service.js';
import { unknownFields } from './unknown-fields.js';
import { papersView } from './view.js';
import { say } from '../../../workers/base/language/sentence.js';

export function paperRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;

  router.get('/papers', takingTurns({ atOnce: 4, waiting: 40 }), async (ctx) => {
    const query = paperQuery(queryFields(ctx));
    const status = await papers.status();
    const asJson = pageAsJson(ctx);
    const unknown = unknownFields(papers, query);
    if (asJson && unknown !== null) throw badFields({ q: unknown });
    const search = async (): Promise<PapersFound> =>
      query.query === '' || unknown !== null ? nothing : papers.search(query, untilLeft(ctx.res));
    const counted = async (): Promise<PaperMatches | null> =>
      query.query === '' || unknown !== null ? null : papers.matches(query);
    // The page shows the problem next to the search box and stays usable.
    const [found, matches, problem] = await Promise.all([search(), counted()]).then(
      (all) => [...all, unknown] as const,
      (thrown: unknown) => {
        if (!asJson && thrown instanceof TonstiftError) return [nothing, null, thrown.words] as const;
        throw thrown;
      },
    );
    if (unknown !== null) ctx.status = 400;
    const saved = await kit.services.saved.among(found.papers.map(({ uid }) => uid));
    sendEither(ctx, kit, { success: true, status, query: factsOf(query), ...found, matches, saved }, () =>
      papersView({ status, query, found, matches, saved, problem }),
    );
  });

  router.post('/papers/embed', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { all } = readFields(say('what.embedding'), embedOrder, fields);
    const status = await papers.embed(all);
    sendOutcome(ctx, kit, {
      facts: { success: true, status },
      location: '/papers',
      flash: {
        kind: 'done',
        sentences: [say(all ? 'papers.embedding_all' : 'papers.embedding_missing')],
      },
    });
  });

  serverRoute(router, kit);
  likeRoutes(router, kit);
  importRoute(router, kit);
  embeddingRoutes(router, kit);
}

/** The result if there is no search. */
const nothing: PapersFound = { papers: [], by: 'fields', why: null, is_whole: true };

const factsOf = ({ query, distance_threshold, ...others }: PaperQuery): object => ({
  q: query,
  ...others,
  distance: distance_threshold,
});
