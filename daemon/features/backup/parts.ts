import { backupRoutes } from '../../../http/features/backup/routes.js';
import { backupLink } from '../../../http/features/backup/view.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Backups } from './backups.js';
import { WeeklyBackups } from './weekly.js';

export const parts: FeatureParts = {
  routes: backupRoutes,
  api: () => import('../../../http/features/backup/api.js'),
  pages: [{ path: '/backup' }],
  shows: { 'config.links': backupLink },
  services(core) {
    const { settings, events, disposables } = core;
    const log = core.log.area('library');
    const weekly = new WeeklyBackups({
      ...{ folder: () => settings.current.backup_folder, clock: systemClock, log },
      library: () => core.library.id,
      backups: { write: (...order) => backups.write(...order), status: () => backups.status() },
      changed: () => events.emit('backup.changed', { restoring: backups.status().restoring }),
    });
    const order = { ...core, parts: core.backupParts, clock: systemClock, log, weekly: () => weekly.status() };
    const backups = new Backups(order);
    core.addProblems(() => weekly.problems());
    core.addMetrics((add) => {
      add('backup_configured', '1 if a folder for weekly backups is set.', [], async () => [
        [{}, settings.current.backup_folder === '' ? 0 : 1],
      ]);
      add('backup_age_seconds', 'Seconds since the last weekly backup.', [], async () => {
        const age = weekly.age();
        return age === undefined ? [] : [[{}, age]];
      });
    });
    core.onStart(() => disposables.push('The weekly backup', weekly.start()));
    settings.onChange('backup_folder', () => void weekly.look());
    return { backups };
  },
};
