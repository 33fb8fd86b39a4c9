import { join } from 'node:path';
import { helpOfTrying, pensHint, printHint, tryAdded, tryAlbum } from '../../../http/features/try/links.js';
import { tryRoutes } from '../../../http/features/try/routes.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { KeptFiles } from './kept-files.js';
import { TestSheetFile } from './test-sheet-file.js';
import { PenSessions } from './pen-sessions.js';

export const parts: FeatureParts = {
  routes: tryRoutes,
  api: () => import('../../../http/features/try/api.js'),
  pages: ['/try', '/try/test-sheet', '/library/:oid/try'].map((path) => ({ path, asks: true })),
  shows: {
    'album.actions': tryAlbum,
    'added.links': tryAdded,
    'pens.hints': pensHint,
    'print.hints': printHint,
    'help.steps': helpOfTrying,
  },
  services({ settings, log, albums, disposables }) {
    const folder = join(settings.places.data, 'tries');
    const maxBytes = (): number => settings.current.max_upload_mb * 1e6;
    const kept = new KeptFiles({ folder, maxBytes, clock: systemClock, log: log.area('http') });
    disposables.push('The cleanup of old try files', kept.start());
    const testSheet = new TestSheetFile({ folder, kept, language: () => settings.current.pen_language });
    return { tries: new PenSessions({ albums, kept, testSheet, clock: systemClock }) };
  },
};
