import { rearrangeActions } from '../../../http/features/rearrange/actions.js';
import { rearrangeRoutes } from '../../../http/features/rearrange/routes.js';
import { splitAndJoin, takeApart } from '../../../http/features/rearrange/tasks.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Rearranging } from './rearrange.js';

export const parts: FeatureParts = {
  routes: rearrangeRoutes,
  api: () => import('../../../http/features/rearrange/api.js'),
  actions: rearrangeActions,
  pages: ['/library/:oid/split', '/library/:oid/join'].map((path) => ({ path, asks: true })),
  shows: { 'album.tasks': splitAndJoin, 'arrival.joined': takeApart },
  services: (core) => ({ rearranging: new Rearranging({ ...core, log: core.log.area('library') }) }),
};
