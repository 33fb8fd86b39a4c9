/** Deleted albums, which can be restored. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/v4';
import { messageOf } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readFields } from '../../../workers/base/input/read.js';
import { exactLine } from '../../../workers/base/input/schema.js';
import { namedAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import type { Fields } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { concernsOf } from '../../resources/albums/concerns.js';
import { errorOf, onEach } from '../../resources/albums/many/each.js';
import { deletedView } from './view.js';

const actions = [{ name: 'restore' }, { name: 'discard' }] as const;
export const which = z.object({ folder: exactLine('not empty') });

const whichOnes = z.object({ folder: z.array(exactLine('not empty')) });

/** Restores each album separately, so that one failure does not affect the others. */
async function restoreMany(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { deleted } = kit.services;
  const { folder: folders } = readFields(say('what.action', { action: 'restore' }), whichOnes, fields, ['action']);
  const { done, failed } = await onEach(
    [...new Set(folders)],
    (folder) => deleted.restore(folder),
    (error) => kit.log.error(`POST /deleted of many failed: ${messageOf(error)}`),
  );
  const words = new Map(failed.map(({ problem }) => [String(problem.words), problem.words] as const));
  const reasons = [...words.values()].slice(0, 5);
  sendOutcome(ctx, kit, {
    facts: {
      success: true,
      action: 'restore',
      done,
      failed: failed.map(({ of: folder, problem }) => ({ folder, error: errorOf(problem) })),
    },
    location: failed.length > 0 ? '/deleted' : '/library',
    flash: {
      kind: failed.length > 0 ? 'warning' : 'done',
      sentences: [
        say('deleted.back_many', { count: done.length }),
        ...(failed.length > 0 ? [say('many.failed', { count: failed.length }), ...reasons] : []),
      ],
    },
  });
}

export function deletedRoutes(router: Router, kit: Kit): void {
  const { deleted, command } = kit.services;

  router.get('/deleted', async (ctx) => {
    const orphans = await deleted.orphans();
    sendEither(ctx, kit, { success: true, deleted: deleted.list(), orphans }, () =>
      deletedView(deleted.list(), orphans, command),
    );
  });

  router.post('/deleted', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { name: action } = namedAction(fields, actions);
    if (Array.isArray(fields.get('folder')) && action === 'restore') return restoreMany(ctx, kit, fields);
    const { folder } = readFields(say('what.action', { action }), which, fields, ['action']);
    if (action === 'discard') {
      await deleted.discard(folder);
      return sendOutcome(ctx, kit, {
        facts: { success: true, action, folder },
        location: '/deleted',
        flash: { kind: 'done', sentences: [say('deleted.removed')] },
      });
    }
    const former = deleted.list().find((one) => one.folder === folder);
    const album = await deleted.restore(folder);
    const { oid, album_title: title } = album;
    const isOther = former !== undefined && former.oid !== oid;
    const concerns = isOther ? concernsOf(kit.services, album, [former.oid, oid], 'taken') : undefined;
    sendOutcome(ctx, kit, {
      facts: { success: true, action, folder, album, ...(concerns && { concerns }) },
      location: `/library/${oid}`,
      flash: {
        kind: 'done',
        sentences: [say('deleted.back', { title, oid }), ...(concerns ? [concerns.message] : [])],
      },
    });
  });
}
