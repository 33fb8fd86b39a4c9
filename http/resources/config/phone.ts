/** Opens the pages to the devices of the home network: stores a password and the address to listen on in one step. */
import type { Context } from 'koa';
import { badFields } from '../../../workers/base/errors.js';
import { onlyKnown } from '../../../workers/base/input/read.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { isShortPassword, shortestPassword } from '../../../workers/base/password-hash.js';
import type { Fields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import { sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { askerIn, passwordField } from './asker.js';
import { configPage } from './page.js';
import { restartAfter } from './restart.js';
import { followPassword } from './save.js';
import { ConfigRefused } from './service.js';

/** All IPv4 interfaces. `::` fails where IPv6 is switched off. */
const everywhere = '0.0.0.0';

export async function openToDevices(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { config, access, restart } = kit.services;
  onlyKnown(fields.keys(), ['action', 'password', passwordField], say('what.action', { action: 'open' }));
  const before = access.password();
  const { given, asker, problems } = await askerIn(ctx, kit, fields);
  const password = given.get('password') ?? '';
  if (before === undefined && (typeof password !== 'string' || isShortPassword(password))) {
    const problem = say('wrong.shortest', { least: String(shortestPassword) });
    return refuse(ctx, kit, { password: say('wrong.ends', { problem }) });
  }
  try {
    const changes = { host: everywhere, ...(password !== '' && { password }) };
    const result = await config.update(changes, asker, { problems });
    if (access.password() !== before) followPassword(ctx, kit);
    if (restart !== null && result.needs_restart.length > 0) return restartAfter(ctx, kit, restart);
    const facts = { success: true, ...result };
    const sentences = [say('settings.saved')];
    sendOutcome(ctx, kit, { facts, location: '/config#phone', flash: { kind: 'done', sentences } });
  } catch (thrown) {
    if (!(thrown instanceof ConfigRefused) || !prefersHtml(ctx)) throw thrown;
    refuse(ctx, kit, thrown.problems);
  }
}

function refuse(ctx: Context, kit: Kit, phoneProblems: Readonly<Record<string, Words>>): void {
  if (!prefersHtml(ctx)) throw badFields(phoneProblems);
  ctx.status = 400;
  sendPage(ctx, kit, configPage(ctx, kit, { phoneProblems }));
}
