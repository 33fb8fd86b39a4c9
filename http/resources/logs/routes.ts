/** The log and its level. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readFields } from '../../../workers/base/input/read.js';
import { bodyFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { levelChange, logQuery } from './input.js';
import type { LogEntry } from './service.js';
import { logsView } from './view.js';
import { finder, searchable } from '../../../workers/base/language/search.js';
import { say } from '../../../workers/base/language/sentence.js';

export function logRoutes(router: Router, kit: Kit): void {
  const { logs } = kit.services;

  router.get('/logs', (ctx) => {
    const query = queryFields(ctx);
    const { lines, level, q, format } = readFields(say('what.log'), logQuery, query, [...query.keys()]);
    const entries = foundIn(logs.recent(level), q).slice(0, lines);
    if (format === 'text') return sendAsFile(ctx, entries);
    sendEither(ctx, kit, { level: logs.level(), logs: entries }, () =>
      logsView({ entries, lines, q, shown: level ?? 'debug', written: logs.level() }),
    );
  });

  router.post('/logs/level', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { level } = readFields(say('what.log_level'), levelChange, fields);
    await logs.setLevel(level);
    sendOutcome(ctx, kit, {
      facts: { success: true, level },
      location: '/logs',
      flash: { kind: 'done', sentences: [say('logs.level_set', { level })] },
    });
  });
}

/** The entries whose area or message contains every word. */
function foundIn(entries: readonly LogEntry[], words: string): readonly LogEntry[] {
  const isFound = finder(words);
  return words === '' ? entries : entries.filter(({ area, message }) => isFound(searchable(`${area} ${message}`)));
}

/** In the format of the log file: oldest first, one line each. */
function sendAsFile(ctx: Context, entries: readonly LogEntry[]): void {
  ctx.attachment('tonstift-log.txt');
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = [...entries]
    .reverse()
    .map(({ time, level, area, message }) => `${time} ${level.padEnd(5)} ${area}  ${message}\n`)
    .join('');
}
