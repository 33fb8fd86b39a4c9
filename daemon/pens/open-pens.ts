/** Composes the parts for pens; the daemon and `tonstift pen` share it. */
import { createPenFinder } from '../../workers/pen/find/find-pens.js';
import { systemClock } from '../../workers/base/ports.js';
import type { OpenLibrary } from '../library/open-library.js';
import { Pens } from './pens.js';

export function openPens(opened: OpenLibrary): Pens {
  const { settings, library, jobs, events, albums, builds, memory, targetOf } = opened;
  const log = opened.log.area('pen');
  const finder = createPenFinder({
    penPaths: () => settings.current.pen_paths,
    detect: () => settings.current.pen_detect,
    known: () => memory.withForgotten(),
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
    mayBeFolder: (path) => finder.isFolder(path),
    ejectWhenDone: () => settings.current.pen_eject,
    view: (album) => albums.view(album),
  });
}
