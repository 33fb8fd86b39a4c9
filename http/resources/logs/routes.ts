/** The log and its level. */
import type { Router } from '@koa/router';
import { withBody } from '../../request/body.js';
import { onlyKnown } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import type { LogLevel } from './service.js';
import { attempt, BadValue, integer, shown, throwProblems, valueOf, type Parser } from '../../request/values.js';
import { logLevels, logsView } from './view.js';

/** Names of other programs for our levels. */
const aliases: Readonly<Record<string, LogLevel>> = { warning: 'warn', critical: 'error' };

/** Whatever its case. */
export const logLevel: Parser<LogLevel> = (raw) => {
  const word = typeof raw === 'string' ? raw.toLowerCase() : '';
  const level = logLevels.find((one) => one === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined);
  if (level === undefined) throw new BadValue(`must be one of ${logLevels.join(', ')}, not ${shown(raw)}.`);
  return level;
};

const mostLines = 10_000;

export function logRoutes(router: Router, kit: Kit): void {
  const { logs } = kit.services;

  router.get('/logs', (ctx) => {
    const problems: Record<string, string> = {};
    const lines = attempt(problems, 'lines', ctx.query['lines'] ?? 100, integer(1, mostLines)) ?? 100;
    const given = ctx.query['level'];
    const level = given === undefined ? undefined : attempt(problems, 'level', given, logLevel);
    throwProblems(problems);
    sendEither(
      ctx,
      kit,
      () => ({ level: logs.level(), logs: logs.recent(lines, level) }),
      () => logsView({ entries: logs.recent(lines, level), lines, shown: level ?? 'debug', written: logs.level() }),
    );
  });

  router.post('/logs/level', (ctx) =>
    withBody(ctx, kit.services, async ({ fields, files }) => {
      onlyKnown([...fields.keys(), ...files.keys()], new Set(['level']), 'The level of the log');
      const level = valueOf('level', fields.get('level'), logLevel);
      await logs.setLevel(level);
      sendOutcome(ctx, kit, {
        facts: { success: true, level },
        location: '/logs',
        flash: { kind: 'done', sentences: [`The log is written at the level ${level}.`] },
      });
    }),
  );
}
