import { deletedRoutes } from '../../../http/features/deleted/routes.js';
import { belowLibrary, deletedNote, goneAlbum } from '../../../http/features/deleted/view.js';
import { messageOf } from '../../../workers/base/errors.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { DeletedAlbums } from './deleted.js';

/** Milliseconds. */
const lookEvery = 3_600_000;

export const parts: FeatureParts = {
  routes: deletedRoutes,
  api: () => import('../../../http/features/deleted/api.js'),
  pages: [{ path: '/deleted', asks: true }],
  shows: { 'album.gone': goneAlbum, 'library.below': belowLibrary, 'deleted.note': deletedNote },
  services(core) {
    const log = core.log.area('library');
    const deleted = new DeletedAlbums({ ...core, log, clock: systemClock });
    const emptyTrash = (): void =>
      void deleted.look().catch((error: unknown) => log.warn(`Cannot empty the trash: ${messageOf(error)}`));
    core.onStart(emptyTrash);
    core.disposables.push('The trash', systemClock.every(lookEvery, emptyTrash));
    return { deleted };
  },
};
