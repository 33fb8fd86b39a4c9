/** Albums that were deleted, and can be had back. */
import type { Router } from '@koa/router';
import { z } from 'zod';
import { say } from '../../../workers/base/language/sentence.js';
import { readFields } from '../../../workers/base/input/read.js';
import { line } from '../../../workers/base/input/schema.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { concernsOf } from '../albums/concerns.js';
import { deletedView } from './view.js';

const actions = [{ name: 'restore' }, { name: 'discard' }] as const;
export const which = z.object({ folder: line('not empty') });

export function deletedRoutes(router: Router, kit: Kit): void {
  const { deleted } = kit.services;

  router.get('/deleted', async (ctx) => {
    const orphans = await deleted.orphans();
    sendEither(
      ctx,
      kit,
      () => ({ success: true, deleted: deleted.list(), orphans }),
      () => deletedView(deleted.list(), orphans),
    );
  });

  router.post('/deleted', (ctx) =>
    withFields(ctx, async (fields) => {
      const { name: action } = namedAction(fields, actions);
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
    }),
  );
}
