/** Puts together all that pens need; the daemon and `tonstift pen` share it. */
import type { Settings } from '../../config/settings.js';
import { createPenFinder } from '../../workers/pen/find/find-pens.js';
import { systemClock } from '../../workers/base/ports.js';
import type { DaemonLog } from '../log/log.js';
import { Pens } from './pens.js';
import type { Workshop } from '../workshop.js';

export function openPens(settings: Settings, workshop: Workshop, daemonLog: DaemonLog): Pens {
  const log = daemonLog.area('pen');
  const { library, jobs, events, albums, builds, memory, targetOf } = workshop;
  const finder = createPenFinder({
    penPaths: () => settings.current.pen_paths,
    detect: () => settings.current.pen_detect,
    clock: systemClock,
    log,
  });
  return new Pens({
    library,
    jobs,
    events,
    finder,
    memory,
    builds,
    targetOf,
    log,
    clock: systemClock,
    autoSync: () => settings.current.pen_auto_sync,
    mayBeFolder: (path) => finder.isConfigured(path),
    ejectWhenDone: () => settings.current.pen_eject,
    view: (album) => albums.view(album),
  });
}
