/** The thread of the paper database: it goes when its file cannot be opened, and its end holds nobody up. */
import { expect, it } from '@jest/globals';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

/** Linux alone lists the threads and the open files of a process. */
const isLinux = process.platform === 'linux';
const threads = async (): Promise<number> => (await readdir('/proc/self/task')).length;
async function openFiles(path: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const open = await Promise.all(descriptors.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')));
  return open.filter((one) => one === path).length;
}

(isLinux ? it : it.skip)('keeps neither a thread nor a file of tries to open it that failed (Linux)', async () => {
  const path = join(await folder(), 'papers.db');
  await writeFile(path, 'This is no database, but it is as long as the head of one. '.repeat(20));
  await expect(new DatabaseManager(path).connect()).rejects.toThrow('not a database');
  const before = await threads();
  await using database = new DatabaseManager(path);
  for (let tries = 0; tries < 5; tries++) await expect(database.statistics()).rejects.toThrow('not a database');
  expect([await threads(), await openFiles(path)]).toEqual([before, 0]);
});
