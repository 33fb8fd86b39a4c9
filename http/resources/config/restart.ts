/** Has the program started again, where something does that. */
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { onlyKnown } from '../../../workers/base/input/read.js';
import { namedAction } from '../../request/action.js';
import type { Fields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import { webAddress, type Path } from '../../response/html.js';
import { sendPage, type Kit } from '../../response/kit.js';
import { askerIn, passwordField, type Asked } from './asker.js';
import { configPage } from './page.js';
import { restartingView } from './restart-view.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';

const actions = [{ name: 'restart' }] as const;

export async function restart(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { access, restart: startAgain } = kit.services;
  namedAction(fields, actions);
  onlyKnown(fields.keys(), ['action', passwordField], say('what.action', { action: 'restart' }));
  if (startAgain === null) throw new TonstiftError('unknown_action', say('error.no_restart'));
  const problem = problemWith(await askerIn(ctx, kit, fields), access.password() !== undefined);
  if (problem !== undefined) {
    if (!prefersHtml(ctx)) throw badFields({ [passwordField]: problem });
    ctx.status = 400;
    return sendPage(ctx, kit, configPage(kit, { restartProblem: problem }));
  }
  // The answer has to be out before the server goes.
  ctx.res.once('close', startAgain);
  ctx.status = 202;
  ctx.vary('Accept');
  if (prefersHtml(ctx)) sendPage(ctx, kit, restartingView(nextAddress(ctx, kit)));
  else ctx.body = { success: true, action: 'restart' };
}

/** Why it is not for whoever asks, as a setting that says who gets in is not. */
function problemWith({ asker, problems }: Asked, hasPassword: boolean): Words | undefined {
  if (asker.isCommand || asker.knowsPassword) return undefined;
  if (problems[passwordField] !== undefined) return problems[passwordField];
  if (hasPassword) return say('wrong.needs_given');
  // Nobody else gets in then, unless everybody does.
  return asker.isLocal ? undefined : say('wrong.needs_first');
}

/** Where another port waits for the next start: undefined behind a proxy, whose address stays, and for any free one. */
function nextAddress({ protocol, hostname, host, socket }: Context, { services: { config } }: Kit): Path | undefined {
  const port = config.values()['port'];
  const isDirect = Number(new URL(`${protocol}://${host}`).port || 80) === socket.localPort;
  if (!isDirect || !config.pendingRestart().includes('port') || typeof port !== 'number' || port === 0)
    return undefined;
  const name = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname;
  return webAddress(`http://${name}:${port}/config`);
}
