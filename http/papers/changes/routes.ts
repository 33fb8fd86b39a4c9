/** Lists the imports of papers, undoes them, and deletes papers. */
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { withFields } from '../../request/body.js';
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
    sendEither(
      ctx,
      kit,
      () => ({ success: true, imports }),
      () => importsView(imports, choices),
    );
  });

  router.get('/papers/delete', async (ctx) => {
    const what = papersToDelete(queryFields(ctx));
    const concerned = await changes.deletionConcerns(what);
    sendEither(
      ctx,
      kit,
      () => ({ success: true, ...concerned }),
      () => deleteView(what, concerned),
    );
  });

  router.post('/papers/delete', (ctx) =>
    withFields(ctx, async (fields) => {
      const done = await changes.delete(papersToDelete(fields));
      sendOutcome(ctx, kit, {
        facts: { success: true, ...done },
        location: '/papers/imports',
        flash: {
          kind: 'done',
          sentences: [
            say('paper_delete.done', { count: done.deleted }),
            ...(done.saved > 0 ? [say('paper_delete.still_saved', { count: done.saved })] : []),
          ],
        },
      });
    }),
  );

  undoRoutes(router, kit);
  mergeRoutes(router, kit);
}

function undoRoutes(router: Router, kit: Kit): void {
  const { paperChanges: changes } = kit.services;

  router.get('/papers/undo', async (ctx) => {
    const { id } = readFields(say('what.paper_undo'), undoSchema, queryFields(ctx));
    const question = await changes.undoConcerns(id);
    sendEither(
      ctx,
      kit,
      () => ({ success: true, ...question }),
      () => undoView(question),
    );
  });

  router.post('/papers/undo', (ctx) =>
    withFields(ctx, async (fields) => {
      const { id } = readFields(say('what.paper_undo'), undoSchema, fields);
      const undone = await changes.undo(id);
      const { deleted, restored, kept, kept_titles: titles, saved } = undone;
      sendOutcome(ctx, kit, {
        facts: { success: true, ...undone },
        location: '/papers/imports',
        flash: {
          kind: kept > 0 ? 'warning' : 'done',
          sentences: [
            say('paper_undo.done', { deleted, restored }),
            ...(kept > 0 ? [say('paper_undo.kept', { count: kept, titles: titles.join('; ') })] : []),
            ...(saved > 0 ? [say('paper_delete.still_saved', { count: saved })] : []),
          ],
        },
      });
    }),
  );
}

function mergeRoutes(router: Router, kit: Kit): void {
  const { paperChanges: changes } = kit.services;

  router.get('/papers/duplicates', takingTurns({ atOnce: 1, waiting: 4 }), async (ctx) => {
    const groups = await changes.duplicates();
    sendEither(
      ctx,
      kit,
      () => ({ success: true, groups }),
      () => duplicatesView(groups),
    );
  });

  router.post('/papers/duplicates', (ctx) =>
    withFields(ctx, async (fields) => {
      const { uid: uids } = readFields(say('what.paper_merge'), mergeSchema, fields);
      const merged = await changes.merge(uids);
      sendOutcome(ctx, kit, {
        facts: { success: true, ...merged },
        location: '/papers/imports',
        flash: {
          kind: 'done',
          sentences: [
            say('paper_merge.done', { count: merged.groups, deleted: merged.deleted }),
            ...(merged.saved > 0 ? [say('paper_delete.still_saved', { count: merged.saved })] : []),
          ],
        },
      });
    }),
  );
}
