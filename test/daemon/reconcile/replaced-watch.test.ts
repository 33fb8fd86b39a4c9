/** A library that is moved, or comes back, while its watch is being replaced. */
import { expect, it } from '@jest/globals';
import { ReplacedWatch } from '../../../daemon/reconcile/replaced-watch.js';
import { watchFolder, type FolderWatch } from '../../../daemon/reconcile/watch-folder.js';
import { silentLog } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';
import { manualClock } from '../../support/manual-clock.js';

const folder = temporaryFolders();

it('leaves nothing running that watches a former place, however many changes come at once', async () => {
  const clock = manualClock();
  const places = [await folder(), await folder(), await folder()];
  const start = (place: string) => (): Promise<FolderWatch> =>
    watchFolder(place, {
      ...{ wake: () => undefined, sweep: () => undefined },
      ...{ clock, log: silentLog, unwatched: { note: () => undefined } },
    });
  const watch = new ReplacedWatch();
  await Promise.all(places.map((place) => watch.replace(start(place))));
  expect(clock.waiting()).toBe(1);
  const late = watch.replace(start(places[0] ?? ''));
  await watch.stop();
  await late;
  expect(clock.waiting()).toBe(0);
  await watch.replace(start(places[0] ?? ''));
  expect(clock.waiting()).toBe(0);
});
