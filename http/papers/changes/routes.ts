/** Lists the imports of papers, undoes them, and deletes papers. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readFields } from '../../../workers/base/input/read.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { bodyFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { deleteView } from './delete-view.js';
import { duplicatesView } from './duplicates-view.js';
import { importsView } from './imports-view.js';
import { mergeSchema, papersToDelete, undoSchema } from './input.js';
import { undoView } from './undo-view.js';

export function paperChangeRoutes(router: Router, kit: Kit): void {
  const { paperChanges: changes } = kit.services;

  router.get('/papers/imports', async (ctx) => {
    const imports = await changes.list();
    const choices = await changes.deletionChoices();
    sendEither(ctx, kit, { success: true, imports }, () => importsView(imports, choices));
  });

  router.get('/papers/delete', async (ctx) => {
    const what = papersToDelete(queryFields(ctx));
    const concerned = await changes.deletionConcerns(what);
    sendEither(ctx, kit, { success: true, ...concerned }, () => deleteView(what, concerned));
  });

  router.post('/papers/delete', async (ctx) => {
    const fields = await bodyFields(ctx);
    const done = await changes.delete(papersToDelete(fields));
    sendDone(ctx, kit, done, [say('paper_delete.done', { count: done.deleted })]);
  });

  undoRoutes(router, kit);

  router.get('/papers/duplicates', takingTurns({ atOnce: 1, waiting: 4 }), async (ctx) => {
    const groups = await changes.duplicates();
    sendEither(ctx, kit, { success: true, groups }, () => duplicatesView(groups));
  });

  router.post('/papers/duplicates', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { uid: uids } = readFields(say('what.paper_merge'), mergeSchema, fields);
    const done = await changes.merge(uids);
    sendDone(ctx, kit, done, [say('paper_merge.done', { count: done.groups, deleted: done.deleted })]);
  });
}

function undoRoutes(router: Router, kit: Kit): void {
  const { paperChanges: changes } = kit.services;

  router.get('/papers/undo', async (ctx) => {
    const { id } = readFields(say('what.paper_undo'), undoSchema, queryFields(ctx));
    const question = await changes.undoConcerns(id);
    sendEither(ctx, kit, { success: true, ...question }, () => undoView(question));
  });

  router.post('/papers/undo', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { id } = readFields(say('what.paper_undo'), undoSchema, fields);
    const done = await changes.undo(id);
    const { deleted, restored, kept: count, kept_titles: titles } = done;
    const kept = count > 0 ? [say('paper_undo.kept', { count, titles: titles.join('; ') })] : [];
    sendDone(ctx, kit, done, [say('paper_undo.done', { deleted, restored }), ...kept]);
  });
}

/** Leads to the list of imports. A warning says what was kept. */
function sendDone(ctx: Context, kit: Kit, done: { saved: number; kept?: number }, sentences: Sentence[]): void {
  const { saved, kept = 0 } = done;
  const stillSaved = saved > 0 ? [say('paper_delete.still_saved', { count: saved })] : [];
  sendOutcome(ctx, kit, {
    facts: { success: true, ...done },
    location: '/papers/imports',
    flash: { kind: kept > 0 ? 'warning' : 'done', sentences: [...sentences, ...stillSaved] },
  });
}
