/** Export and import of the vectors of a conference and year, to move them between machines. */
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { jsonPieces } from '../../../workers/base/text/json-pieces.js';
import { queryFields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import { limited } from '../../request/limited.js';
import { HttpError } from '../../response/errors.js';
import { sendOutcome, type Kit } from '../../response/kit.js';
import { slice } from './input.js';
import { say } from '../../../workers/base/language/sentence.js';

/**
 * Bytes. A thread holds the whole text and the parsed data. It is enough for about 4,000 papers with 4,096 numbers
 * each.
 */
const mostBytes = 400e6;

export function embeddingRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;
  // A slice is held in memory as a whole.
  const oneAtATime = takingTurns({ atOnce: 1, waiting: 4 });

  router.get('/papers/embeddings', oneAtATime, async (ctx) => {
    const { conference, year } = readFields(say('what.slice'), slice, queryFields(ctx));
    const data = await papers.exportEmbeddings(conference, year);
    ctx.type = 'json';
    const filename = encodeURIComponent(`embeddings ${conference} ${year}.json`).replaceAll("'", '%27');
    ctx.set('Content-Disposition', `attachment; filename*=UTF-8''${filename}`);
    ctx.set('Tonstift-Embeddings', String(data.ids.length));
    ctx.body = Readable.from(jsonPieces(data));
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
