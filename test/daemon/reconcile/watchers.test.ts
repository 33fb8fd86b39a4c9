/** Folders are watched in one thread, each by itself. */
import { expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWatcher, type Watcher } from '../../../daemon/reconcile/watchers.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

/** A watcher, and the names it has told of; a word comes with each. */
function listening(path: string): { watcher: Watcher; told: string[]; next: () => Promise<void> } {
  const told: string[] = [];
  let wake = (): void => undefined;
  let calls = 0;
  let seen = 0;
  const watcher = startWatcher(
    { folder: path, passedOver: ['failed'] },
    {
      changed: (names) => {
        calls += 1;
        told.push(...names);
        wake();
      },
      failed: (reason) => told.push(`failed: ${reason}`),
    },
  );
  const next = async (): Promise<void> => {
    while (calls === seen) await new Promise<void>((resolve) => (wake = resolve));
    seen = calls;
  };
  return { watcher, told, next };
}

it('tells each of its own folder only, and of nothing that is passed over', async () => {
  const [one, two] = [await folder(), await folder()];
  for (const path of [one, two]) await mkdir(join(path, 'failed'));
  const [first, second] = [listening(one), listening(two)];
  await Promise.all([first.next(), second.next()]);
  await writeFile(join(one, 'failed/x'), 'x');
  await mkdir(join(one, 'Album'));
  await writeFile(join(one, 'Album/1.mp3'), 'x');
  await first.next();
  await writeFile(join(two, 'b.mp3'), 'x');
  await second.next();
  expect(new Set(first.told)).toEqual(new Set(['Album']));
  expect(new Set(second.told)).toEqual(new Set(['b.mp3']));
  await Promise.all([first.watcher.close(), second.watcher.close()]);
});

it('begins again after the last has ended, and tells a closed one of nothing', async () => {
  const path = await folder();
  const before = listening(path);
  await before.next();
  await before.watcher.close();
  const after = listening(path);
  await after.next();
  await writeFile(join(path, 'a.mp3'), 'x');
  await after.next();
  expect(after.told).toEqual(['a.mp3']);
  expect(before.told).toEqual([]);
  await after.watcher.close();
});
