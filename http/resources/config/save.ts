/** Saves the changes, or shows the page again with all problems. */
import type { Context } from 'koa';
import { say } from '../../../workers/base/language/sentence.js';
import { holdsMask, maskedUrl } from '../../../workers/base/text/url-secrets.js';
import type { Fields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import { sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { sessionOf } from '../../security/password.js';
import { askerIn, passwordField } from './asker.js';
import { changesIn, type AskedChanges } from './input.js';
import { configPage, isAll } from './page.js';
import { ConfigRefused } from './service.js';
import { addressOf, waiting, type ConfigPage } from './view.js';

export async function saveConfig(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { config, access } = kit.services;
  const before = access.password();
  const former = config.values()['library_path'];
  const { given, asker, problems } = await askerIn(ctx, kit, fields);
  const asked = changesIn(given, config.fields());
  try {
    const result = await config.update(asked.changes, asker, { expected: asked.expected, problems });
    if (access.password() !== before) followPassword(ctx, kit);
    const isMoved = Object.hasOwn(asked.changes, 'llm_backend_url');
    const [from, to] = [former, result.config['library_path']].map(String);
    const sentences = [
      say('settings.saved'),
      ...(isMoved && result.config['llm_backend_auth_token'] === '' ? [say('settings.token_forgotten')] : []),
      ...(from === to ? [] : [say('settings.library_moved', { from, to })]),
      ...(result.needs_restart.length > 0 ? [waiting(result.needs_restart)] : []),
    ];
    const facts = { success: true, ...result };
    sendOutcome(ctx, kit, { facts, location: addressOf(isAll(ctx)), flash: { kind: 'done', sentences } });
  } catch (thrown) {
    if (!(thrown instanceof ConfigRefused) || !prefersHtml(ctx)) throw thrown;
    ctx.status = thrown.code === 'conflict' ? 409 : 400;
    sendPage(ctx, kit, configPage(ctx, kit, afterRefusal(kit, asked, fields, thrown)));
  }
}

/** Keeps the typed values and their problems. Secrets are omitted, because a page may be cached or seen by others. */
function afterRefusal(kit: Kit, asked: AskedChanges, fields: Fields, refused: ConfigRefused): Partial<ConfigPage> {
  const changes = Object.entries(asked.changes);
  const types = new Map(kit.services.config.fields().map(({ name, type }) => [name, type]));
  const secrets = new Set(
    changes.flatMap(([name, value]) => (types.get(name) === 'secret' || hidesSecret(value) ? [name] : [])),
  );
  const isGiven = (fields.get(passwordField) ?? '') !== '';
  return {
    typed: Object.fromEntries(changes.filter(([name]) => !secrets.has(name))),
    retype: [...changes.flatMap(([name]) => (secrets.has(name) ? [name] : [])), ...(isGiven ? [passwordField] : [])],
    problems: refused.problems,
    conflicts: new Set(Object.keys(refused.conflicts)),
  };
}

/** Whether a URL contains a password or a key. A masked URL contains none. */
const hidesSecret = (value: unknown): boolean =>
  typeof value === 'string' && !holdsMask(value) && maskedUrl(value) !== value;

/** A new password ends all sessions. The browser that set it gets a new session. */
export function followPassword(ctx: Context, { gate, services }: Kit): void {
  gate.sessions.endAfterChange();
  if (services.access.password() !== undefined && (sessionOf(ctx) !== null || prefersHtml(ctx))) gate.logIn(ctx);
}
