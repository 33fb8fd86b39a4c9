/** The settings. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { withFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { type PageView } from '../../response/page.js';
import { prefersHtml } from '../../request/negotiate.js';
import { isLocal } from '../../security/local.js';
import { isCommand, sessionOf } from '../../security/password.js';

import { changesIn } from './input.js';
import type { ConfigAsker } from './service.js';
import { configView } from './view.js';
import { labelOf } from '../../response/words.js';

export function configRoutes(router: Router, kit: Kit): void {
  const { config } = kit.services;

  const page = (given: Fields = new Map(), problems: Readonly<Record<string, string>> = {}): PageView =>
    configView({
      fields: config.fields(),
      values: { ...config.values(), ...Object.fromEntries(given) },
      pendingRestart: config.pendingRestart(),
      hasPassword: kit.services.access.password() !== undefined,
      problems,
    });

  router.get('/config', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({ config: config.values(), fields: config.fields(), needs_restart: config.pendingRestart() }),
      page,
    ),
  );

  router.post('/config', (ctx) =>
    withFields(ctx, async (fields) => {
      try {
        const before = kit.services.access.password();
        const { given, asker } = await askerIn(ctx, kit, fields);
        const changes = changesIn(given, config, prefersHtml(ctx));
        const result = await config.update(changes, asker);
        if (kit.services.access.password() !== before) followPassword(ctx, kit);
        const restart = result.needs_restart.map(labelOf).join(', ');
        const sentences = [
          'The settings are saved.',
          ...(Object.hasOwn(changes, 'llm_backend_url') && result.config['llm_backend_auth_token'] === ''
            ? ['The new server gets no token: the one that was kept was for the old.']
            : []),
          ...(restart === '' ? [] : [`In force after the next start: ${restart}.`]),
        ];
        sendOutcome(ctx, kit, {
          facts: { success: true, ...result },
          location: '/config',
          flash: { kind: 'done', sentences },
        });
      } catch (thrown) {
        if (!isFieldProblem(thrown) || !prefersHtml(ctx)) throw thrown;
        refused(ctx, page(withoutSecrets(fields), thrown.fields));
      }
    }),
  );

  /** A page that is kept, or looked at over a shoulder, must not show one: it has to be typed again. */
  function withoutSecrets(fields: Fields): Fields {
    const secrets = new Set(config.fields().flatMap(({ name, type }) => (type === 'secret' ? [name] : [])));
    return new Map([...fields].filter(([name]) => !secrets.has(name)));
  }

  /** The page again, with what was typed and what is wrong with it. */
  function refused(ctx: Context, view: PageView): void {
    ctx.status = 400;
    sendPage(ctx, kit, view);
  }
}

/** The password given again is no setting. @throws TonstiftError `bad_field` where it is wrong */
async function askerIn(ctx: Context, kit: Kit, fields: Fields): Promise<{ given: Fields; asker: ConfigAsker }> {
  const given = new Map(fields);
  given.delete('current_password');
  const again = fields.get('current_password') ?? '';
  if (typeof again !== 'string') throw badFields({ current_password: 'must be one text.' });
  const from = { isLocal: await isLocal(ctx.req), isCommand: isCommand(ctx) };
  if (again === '' || kit.services.access.password() === undefined)
    return { given, asker: { knowsPassword: false, ...from } };
  if (!(await kit.gate.check(ctx, again))) throw badFields({ current_password: 'is not the password.' });
  return { given, asker: { knowsPassword: true, ...from } };
}

/** A new password ends all sessions; the browser that has set it goes on with a new one. */
function followPassword(ctx: Context, { gate, services }: Kit): void {
  gate.sessions.endAfterChange();
  if (services.access.password() !== undefined && (sessionOf(ctx) !== null || prefersHtml(ctx))) gate.logIn(ctx);
}

const isFieldProblem = (thrown: unknown): thrown is TonstiftError =>
  thrown instanceof TonstiftError && thrown.code === 'bad_field';
