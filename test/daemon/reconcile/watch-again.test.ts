/** A folder that the system refuses to watch, until it is watched again. */
import { expect, it, jest } from '@jest/globals';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatcherCalls } from '../../../daemon/reconcile/watchers.js';
import { silentLog } from '../../../workers/base/ports.js';
import { manualClock } from '../../support/manual-clock.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';

const started: WatcherCalls[] = [];
jest.unstable_mockModule('../../../daemon/reconcile/watchers.js', () => ({
  startWatcher: (_: unknown, calls: WatcherCalls) => {
    started.push(calls);
    return { look: () => undefined, close: () => Promise.resolve() };
  },
}));
const { watchFolder } = await import('../../../daemon/reconcile/watch-folder.js');
const folder = temporaryFolders();

it('is polled and is a problem only as long as it is not watched', async () => {
  const inbox = join(await folder(), 'inbox');
  await mkdir(inbox);
  const clock = manualClock();
  const notes: (string | null)[] = [];
  const watch = await watchFolder(inbox, {
    ...{ wake: () => undefined, sweep: () => undefined, clock, log: silentLog },
    unwatched: { note: (_, reason) => void notes.push(reason) },
  });
  const before = clock.waiting();
  started[0]?.failed('no space left');
  expect([notes.at(-1), clock.waiting()]).toEqual(['no space left', before + 1]);
  await rmdir(inbox);
  await mkdir(inbox);
  clock.advance(60_000);
  await until('the new watch', () => started.length === 2);
  expect([notes.at(-1), clock.waiting()]).toEqual([null, before]);
  await watch.stop();
  expect(clock.waiting()).toBe(0);
});
