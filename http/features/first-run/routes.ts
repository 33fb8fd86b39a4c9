/** The three first-run steps. */
import type { Context } from 'koa';
import type { Router } from '@koa/router';
import { say } from '../../../workers/base/language/sentence.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import type { Html } from '../../response/html.js';
import { sendEither, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import type { Services } from '../../services.js';
import { askerIn } from '../../resources/config/asker.js';
import { isTicked, skipFields, stepFields, stepQuery, type StepFields } from './input.js';
import { stepAfter, steps, type Step } from './service.js';
import { firstRunPart, firstRunView, type FirstRunPage } from './view.js';

const actions = [{ name: 'next' }, { name: 'skip' }] as const;

export function firstRunRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { firstRun } = services;

  router.get('/first-run', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({ success: true, ...firstRun.state(), steps }),
      () => firstRunView(pageOf(services, 'page', stepIn(ctx))),
    ),
  );

  router.get('/first-run/part', (ctx) => sendPart(ctx, firstRunOnStart(services)));

  router.post('/first-run', (ctx) =>
    withFields(ctx, async (fields) => {
      const { name: action } = namedAction(fields, actions);
      const next = action === 'skip' ? await skip(services, fields) : await goOn(ctx, kit, stepFields(fields));
      const words = say(action === 'skip' ? 'first.skipped' : 'first.done');
      sendOutcome(ctx, kit, {
        facts: { success: true, action, ...firstRun.state() },
        location: next.page ?? '/',
        ...(next.isOver ? { flash: { kind: 'done', sentences: [words] } } : {}),
      });
    }),
  );
}

/** Whether all steps are complete, and the next page if it is not the start page. */
interface Next {
  isOver: boolean;
  page?: string;
}

async function skip({ firstRun }: Services, fields: Fields): Promise<Next> {
  skipFields(fields);
  await firstRun.end();
  return { isOver: true };
}

async function goOn(ctx: Context, kit: Kit, given: StepFields): Promise<Next> {
  const { services } = kit;
  const { asker } = await askerIn(ctx, kit, new Map());
  await keep(services, given, (changes) => services.config.update(changes, asker));
  await services.firstRun.done(given.step);
  const next = stepAfter(given.step);
  if (next === null) return { isOver: true };
  return { isOver: false, ...(given.at === 'page' && { page: `/first-run?step=${next}` }) };
}

const stepIn = (ctx: Context): Step | undefined => stepQuery.safeParse({ step: ctx.query['step'] }).data?.step;

function pageOf(services: Services, at: FirstRunPage['at'], step?: Step): FirstRunPage {
  const { firstRun, albums, pens, config } = services;
  const state = firstRun.state();
  return {
    ...{ state, at, step: step ?? state.step },
    ...{ inboxPath: services.status().inbox.path, albums: albums.list(), pens: pens.list() },
    values: config.values(),
    languages: config.fields().find(({ name }) => name === 'pen_language')?.choices ?? [],
  };
}

/** For the start page. */
export const firstRunOnStart = (services: Services): Html => firstRunPart(pageOf(services, 'start'));

/** Saves the settings first: they are all valid or all rejected. */
async function keep(
  { albums }: Services,
  { printer, pen_language: language, pen_auto_sync: auto, shown = [], albums: chosen = [] }: StepFields,
  update: (changes: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const changes = {
    ...printer,
    ...(language === undefined ? {} : { pen_language: language }),
    ...(auto === undefined ? {} : { pen_auto_sync: String(isTicked(auto)) }),
  };
  if (Object.keys(changes).length > 0) await update(changes);
  for (const oid of shown) {
    const isOn = albums.list().find((album) => album.oid === oid)?.on_pens;
    // The album was deleted meanwhile, or is unchanged.
    if (isOn === undefined || (isOn !== 'none') === chosen.includes(oid)) continue;
    await albums.update(oid, { on_pens: chosen.includes(oid) ? 'all' : 'none' });
  }
}
