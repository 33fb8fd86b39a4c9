/** The pens: what is there, and what can be done with them as a whole. Single albums are the library's actions. */
import type { Router } from '@koa/router';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { penOf } from '../albums/actions.js';
import { withBody } from '../../request/body.js';
import { onlyKnown } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { shown } from '../../request/values.js';
import { pensView } from './view.js';

const sentences = {
  sync: 'The pen is up to date: safe to unplug.',
  eject: 'The pen is unmounted: safe to unplug.',
} as const;

const isAction = (name: unknown): name is keyof typeof sentences =>
  typeof name === 'string' && Object.hasOwn(sentences, name);

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
    withBody(ctx, kit.services, async ({ fields, files }) => {
      if (files.size > 0)
        throw badFields(Object.fromEntries([...files.keys()].map((name) => [name, 'must not be a file.'])));
      const action = fields.get('action');
      if (!isAction(action)) {
        const what = action === undefined ? 'The field action is missing' : `There is no action ${shown(action)}`;
        throw new TonstiftError('unknown_action', `${what}; there are sync, eject.`, {
          action: 'must be one of sync, eject.',
        });
      }
      onlyKnown(fields.keys(), new Set(['action', 'pen']), `The action ${action}`);
      const now = await pens[action](penOf(fields));
      sendOutcome(ctx, kit, {
        facts: { success: true, action, pens: now },
        location: '/pens',
        flash: { kind: 'done', sentences: [sentences[action]] },
      });
    }),
  );
}
