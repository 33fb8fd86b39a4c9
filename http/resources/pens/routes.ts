/** The pens: what is there, and what can be done with them as a whole. Single albums are the library's actions. */
import type { Router } from '@koa/router';
import { readFields } from '../../../workers/base/input/read.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { penFields } from './input.js';
import { pensView } from './view.js';
import { say } from '../../../workers/base/language/sentence.js';

const actions = [
  { name: 'sync', done: 'The pen is up to date: safe to unplug.' },
  { name: 'eject', done: 'The pen is unmounted: safe to unplug.' },
] as const;

export function penRoutes(router: Router, kit: Kit): void {
  const { pens, albums, config } = kit.services;

  router.get('/pens', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({ success: true, pens: pens.list() }),
      () => pensView(pens.list(), albums.list(), config.values()['pen_auto_sync'] === true),
    ),
  );

  router.post('/pens', (ctx) =>
    withFields(ctx, async (fields) => {
      const { name: action, done } = namedAction(fields, actions);
      const { pen } = readFields(say('what.action', { action }), penFields, fields, ['action']);
      sendOutcome(ctx, kit, {
        facts: { success: true, action, pens: await pens[action](pen) },
        location: '/pens',
        flash: { kind: 'done', sentences: [done] },
      });
    }),
  );
}
