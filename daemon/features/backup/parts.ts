import { backupRoutes } from '../../../http/features/backup/routes.js';
import { backupLink } from '../../../http/features/backup/view.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Backups } from './backups.js';

export const parts: FeatureParts = {
  routes: backupRoutes,
  api: () => import('../../../http/features/backup/api.js'),
  pages: [{ path: '/backup' }],
  shows: { 'config.links': backupLink },
  services: (core) => ({
    backups: new Backups({ ...core, parts: core.backupParts, clock: systemClock, log: core.log.area('library') }),
  }),
};
