/** The pens of a daemon over a real library and a pen in a folder; time passes when a test says so. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Builds } from '../../../daemon/albums/builds.js';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { type KnownPen, PenMemory } from '../../../daemon/pens/memory.js';
import { Pens } from '../../../daemon/pens/pens.js';
import { targetOf, type PenKind } from '../../../daemon/pens/wanted.js';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { fingerprintOf, type GmeTarget } from '../../../workers/library/fingerprint.js';
import { Library } from '../../../workers/library/library.js';
import type { AlbumRecord, AlbumView } from '../../../workers/library/types.js';
import { createPenFinder, type PenFinder } from '../../../workers/pen/find/find-pens.js';
import { placeId } from '../../../workers/pen/find/identify.js';
import { simulatePen, type SimulatedPen } from '../../../workers/pen/simulate.js';
import type { Pen } from '../../../workers/pen/types.js';
import { silentLog } from '../../../workers/base/ports.js';
import { until } from '../../support/patience.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';
import { gmeBytes, sha256 } from '../../workers/pen/gme-files.js';
import { manualClock } from '../../support/manual-clock.js';
import { endings } from '../../support/endings.js';
import { recordedLog } from '../../support/recorded-log.js';

export const target: GmeTarget = { language: 'GERMAN', format: 'mp3' };
export const minute = 60_000;
/** Timers of a daemon that waits for a pen. */
export const repeating = 3;

interface PenOptions {
  /** As the configuration names the folder. */
  name?: (path: string) => string;
  /** Null: a folder without a log. */
  simulated?: SimulatedPen | null;
  auto?: boolean;
  /** The pen is unmounted when everything is on it. */
  eject?: boolean;
  /** Further folders that are pens. */
  more?: readonly string[];
  /** Called when a search is over, before anyone learns what it has found. */
  found?: (pens: Pen[]) => Promise<Pen[]>;
}

type Ends = (() => Promise<void>)[];

/** Call at the top of a file. A stage is a library with albums whose files stand, and a pen in a folder. */
export function penStages() {
  const end = endings();
  const folder = temporaryFolders();
  const pensAt = async (oids: readonly number[], options?: PenOptions) => {
    const [home, place] = [await folder(), await folder()];
    return openStage(oids, { home, path: join(place, 'pen'), end, ...options });
  };
  return { pensAt, folder, end };
}

async function openStage(
  oids: readonly number[],
  {
    home,
    path,
    end,
    name = (path: string) => path,
    simulated = {},
    auto = true,
    eject = false,
    more = [],
    found = (pens) => Promise.resolve(pens),
  }: PenOptions & { home: string; path: string; end: Ends },
) {
  const id = simulated === null ? placeId(path) : (await simulatePen(path, simulated)).id;
  await mkdir(path, { recursive: true });
  const library = await Library.open(join(home, 'library'), silentLog);
  await mkdir(library.gmeFolder, { recursive: true });
  for (const oid of oids) await put(library, oid, gmeBytes(oid, 1));
  const { log, logged } = recordedLog('info', 'warn');
  const [clock, events] = [manualClock(), createEvents()];
  const published: string[] = [];
  events.subscribe(({ type }) => published.push(type));
  const jobs = new Jobs(events, 2);
  const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log: silentLog });
  const memory = await PenMemory.open(join(home, 'pens.json'), log);
  const known = (): KnownPen[] => memory.withForgotten();
  const real = createPenFinder({ penPaths: () => [name(path), ...more], detect: () => false, known, clock, log });
  const finder: PenFinder = { ...real, find: async () => found(await real.find()) };
  const follow = ({ language, generation }: PenKind) => targetOf({ language, generation }, target, true);
  const builds = new Builds({
    library,
    speaker: createSpeaker(() => ''),
    transcoder,
    jobs,
    clock,
    cores: 1,
    log,
    targets: () => [target, ...memory.all().map(follow)],
    changed: () => pens.follow(),
  });
  const pens: Pens = new Pens({
    library,
    jobs,
    events,
    finder,
    memory,
    builds,
    targetOf: follow,
    log,
    clock,
    autoSync: () => auto,
    mayBeFolder: (one) => finder.isFolder(one),
    ejectWhenDone: () => eject,
    view: (album) => ({ ...album }) as unknown as AlbumView,
  });
  end.push(
    () => library.close(),
    () => transcoder.stop(),
    () => jobs.stop(),
    () => builds.stop(),
    () => pens.stop(),
  );
  const view = () => pens.list().find((pen) => pen.id === id);
  const files = async (): Promise<string[]> => (await readdir(path)).filter((one) => /\.gme$|\.tmp$/.test(one)).sort();
  const settled = () =>
    until('the pen to settle', () => Promise.resolve(['ready', 'problem'].includes(view()?.state ?? '') && view()), 5);
  const parts = { memory, jobs, log, library, builds, targetOf: follow, clock };
  return { id, path, memory, library, logged, published, clock, pens, view, files, settled, parts };
}

/** An album whose file stands. */
export async function put(
  library: Library,
  oid: number,
  bytes: Buffer,
  changes: Partial<AlbumRecord> = {},
): Promise<void> {
  const album = anAlbum(oid, changes);
  const filename = `${oid}.gme`;
  await writeFile(join(library.gmeFolder, 'new'), bytes);
  await rename(join(library.gmeFolder, 'new'), join(library.gmeFolder, filename));
  const gme = {
    fingerprint: fingerprintOf(album, target),
    filename,
    size: bytes.length,
    sha256: sha256(bytes),
    built_at: 0,
  };
  await library.change((data) => ({
    ...data,
    albums: [...data.albums.filter((one) => one.oid !== oid), { ...album, files: [gme] }],
  }));
}

/** The file of a feature, as it stands in the library. */
export async function testSheet(library: Library) {
  const [bytes, source] = [gmeBytes(993, 1), join(library.gmeFolder, 'sheet')];
  await writeFile(source, bytes);
  return { oid: 993, title: 'Test sheet', source, size: bytes.length, sha256: sha256(bytes) };
}
