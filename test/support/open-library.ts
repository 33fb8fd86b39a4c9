/** The daemon's parts over a real library in a temporary folder, with a clock that the test moves. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Thumbnails } from '../../daemon/albums/thumbnails.js';
import { Albums, type AlbumParts } from '../../daemon/albums/albums.js';
import { Builds } from '../../daemon/albums/builds.js';
import { createEvents } from '../../daemon/events.js';
import { editOf, Jobs } from '../../daemon/jobs.js';
import { createSpeaker } from '../../workers/audio/speaker.js';
import { createTranscoder } from '../../workers/audio/ffmpeg/transcode.js';
import { silentLog, type Log } from '../../workers/base/ports.js';
import type { GmeTarget } from '../../workers/library/fingerprint.js';
import { Library } from '../../workers/library/library.js';
import { endings } from './endings.js';
import { temporaryFolders } from './folder.js';
import { forEachTest } from './opened.js';
import { until } from './patience.js';
import { mp3, type Mp3Options } from '../fixtures/mp3.js';
import { manualClock } from './manual-clock.js';

/** Writes an mp3 whose sound nothing else has. */
export async function putMp3(path: string, options: Mp3Options = {}): Promise<void> {
  await writeFile(path, await mp3(options));
}

export interface Happened {
  type: string;
  data: unknown;
}

/** @param home a folder of its own; @param end collects what has to be ended, in the order of its making */
export async function testLibrary(home: string, end: (() => Promise<void>)[]) {
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  const log: Log = { ...silentLog, info: note, warn: note, error: note, area: () => log };
  const [clock, events] = [manualClock(), createEvents()];
  const happened: Happened[] = [];
  events.subscribe((event) => happened.push(event));
  const library = await Library.open(join(home, 'library'), log);
  const jobs = new Jobs(events, 2);
  const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log });
  const targets: [GmeTarget, ...GmeTarget[]] = [{ language: 'GERMAN', format: 'mp3' }];
  const builds = new Builds({
    library,
    speaker: createSpeaker(() => ''),
    transcoder,
    jobs,
    clock,
    cores: 2,
    log,
    targets: () => targets,
    changed: () => undefined,
  });
  const importing: AlbumParts['importing'] = {
    ...{ library, transcoder, cores: 2, log, now: () => clock.now(), maxBytes: () => 1e9 },
    alone: (album, work) => jobs.run(editOf(album), work),
  };
  const thumbnails = new Thumbnails({ library, folder: join(home, 'thumbnails'), log });
  const albums = new Albums({
    arrivals: { add: () => undefined },
    library,
    builds,
    jobs,
    events,
    importing,
    clock,
    log,
    thumbnails,
  });
  end.push(
    () => library.close(),
    () => transcoder.stop(),
    () => jobs.stop(),
    () => builds.stop(),
  );
  const jobsOf = (kind: string): number =>
    happened.filter(({ type, data }) => type === 'job.started' && (data as { kind: string }).kind === kind).length;
  /** Imports files of a folder, as an upload would. */
  const add = async (...names: string[]) => {
    const files = names.map((name) => ({ path: join(home, name), filename: name, size: 0 }));
    return (await albums.upload(files, undefined)).album;
  };
  const idle = (): Promise<boolean> =>
    until('the builds to end', () =>
      Promise.resolve(library.albums.every((album) => !builds.isBuilding(album)) && true),
    );
  return {
    home,
    logged,
    happened,
    jobsOf,
    log,
    clock,
    events,
    library,
    jobs,
    targets,
    builds,
    importing,
    albums,
    add,
    idle,
  };
}

/** Call at the top of a file: a library for each test. What is opened beside it goes to `end`. */
export function libraryForEachTest() {
  const end = endings();
  const folder = temporaryFolders();
  const shop = forEachTest(
    async () => testLibrary(await folder(), end),
    () => undefined,
  );
  return { shop, end, folder };
}
