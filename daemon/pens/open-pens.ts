/** Puts together all that pens need; the daemon and `tonstift pen` share it. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../config/settings.js';
import { createPenFinder } from '../../workers/pen/find/find-pens.js';
import { systemClock } from '../../workers/base/ports.js';
import type { DaemonLog } from '../log/log.js';
import { PenMemory } from './memory.js';
import { Pens } from './pens.js';
import { Variants } from './variants.js';
import type { Workshop } from '../workshop.js';

export async function openPens(
  settings: Settings,
  { library, transcoder, jobs, events, albums, gmes }: Workshop,
  daemonLog: DaemonLog,
): Promise<Pens> {
  const log = daemonLog.area('pen');
  const memory = await PenMemory.open(join(settings.places.data, 'pens.json'), log);
  const finder = createPenFinder({
    penPaths: () => settings.current.pen_paths,
    detect: () => settings.current.pen_detect,
    clock: systemClock,
    log,
  });
  const variants = new Variants({
    library,
    transcoder,
    jobs,
    log,
    cores: availableParallelism(),
    target: () => ({ language: settings.current.pen_language, format: settings.current.audio_format }),
    follow: () => settings.current.pen_follow,
    pens: () => memory.all(),
    changed: () => pens.follow(),
  });
  const pens: Pens = new Pens({
    library,
    jobs,
    events,
    finder,
    memory,
    variants,
    log,
    clock: systemClock,
    autoSync: () => settings.current.pen_auto_sync,
    mayBeFolder: (path) => finder.isConfigured(path),
    ejectWhenDone: () => settings.current.pen_eject,
    build: (oid) => gmes.build(library.get(oid).folder),
    view: (album) => albums.view(album),
  });
  return pens;
}
