import { addParcels } from '../../../http/features/uploads/add-parcels.js';
import { tusRoutes } from '../../../http/features/uploads/tus-routes.js';
import { uploadWords } from '../../../http/features/uploads/words.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { holdUploadFolder } from '../../upload-folder.js';
import { Parcels } from './parcels.js';

export const parts: FeatureParts = {
  routes: tusRoutes,
  api: () => import('../../../http/features/uploads/tus-api.js'),
  upload: addParcels,
  shows: { 'page.end': uploadWords },
  scripts: { everywhere: ['uploads/drop.js'], '/': ['uploads/upload.js'] },
  services({ library, settings, log, disposables }) {
    const parcels = new Parcels({
      hold: (make) => holdUploadFolder(library, make),
      maxBytes: () => settings.current.max_upload_mb * 1e6,
      clock: systemClock,
      log: log.area('http'),
    });
    disposables.push('The cleanup of old uploads', parcels.start());
    return { parcels };
  },
};
