/** The routes for one paper, similar papers, and the number of papers. */
import type { Router } from '@koa/router';
import { badFields } from '../../../../workers/base/errors.js';
import { readFields } from '../../../../workers/base/input/read.js';
import { say } from '../../../../workers/base/language/sentence.js';
import { queryFields } from '../../../request/fields.js';
import { takingTurns } from '../../../request/turns.js';
import { untilLeft } from '../../../response/files/until-left.js';
import { sendEither, sendJson, type Kit } from '../../../response/kit.js';
import { unknownFields } from '../unknown-fields.js';
import { countSchema, likeSchema, recordSchema } from './input.js';
import { likeView } from './view.js';

export function likeRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;
  const inTurn = takingTurns({ atOnce: 4, waiting: 40 });

  router.get('/papers/like', inTurn, async (ctx) => {
    const { uid, limit, conference, year, session } = readFields(say('what.papers_like'), likeSchema, queryFields(ctx));
    const query = { uid, limit, conferences: conference, years: year, sessions: session };
    const found = await papers.like(query);
    const status = await papers.status();
    const uids = [uid, ...found.papers.map((one) => one.uid)];
    const saved = await kit.services.saved.among(uids);
    sendEither(ctx, kit, { success: true, query, ...found, saved }, () => likeView({ status, query, found, saved }));
  });

  router.get('/papers/record', async (ctx) => {
    const { uid } = readFields(say('what.paper'), recordSchema, queryFields(ctx));
    sendJson(ctx, { success: true, paper: await papers.record(uid) });
  });

  router.get('/papers/check', takingTurns({ atOnce: 1, waiting: 4 }), async (ctx) => {
    sendJson(ctx, { success: true, ...(await papers.check(untilLeft(ctx.res))) });
  });

  router.get('/papers/counts', inTurn, async (ctx) => {
    const { q, conference, year, session } = readFields(say('what.paper_counts'), countSchema, queryFields(ctx));
    const query = { query: q, conferences: conference, years: year, sessions: session };
    const unknown = unknownFields(papers, query);
    if (unknown !== null) throw badFields({ q: unknown });
    const { query: asked, ...lists } = query;
    sendJson(ctx, { success: true, query: { q: asked, ...lists }, ...(await papers.counts(query)) });
  });
}
