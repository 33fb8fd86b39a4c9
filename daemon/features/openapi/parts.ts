import { groups } from '../../../http/features/openapi/groups.js';
import { programs } from '../../../http/features/openapi/help.js';
import { apiRoutes } from '../../../http/features/openapi/routes.js';
import type { FeatureParts } from '../../feature-parts.js';

export const parts: FeatureParts = {
  routes: apiRoutes,
  api: () => import('../../../http/features/openapi/api.js'),
  pages: [{ path: '/api' }, ...groups.map((group) => ({ path: `/api/${group}` }))],
  shows: { 'help.sections': programs },
};
