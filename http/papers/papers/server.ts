/** Tests the embedding server, and looks for one on this computer. */
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { LocalServer } from '../../../workers/papers/embedding-api/server-test.js';
import { bodyFields } from '../../request/body.js';
import { takingTurns } from '../../request/turns.js';
import { untilLeft } from '../../response/files/until-left.js';
import { sendOutcome, type Kit } from '../../response/kit.js';
import { serverOrder } from './input.js';
import type { ServerTest } from './service.js';

const location = '/config?all=true';

export function serverRoute(router: Router, kit: Kit): void {
  const { papers } = kit.services;

  router.post('/papers/server', takingTurns({ atOnce: 1, waiting: 4 }), async (ctx) => {
    const fields = await bodyFields(ctx);
    const { find } = readFields(say('what.server_test'), serverOrder, fields);
    const signal = untilLeft(ctx.res);
    if (find) {
      const found = await papers.findServers(signal);
      const sentences = foundSentences(found);
      const flash = { kind: found.length > 0 ? 'done' : 'warning', sentences } as const;
      return sendOutcome(ctx, kit, { facts: { success: true, found }, location, flash });
    }
    const test = await papers.testServer(signal);
    const flash = { kind: test.problem === null ? 'done' : 'warning', sentences: testSentences(test) } as const;
    sendOutcome(ctx, kit, { facts: { success: true, test }, location, flash });
  });
}

/** Names in one sentence. */
const mostNames = 20;

const names = (models: readonly string[]): string =>
  [...models.slice(0, mostNames), ...(models.length > mostNames ? ['…'] : [])].join(', ');

function testSentences(test: ServerTest): (Sentence | string)[] {
  const { address, model, models, dimension, milliseconds, batch, accepts_batch: accepts, problem } = test;
  return [
    ...(problem !== null ? [problem] : []),
    ...(dimension !== null && milliseconds !== null
      ? [say('papers.server.works', { address, model, milliseconds, dimension })]
      : []),
    ...(accepts === null ? [] : [say(accepts ? 'papers.server.accepts' : 'papers.server.rejects', { count: batch })]),
    ...(models.length > 0 ? [say('papers.server.models', { models: names(models) })] : []),
  ];
}

function foundSentences(found: readonly LocalServer[]): Sentence[] {
  if (found.length === 0) return [say('papers.server.none')];
  return found.map(({ name, address, models }) =>
    models.length === 0
      ? say('papers.server.found_empty', { name, address })
      : say('papers.server.found', { name, address, models: names(models) }),
  );
}
