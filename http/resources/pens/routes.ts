/** The pens, and actions on whole pens. Actions on single albums are in the library. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { namedAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import type { Flash } from '../../response/flash.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import type { PageView } from '../../response/page.js';
import { forgetFields, penFields, renameFields } from './input.js';
import type { PenView } from './service.js';
import { pensView, type WrongName } from './view.js';

const actions = [{ name: 'sync' }, { name: 'eject' }, { name: 'rename' }, { name: 'forget' }] as const;

/** The message about an action; the pages show the reasons next to each pen. */
function outcomeOf(action: 'sync' | 'eject', pens: readonly PenView[]): Flash {
  if (action === 'eject') return { kind: 'done', sentences: [say('pen.did.eject')] };
  const has = (state: PenView['state']): boolean => pens.some((pen) => pen.state === state);
  if (has('problem') || has('away')) return { kind: 'warning', sentences: [say('pen.did.problem')] };
  if (has('looking') || has('copying')) return { kind: 'done', sentences: [say('pen.did.coming')] };
  return { kind: 'done', sentences: [say('pen.did.sync')] };
}

function pensPage({ services, show }: Kit, wrong?: WrongName): PageView {
  const { pens, albums, config } = services;
  const autoSync = config.values()['pen_auto_sync'] === true;
  return pensView(pens.list(), albums.list(), { autoSync, hints: show('pens.hints'), wrong });
}

export function penRoutes(router: Router, kit: Kit): void {
  const { pens } = kit.services;

  router.get('/pens', (ctx) => sendEither(ctx, kit, { success: true, pens: pens.list() }, () => pensPage(kit)));

  router.post('/pens', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { name: action } = namedAction(fields, actions);
    if (action === 'rename') return rename(ctx, kit, fields);
    if (action === 'forget') return forget(ctx, kit, fields);
    const { pen } = readFields(say('what.action', { action }), penFields, fields, ['action']);
    // Building files may take an hour. A page shows the progress live, so only programs wait.
    const views = await (action === 'eject' ? pens.eject(pen) : pens.sync(pen, { waits: !prefersHtml(ctx) }));
    return sendDone(ctx, kit, { action, pens: views }, outcomeOf(action, views));
  });
}

const sendDone = (ctx: Context, kit: Kit, facts: { action: string; pens: readonly PenView[] }, flash: Flash): void =>
  sendOutcome(ctx, kit, { facts: { success: true, ...facts }, location: '/pens', flash });

/** A browser gets the page again, with the typed name and what is wrong with it. */
async function rename(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  try {
    const { pen, name } = readFields(say('what.action', { action: 'rename' }), renameFields, fields, ['action']);
    const pens = await kit.services.pens.rename(pen, name);
    const sentences = [name === null ? say('pen.did.default_name') : say('pen.did.rename', { name })];
    sendDone(ctx, kit, { action: 'rename', pens }, { kind: 'done', sentences });
  } catch (thrown) {
    const why = thrown instanceof TonstiftError ? thrown.fieldWords['name'] : undefined;
    if (why === undefined || !prefersHtml(ctx)) throw thrown;
    ctx.status = 400;
    sendPage(ctx, kit, pensPage(kit, { pen: String(fields.get('pen')), name: String(fields.get('name')), why }));
  }
}

async function forget(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { pen } = readFields(say('what.action', { action: 'forget' }), forgetFields, fields, ['action']);
  const pens = await kit.services.pens.forget(pen);
  sendDone(ctx, kit, { action: 'forget', pens }, { kind: 'done', sentences: [say('pen.did.forget')] });
}
