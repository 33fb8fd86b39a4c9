/** The pens, and actions on whole pens. Actions on single albums are in the library. */
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import { prefersHtml } from '../../request/negotiate.js';
import type { Flash } from '../../response/flash.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { penFields } from './input.js';
import type { PenView } from './service.js';
import { pensView } from './view.js';
import { say } from '../../../workers/base/language/sentence.js';

const actions = [{ name: 'sync' }, { name: 'eject' }] as const;

/** The message about an action; the pages show the reasons next to each pen. */
function outcomeOf(action: 'sync' | 'eject', pens: readonly PenView[]): Flash {
  if (action === 'eject') return { kind: 'done', sentences: [say('pen.did.eject')] };
  const has = (state: PenView['state']): boolean => pens.some((pen) => pen.state === state);
  if (has('problem') || has('away')) return { kind: 'warning', sentences: [say('pen.did.problem')] };
  if (has('looking') || has('copying')) return { kind: 'done', sentences: [say('pen.did.coming')] };
  return { kind: 'done', sentences: [say('pen.did.sync')] };
}

export function penRoutes(router: Router, kit: Kit): void {
  const { pens, albums, config } = kit.services;

  router.get('/pens', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({ success: true, pens: pens.list() }),
      () => {
        const autoSync = config.values()['pen_auto_sync'] === true;
        return pensView(pens.list(), albums.list(), { autoSync, hints: kit.show('pens.hints') });
      },
    ),
  );

  router.post('/pens', (ctx) =>
    withFields(ctx, async (fields) => {
      const { name: action } = namedAction(fields, actions);
      const { pen } = readFields(say('what.action', { action }), penFields, fields, ['action']);
      // Building files may take an hour. A page shows the progress live, so only programs wait.
      const views = await (action === 'eject' ? pens.eject(pen) : pens.sync(pen, { waits: !prefersHtml(ctx) }));
      sendOutcome(ctx, kit, {
        facts: { success: true, action, pens: views },
        location: '/pens',
        flash: outcomeOf(action, views),
      });
    }),
  );
}
