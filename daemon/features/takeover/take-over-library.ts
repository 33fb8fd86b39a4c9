/** The work of `tonstift import-ttmp32gme`, without a daemon. */
import { stagingFolder } from '../../../config/places.js';
import type { Settings } from '../../../config/settings.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { nextOid } from '../../../workers/library/oids.js';
import { findingIn } from '../../../workers/library/place.js';
import type { AlbumRecord, AlbumView } from '../../../workers/library/types.js';
import type { OurLibrary } from '../../../workers/features/takeover/ours.js';
import { planTakeover, type Plan } from '../../../workers/features/takeover/plan.js';
import { takeOver, type Takeover } from '../../../workers/features/takeover/take-over.js';
import type { DaemonLog } from '../../log/log.js';
import { openLibrary } from '../../library/open-library.js';

export interface TakenOver extends Pick<Takeover, 'rejected'> {
  albums: AlbumView[];
  /** Albums that were left out, by the plan or by an error. */
  leaving: Plan['leaving'];
  /** Sentences about files for the pen that could not be built. */
  unbuilt: string[];
}

/** Stands in for a library that does not exist yet: every number is free. */
const noLibrary: OurLibrary = { albums: [], freeOid: (used) => nextOid(new Set(used), []) };

/**
 * Plans the import without changing anything. Works while the daemon runs.
 * @throws as `planTakeover`; `library_unavailable` if the library is missing
 */
export async function plannedTakeover(root: string, settings: Settings): Promise<Plan> {
  const path = settings.current.library_path;
  // If the path cannot be read, `peek` says why.
  const isNone = await findingIn(path).then(
    ({ kind }) => kind === 'empty',
    () => false,
  );
  const ours = isNone ? noLibrary : await Library.peek(path, silentLog).then(oursOf);
  return planTakeover(root, ours, stagingFolder(settings.places));
}

const oursOf = (library: Library): OurLibrary => ({
  albums: library.albums,
  freeOid(used) {
    try {
      return library.freeOid(used);
    } catch (error) {
      if (error instanceof TonstiftError && error.code === 'no_free_oid') return undefined;
      throw error;
    }
  },
});

const isUnmade = ({ files, failures, gme_paused }: AlbumRecord): boolean =>
  files.length + failures.length === 0 && gme_paused === null;

export interface TakeoverOrder {
  root: string;
  settings: Settings;
  log: DaemonLog;
  /** Called with the plan and awaited before anything is changed. */
  planned: (plan: Plan) => Promise<void>;
}

/** Runs the import and builds the files for the pen. Throws as `planTakeover`, and `locked` while the daemon runs. */
export async function takeOverLibrary({ root, settings, log, planned }: TakeoverOrder): Promise<TakenOver> {
  const opened = await openLibrary({ settings, log, purpose: 'tonstift import-ttmp32gme' });
  const { importing, albums, builds, library, disposables } = opened;
  try {
    const plan = await planTakeover(root, oursOf(library), stagingFolder(settings.places));
    await planned(plan);
    const done = await takeOver(plan, importing);
    const unbuilt: string[] = [];
    // An earlier run may have been interrupted before it built these files.
    const unmade = plan.here.flatMap(({ folder }) => library.inFolder(folder) ?? []).filter(isUnmade);
    for (const { folder, oid, album_title } of [...unmade, ...done.albums])
      await builds
        .build(folder)
        .catch((error: unknown) =>
          unbuilt.push(`Cannot build the file for the pen of ${oid} ${album_title}: ${messageOf(error)}`),
        );
    const views = done.albums
      .flatMap(({ folder }) => library.inFolder(folder) ?? [])
      .map((album) => albums.view(album));
    return { albums: views, leaving: [...plan.leaving, ...done.leaving], rejected: done.rejected, unbuilt };
  } finally {
    await disposables.run();
  }
}
