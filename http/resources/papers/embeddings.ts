/** The vectors of a conference and year, carried from one machine to another. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { queryFields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import { limited } from '../../request/limited.js';
import { HttpError } from '../../response/errors.js';
import { sendOutcome, type Kit } from '../../response/kit.js';
import { slice } from './input.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Milliseconds after which others get their turn. */
const longestTurn = 10;

/** Bytes: a thread holds them as a whole, as text and as what it says. Some 8,000 papers of 4,096 numbers. */
const mostBytes = 400e6;

export function embeddingRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;
  // A slice is held as a whole.
  const oneAtATime = takingTurns({ atOnce: 1, waiting: 4 });

  router.get('/papers/embeddings', oneAtATime, async (ctx) => {
    const { conference, year } = readFields(say('what.slice'), slice, queryFields(ctx));
    const data = await papers.exportEmbeddings(conference, year);
    ctx.type = 'json';
    const filename = encodeURIComponent(`embeddings ${conference} ${year}.json`).replaceAll("'", '%27');
    ctx.set('Content-Disposition', `attachment; filename*=UTF-8''${filename}`);
    // A large slice as one text would be held twice.
    ctx.body = Readable.from(jsonOf(data));
  });

  router.post('/papers/embeddings', oneAtATime, async (ctx) => {
    const { conference, year } = readFields(say('what.slice'), slice, queryFields(ctx));
    if (ctx.is('application/json') === false) throw new HttpError('unsupported_type', say('error.embeddings_type'));
    const json = limited(ctx.req, Math.min(kit.services.maxUploadBytes(), mostBytes));
    const data = await papers.readEmbeddings(json).catch((thrown: unknown) => {
      if (!(thrown instanceof SyntaxError)) throw thrown;
      throw new HttpError('bad_request', say('error.no_json'));
    });
    const imported = await papers.importEmbeddings(data, conference, year);
    sendOutcome(ctx, kit, { facts: { success: true, imported }, location: '/papers' });
  });
}

/** An export as JSON, its lists piece by piece. */
async function* jsonOf(data: object): AsyncGenerator<string> {
  let before = '{';
  let since = performance.now();
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (const [n, one] of value.entries()) {
      yield `${n > 0 ? ',' : '['}${JSON.stringify(one)}`;
      if (performance.now() - since < longestTurn) continue;
      await nextTurn();
      since = performance.now();
    }
    yield value.length > 0 ? ']' : '[]';
  }
  yield '}';
}
