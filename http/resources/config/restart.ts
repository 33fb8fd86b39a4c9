/** Restarts the program, if a supervisor runs it. */
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { onlyKnown } from '../../../workers/base/input/read.js';
import type { Fields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import { webAddress, type Path } from '../../response/html.js';
import { sendPage, type Kit } from '../../response/kit.js';
import { askerIn, passwordField, type Asked } from './asker.js';
import { configPage } from './page.js';
import { restartingView } from './restart-view.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';

export async function restart(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { access, restart: startAgain } = kit.services;
  onlyKnown(fields.keys(), ['action', passwordField], say('what.action', { action: 'restart' }));
  if (startAgain === null) throw new TonstiftError('unknown_action', say('error.no_restart'));
  const problem = problemWith(await askerIn(ctx, kit, fields), access.password() !== undefined);
  if (problem !== undefined) {
    if (!prefersHtml(ctx)) throw badFields({ [passwordField]: problem });
    ctx.status = 400;
    return sendPage(ctx, kit, configPage(ctx, kit, { restartProblem: problem }));
  }
  restartAfter(ctx, kit, startAgain);
}

/** Responds, then restarts: the response must be sent before the server stops. */
export function restartAfter(ctx: Context, kit: Kit, startAgain: () => void): void {
  ctx.res.once('close', startAgain);
  ctx.status = 202;
  ctx.vary('Accept');
  if (prefersHtml(ctx)) sendPage(ctx, kit, restartingView(nextAddress(ctx, kit)));
  else ctx.body = { success: true, action: 'restart' };
}

/** Why the client may not restart the program: the rules are those of the access settings. */
function problemWith({ asker, problems }: Asked, hasPassword: boolean): Words | undefined {
  if (asker.isCommand || asker.knowsPassword) return undefined;
  if (problems[passwordField] !== undefined) return problems[passwordField];
  if (hasPassword) return say('wrong.needs_given');
  // Without a password, other clients have access only if everyone has.
  return asker.isLocal ? undefined : say('wrong.needs_first');
}

/**
 * The address after a restart with another port. Undefined behind a proxy, whose address stays the same, and if the
 * port is chosen by the system.
 */
function nextAddress({ protocol, hostname, host, socket }: Context, { services: { config } }: Kit): Path | undefined {
  const port = config.values()['port'];
  const isDirect = Number(new URL(`${protocol}://${host}`).port || 80) === socket.localPort;
  if (!isDirect || !config.pendingRestart().includes('port') || typeof port !== 'number' || port === 0)
    return undefined;
  const name = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname;
  return webAddress(`http://${name}:${port}/config`);
}
