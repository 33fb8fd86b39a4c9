/** The settings. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { withBody } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { type PageView } from '../../response/page.js';
import { prefersHtml } from '../../request/negotiate.js';
import type { ConfigService } from './service.js';
import { configView, fieldText } from './view.js';
import { labelOf } from '../../response/words.js';

/**
 * What is to be saved. A page sends every field, and must not pin those that nobody touched; the mask of a secret
 * is never its new value. Of a repeated boolean the last counts: a checkbox comes after its hidden false.
 */
export function changesIn(fields: Fields, config: ConfigService, fromPage: boolean): Record<string, unknown> {
  const types = new Map(config.fields().map(({ name, type }) => [name, type]));
  const values = config.values();
  return Object.fromEntries(
    [...fields].flatMap(([name, raw]) => {
      const value = Array.isArray(raw) && types.get(name) === 'boolean' ? (raw as unknown[]).at(-1) : raw;
      const meant = !fromPage && types.get(name) !== 'secret';
      const unchanged =
        !meant &&
        Object.hasOwn(values, name) &&
        (value === values[name] || (typeof value === 'string' && value === fieldText(values[name])));
      return unchanged ? [] : [[name, value]];
    }),
  );
}

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
    withBody(ctx, kit.services, async ({ fields, files }) => {
      if (files.size > 0)
        throw badFields(Object.fromEntries([...files.keys()].map((name) => [name, 'must not be a file.'])));
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
