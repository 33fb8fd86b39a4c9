/** The real program, and a library on a disk that is really mounted, late, or pulled out. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulatePen } from '../../workers/pen/simulate.js';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { temporaryFolders } from '../support/folder.js';
import { until } from '../support/patience.js';
import { libraryDisk, type LibraryDisk } from './library-disk.js';
import { withMounts } from './with-mounts.js';
import { setTimeout as pause } from 'node:timers/promises';

let home: string;
let disk: LibraryDisk;
let daemon: RunningDaemon | null = null;
afterEach(async () => {
  await daemon?.stop();
  daemon = null;
  disk.remove();
});
const newFolder = temporaryFolders();
beforeEach(async () => {
  home = await newFolder();
  disk = libraryDisk(home);
});

const pen = (): string => join(home, 'pen');
const start = async (): Promise<RunningDaemon> =>
  (daemon = await startProgram(home, ['--library-path', disk.point, '--pen-paths', pen()]));

async function drop(daemon: RunningDaemon, title: string, offset: number): Promise<void> {
  const folder = join(daemon.inbox, title);
  mkdirSync(folder, { recursive: true });
  await writeFile(join(folder, '1.mp3'), await mp3({ offset, tags: { TALB: title } }));
}

const album = (daemon: RunningDaemon, title: string): Promise<AlbumView> =>
  until(title, async () =>
    (await daemon.albums()).find((one) => one.album_title === title && one.gme_state === 'ready'),
  );
const penFiles = (): string[] => readdirSync(pen()).filter((name) => name.endsWith('.gme'));
const onPen = (count: number) => until('the files on the pen', () => Promise.resolve(penFiles().length === count));
const rename = (daemon: RunningDaemon, oid: number, title: string): Promise<Response> =>
  daemon.post('/library', { action: 'update', uid: String(oid), album_title: title });
const page = async (daemon: RunningDaemon): Promise<string> => (await fetch(`${daemon.url}/library`)).text();
const isAway = (daemon: RunningDaemon) =>
  until('the page to say so', async () => (await page(daemon)).includes('Is its disk plugged in?'));
const records = (): { oid: number; album_title: string }[] =>
  (JSON.parse(readFileSync(join(disk.files, 'library.json'), 'utf8')) as { albums: AlbumView[] }).albums;

withMounts('a library on a disk', () => {
  it('that is mounted late is waited for: nothing is made, no pen is changed, and it goes on', async () => {
    await simulatePen(pen(), {});
    disk.mount();
    const first = await start();
    await drop(first, 'Wald', 1);
    const { oid } = await album(first, 'Wald');
    await onPen(1);
    await first.stop();
    disk.unmount();

    const second = await start();
    await isAway(second);
    await drop(second, 'Meer', 30);
    // Nothing may happen in two looks of the program at the disk.
    await pause(3000);
    expect([disk.bare(), penFiles().length]).toEqual([[], 1]);
    expect(readdirSync(join(second.inbox, 'Meer'))).toEqual(['1.mp3']);
    await expect(second.upload({ 'x.mp3': await mp3({ offset: 60 }) })).rejects.toThrow('503');

    disk.mount();
    expect((await album(second, 'Wald')).oid).toBe(oid);
    await album(second, 'Meer');
    await onPen(2);
    expect(records()).toHaveLength(2);
    expect(await page(second)).not.toContain('Is its disk plugged in?');
  });

  it('that is pulled out while it runs loses nothing, and needs no restart', async () => {
    await simulatePen(pen(), {});
    disk.mount();
    const running = await start();
    await drop(running, 'Wald', 1);
    const { oid } = await album(running, 'Wald');
    await onPen(1);

    disk.unmount();
    const refused = await rename(running, oid, 'Nacht');
    expect([refused.status, disk.bare()]).toEqual([503, []]);
    expect(await refused.text()).toContain('Is its disk plugged in?');
    await isAway(running);
    await drop(running, 'Wald', 1);
    await pause(2500);
    expect(existsSync(join(running.inbox, 'Wald', '1.mp3'))).toBe(true);
    expect([disk.bare(), penFiles().length]).toEqual([[], 1]);

    disk.mount();
    await until('the duplicate', () => Promise.resolve(existsSync(join(running.inbox, 'duplicates', 'Wald'))));
    expect((await rename(running, oid, 'Nacht')).status).toBe(200);
    expect(records().map((one) => one.album_title)).toEqual(['Nacht']);
  });

  it('that comes and goes keeps every edit that was acknowledged, and nothing lands beside it', async () => {
    await simulatePen(pen(), {});
    disk.mount();
    const running = await start();
    await drop(running, 'Wald', 1);
    const { oid } = await album(running, 'Wald');
    let acknowledged = 'Wald';
    for (let round = 0; round < 12; round++) {
      let over = false;
      const edits = (async () => {
        for (let n = 0; !over; n++) {
          const title = `Title ${round}-${n}`;
          const { status } = await rename(running, oid, title);
          if (status === 200) acknowledged = title;
          else expect(status).toBe(503);
        }
      })();
      await pause(40 + ((round * 37) % 200));
      disk.unmount();
      await pause(50 + ((round * 53) % 300));
      over = true;
      await edits;
      expect(disk.bare()).toEqual([]);
      expect(records().map((one) => one.album_title)).toEqual([acknowledged]);
      disk.mount();
      await until('the library', async () => (await rename(running, oid, `Back ${round}`)).status === 200);
      acknowledged = `Back ${round}`;
    }
  });
});
