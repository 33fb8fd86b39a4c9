/** The page of a paper. */
import type { Router } from '@koa/router';
import { unlessCode, type ErrorCode } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { queryFields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, type Kit } from '../../response/kit.js';
import { recordSchema } from '../papers/like/input.js';
import type { PapersLike } from '../papers/service.js';
import { paperView } from './view.js';

/** The number of similar papers on the page. */
const mostSimilar = 5;
/** The page is shown without similar papers then. */
const without: readonly ErrorCode[] = ['papers_unavailable', 'not_now'];

export function paperPageRoutes(router: Router, kit: Kit): void {
  const { papers, saved } = kit.services;

  async function similarTo(uid: string): Promise<PapersLike | null> {
    const query = { uid, limit: mostSimilar, conferences: [], years: [], sessions: [] };
    return papers.like(query).catch(unlessCode(without, null));
  }

  router.get('/papers/paper', takingTurns({ atOnce: 4, waiting: 40 }), async (ctx) => {
    const { uid } = readFields(say('what.paper'), recordSchema, queryFields(ctx));
    const paper = await papers.record(uid);
    const [citations, similar, one, lists] = await Promise.all([
      papers.citations(paper),
      similarTo(uid),
      saved.find(uid),
      saved.lists(),
    ]);
    const facts = { paper, citations };
    sendEither(ctx, kit, { success: true, ...facts, saved: one ?? null, like: similar?.papers ?? [] }, () =>
      paperView({ ...facts, saved: one, lists, similar }),
    );
  });
}
