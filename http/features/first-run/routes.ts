/** The first-run steps. */
import type { Context } from 'koa';
import type { Router } from '@koa/router';
import { say } from '../../../workers/base/language/sentence.js';
import { actions as names, stepAfter, steps, type Action, type Step } from './progress.js';
import { namedAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import type { Flash } from '../../response/flash.js';
import type { Html } from '../../response/html.js';
import { sendEither, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import type { Services } from '../../services.js';
import { askerIn } from '../../resources/config/asker.js';
import { fieldsOf, schemas, stepQuery, type Given } from './input.js';
import { firstRunPart, firstRunView, testSheetPdf, type FirstRunPage } from './view.js';

const actions = names.map((name) => ({ name }));

export function firstRunRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { firstRun } = services;

  router.get('/first-run', (ctx) =>
    sendEither(ctx, kit, { success: true, ...firstRun.state(), steps }, () =>
      firstRunView(pageOf(services, 'page', stepIn(ctx))),
    ),
  );

  router.get('/first-run/part', (ctx) => sendPart(ctx, firstRunOnStart(services)));

  router.post('/first-run', async (ctx) => {
    const fields = await bodyFields(ctx);
    const action = namedAction(fields, actions).name;
    const given = await keep(ctx, kit, action, fields);
    await firstRun.act(action, given.step);
    const flash = messageAfter(action, given);
    sendOutcome(ctx, kit, {
      facts: { success: true, action, ...firstRun.state() },
      location: pageAfter(action, given),
      ...(flash !== undefined && { flash }),
    });
  });
}

type Where = Pick<Given, 'at' | 'step'>;

/** Returns the page that follows an action. */
function pageAfter(action: Action, { at, step }: Where): string {
  if (action === 'yes') return '/first-run';
  if (action === 'later') return '/';
  // The form opens another tab, and its own page follows the events.
  if (action === 'test_sheet') return testSheetPdf;
  if (at === 'start') return '/';
  if (action === 'row') return '/first-run?step=paper';
  const next = step === undefined || action === 'no' ? 'answer' : stepAfter(step);
  return next === null ? '/first-run' : `/first-run?step=${next}`;
}

function messageAfter(action: Action, { step }: Where): Flash | undefined {
  if (action === 'later') return { kind: 'done', sentences: [say('first.postponed')] };
  if (action === 'row') return { kind: 'done', sentences: [say('first.row_saved')] };
  if (action === 'skip' && step === 'answer') return { kind: 'done', sentences: [say('first.skipped')] };
  return undefined;
}

const stepIn = (ctx: Context): Step | undefined => stepQuery.safeParse({ step: ctx.query['step'] }).data?.step;

function pageOf(services: Services, at: FirstRunPage['at'], step?: Step): FirstRunPage {
  const { firstRun, albums, pens, config } = services;
  const state = firstRun.state();
  return {
    ...{ state, at, step: step ?? (state.ended ? null : state.step) },
    ...{ inboxPath: services.status().inbox.path, albums: albums.list(), pens: pens.list() },
    sheetFile: firstRun.sheetFile(),
    values: config.values(),
    languages: config.fields().find(({ name }) => name === 'pen_language')?.choices ?? [],
  };
}

/** For the start page. */
export const firstRunOnStart = (services: Services): Html => firstRunPart(pageOf(services, 'start'));

/** Checks the fields of an action and saves them. */
async function keep(ctx: Context, kit: Kit, action: Action, fields: Fields): Promise<Where> {
  const update = async (changes: Record<string, unknown>): Promise<void> => {
    const { asker } = await askerIn(ctx, kit, new Map());
    await kit.services.config.update(changes, asker);
  };
  if (action === 'next') {
    const given = fieldsOf(schemas.next, fields);
    await keepPen(kit.services, given, update);
    return given;
  }
  if (action === 'skip') return fieldsOf(schemas.skip, fields);
  if (action !== 'row') return fieldsOf(schemas[action], fields);
  const given = fieldsOf(schemas.row, fields);
  await update(given.printer);
  return given;
}

/** Saves the settings first: they are all valid or all rejected. */
async function keepPen(
  { albums }: Services,
  { pen_language: language, pen_auto_sync: auto, shown = [], albums: chosen = [] }: Given<'next'>,
  update: (changes: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const changes = {
    ...(language === undefined ? {} : { pen_language: language }),
    // A hidden `false` precedes the checkbox, so the last value counts.
    ...(auto === undefined ? {} : { pen_auto_sync: String([auto].flat().at(-1)) }),
  };
  if (Object.keys(changes).length > 0) await update(changes);
  for (const oid of shown) {
    const isOn = albums.list().find((album) => album.oid === oid)?.on_pens;
    // The album was deleted meanwhile, or is unchanged.
    if (isOn === undefined || (isOn !== 'none') === chosen.includes(oid)) continue;
    await albums.update(oid, { on_pens: chosen.includes(oid) ? 'all' : 'none' });
  }
}
