/** What time does to deleted albums: a clock that the test moves. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeletedAlbums } from '../../../../daemon/features/deleted/deleted.js';
import type { Albums } from '../../../../daemon/albums/albums.js';
import { createEvents } from '../../../../daemon/events.js';
import { Jobs } from '../../../../daemon/jobs.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { Library } from '../../../../workers/library/library.js';
import { temporaryFolders } from '../../../support/folder.js';
import { manualClock } from '../../../support/manual-clock.js';
import { anAlbum } from '../../../support/records.js';
import { recordedLog } from '../../../support/recorded-log.js';

const folder = temporaryFolders();
const day = 86_400_000;

it('an album that was deleted goes after thirty days, not before', async () => {
  const root = await folder();
  const library = await Library.open(root, silentLog);
  const clock = manualClock();
  const { log, logged } = recordedLog('info', 'warn');
  const jobs = new Jobs(createEvents(), 2);
  const deleted = new DeletedAlbums({ library, albums: {} as Albums, jobs, clock, log });
  const names = ['Album 920 [920]', 'Album 921 [921]'];
  await deleted.look();
  clock.advance(day / 12);
  for (const [n, name] of names.entries()) {
    await library.change((data) => ({ ...data, albums: [...data.albums, anAlbum(920 + n)] }));
    await mkdir(join(library.albumsFolder, name));
    await writeFile(join(library.albumsFolder, name, '1.mp3'), 'x');
    await library.remove(library.get(920 + n), clock.now());
    await deleted.look();
    clock.advance(day);
  }
  const left = async (): Promise<string[]> => {
    await deleted.look();
    return readdir(join(root, 'trash'));
  };
  for (let n = 0; n < 27; n++) {
    expect(await left()).toEqual(names);
    clock.advance(day);
  }
  clock.advance(day - 1);
  expect(await left()).toEqual(names);
  clock.advance(1);
  expect(await left()).toEqual([names[1]]);
  clock.advance(day);
  expect(await left()).toEqual([]);
  expect(library.trash).toEqual([]);
  expect(logged.filter((line) => line.includes('for good'))).toHaveLength(2);

  await mkdir(join(library.albumsFolder, 'Fremd'));
  await deleted.look();
  await deleted.look();
  expect(logged.filter((line) => line.includes('Fremd'))).toHaveLength(1);
  await library.close();
});

it('a clock that is years ahead at the start takes nothing', async () => {
  const library = await Library.open(await folder(), silentLog);
  const clock = manualClock();
  const entry = { album: anAlbum(920), deleted_at: 0, days: { number: 30, last: 0 } };
  await library.change((data) => ({ ...data, trash: [entry] }));
  const jobs = new Jobs(createEvents(), 2);
  const ahead = { ...clock, now: () => clock.now() + 3650 * day };
  const deleted = new DeletedAlbums({ library, albums: {} as Albums, jobs, clock: ahead, log: silentLog });
  await deleted.look();
  expect(library.trash).toEqual([entry]);
  clock.advance(day / 24);
  await deleted.look();
  expect(library.trash).toEqual([]);
  await library.close();
});
