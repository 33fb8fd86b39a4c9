/** The settings. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { withFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { type PageView } from '../../response/page.js';
import { prefersHtml } from '../../request/negotiate.js';
import { changesIn } from './input.js';
import { configView } from './view.js';
import { labelOf } from '../../response/words.js';

export function configRoutes(router: Router, kit: Kit): void {
  const { config } = kit.services;

  const page = (given: Fields = new Map(), problems: Readonly<Record<string, string>> = {}): PageView =>
    configView({
      fields: config.fields(),
      values: { ...config.values(), ...Object.fromEntries(given) },
      pendingRestart: config.pendingRestart(),
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
    withFields(ctx, kit.services, async (fields) => {
      try {
        const result = await config.update(changesIn(fields, config, prefersHtml(ctx)));
        const restart = result.needs_restart.map(labelOf).join(', ');
        const sentences = [
          'The settings are saved.',
          ...(restart === '' ? [] : [`In force after the next start: ${restart}.`]),
        ];
        sendOutcome(ctx, kit, {
          facts: { success: true, ...result },
          location: '/config',
          flash: { kind: 'done', sentences },
        });
      } catch (thrown) {
        if (!isFieldProblem(thrown) || !prefersHtml(ctx)) throw thrown;
        refused(ctx, page(fields, thrown.fields));
      }
    }),
  );

  /** The page again, with what was typed and what is wrong with it. */
  function refused(ctx: Context, view: PageView): void {
    ctx.status = 400;
    sendPage(ctx, kit, view);
  }
}

const isFieldProblem = (thrown: unknown): thrown is TonstiftError =>
  thrown instanceof TonstiftError && thrown.code === 'bad_field';
