/** The real printing behind the services in memory: its settings are kept in a file, its albums have no covers. */
import { afterAll } from '@jest/globals';
import { join } from 'node:path';
import { Jobs } from '../../daemon/jobs.js';
import { createEvents } from '../../daemon/events.js';
import { LastOrder } from '../../daemon/print/last-order.js';
import { Prints } from '../../daemon/print/prints.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import { silentLog, systemClock } from '../../workers/base/ports.js';
import { createPrintRenderer, type PrintRenderer } from '../../workers/print/renderer.js';
import { testSettings } from '../support/settings.js';

export interface TestPrints {
  print: Prints;
  /** Titles of the jobs that were started. */
  started: string[];
  stop(): Promise<void>;
}

/** As far as printing looks at it. */
const record = (album: AlbumView): AlbumRecord =>
  ({
    ...album,
    cover: null,
    files: [],
    failures: [],
    added_at: 0,
    changed_at: 0,
    printed: [],
  }) as unknown as AlbumRecord;

/** One for all tests of a file: its thread takes a second to start. */
const shared = createPrintRenderer(systemClock);
afterAll(() => shared.stop());

/** @param folder for the file of the settings */
export async function testPrints(
  folder: string,
  find: (oid: number) => AlbumView,
  renderer: PrintRenderer = shared,
): Promise<TestPrints> {
  const settings = testSettings(folder);
  const events = createEvents();
  const started: string[] = [];
  events.subscribe((event) => {
    if (event.type === 'job.started') started.push((event.data as { title: string }).title);
  });
  const jobs = new Jobs(events, 2);
  return {
    print: new Prints({
      settings,
      jobs,
      renderer,
      lastOrder: await LastOrder.open(join(folder, 'last-print.json'), silentLog),
      library: { get: (oid) => record(find(oid)), folderOf: () => folder, path: folder },
    }),
    started,
    async stop() {
      await jobs.stop();
      if (renderer !== shared) await renderer.stop();
    },
  };
}
