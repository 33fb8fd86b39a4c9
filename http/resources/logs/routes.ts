/** The log and its level. */
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { withFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { levelChange, logQuery } from './input.js';
import { logsView } from './view.js';
import { say } from '../../../workers/base/language/sentence.js';

export function logRoutes(router: Router, kit: Kit): void {
  const { logs } = kit.services;

  router.get('/logs', (ctx) => {
    const query = queryFields(ctx);
    const { lines, level } = readFields(say('what.log'), logQuery, query, [...query.keys()]);
    sendEither(
      ctx,
      kit,
      () => ({ level: logs.level(), logs: logs.recent(lines, level) }),
      () => logsView({ entries: logs.recent(lines, level), lines, shown: level ?? 'debug', written: logs.level() }),
    );
  });

  router.post('/logs/level', (ctx) =>
    withFields(ctx, async (fields) => {
      const { level } = readFields(say('what.log_level'), levelChange, fields);
      await logs.setLevel(level);
      sendOutcome(ctx, kit, {
        facts: { success: true, level },
        location: '/logs',
        flash: { kind: 'done', sentences: [`The log is written at the level ${level}.`] },
      });
    }),
  );
}
