/** The one who has a store's folder in this process: its lock, its threads, its open collections. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex } from '../../base/async/mutex.js';
import { messageOf } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import { acquireLock, type Lock } from '../../base/files/lock.js';
import type { Clock, Log } from '../../base/ports.js';
import { VectorStoreError } from '../types.js';
import type { LocalCollection } from './collection.js';
import { folderOf, nameOf } from './collection-folders.js';
import { createIndexer } from './index/indexer.js';
import { manifestPath } from './manifest.js';
import { openCollection } from './open-collection.js';
import { createScanners } from './scan/scanners.js';
import { createWriter } from './write/writer.js';

export interface Owner {
  collection(name: string): Promise<LocalCollection>;
  drop(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** When nothing is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @throws VectorStoreError while another process has it */
export async function takeOwnership(
  folder: string,
  { log, clock, floatsOnDisk }: { log: Log; clock: Clock; floatsOnDisk: boolean },
): Promise<Owner> {
  const lock = await takeLock(folder);
  const writer = createWriter();
  const indexer = createIndexer();
  const scanners = createScanners(clock);
  const opened = new Map<string, Promise<LocalCollection>>();
  await removeDropped(folder);

  /** Whoever opens a collection waits for those that are being dropped. */
  const drops = createMutex();

  return {
    collection(name) {
      const found = opened.get(name);
      if (found !== undefined) return found;
      const opening = drops
        .ended()
        .then(() =>
          openCollection({ name, folder: join(folder, folderOf(name)), writer, indexer, scanners, log, floatsOnDisk }),
        );
      opened.set(name, opening);
      opening.catch(() => opened.get(name) === opening && opened.delete(name));
      return opening;
    },
    async drop(name) {
      const path = join(folder, folderOf(name));
      const opening = opened.get(name);
      opened.delete(name);
      await drops.run(async () => {
        await end(opening);
        if (!existsSync(path)) return;
        await removeCollection(folder, path);
        await scanners.rest();
      });
    },
    async names() {
      const found = (await readdir(folder)).flatMap((entry) => nameOf(entry) ?? []);
      return found.filter((name) => existsSync(manifestPath(join(folder, folderOf(name))))).sort();
    },
    async settled() {
      await drops.ended();
      await Promise.all(
        [...opened.values()].map((one) =>
          one.then(
            (collection) => collection.settled(),
            () => undefined,
          ),
        ),
      );
    },
    async close() {
      await drops.ended();
      await Promise.all([...opened.values()].map(end));
      await Promise.all([writer.close(), indexer.close(), scanners.close()]);
      await lock.release();
    },
  };
}

async function end(opening: Promise<LocalCollection> | undefined): Promise<void> {
  const collection = await opening?.catch(() => undefined);
  await collection?.end();
}

const droppedPrefix = '.dropped-';

/** A rename happens at once or not at all; what is left of the rest goes at the next start. */
async function removeCollection(folder: string, path: string): Promise<void> {
  const gone = join(folder, `${droppedPrefix}${randomBytes(6).toString('hex')}`);
  await rename(path, gone);
  await syncFolder(folder);
  await rm(gone, { recursive: true, force: true });
}

/** What a crash left of it. */
async function removeDropped(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(droppedPrefix)))
    await rm(join(folder, name), { recursive: true, force: true });
}

async function takeLock(folder: string): Promise<Lock> {
  try {
    return await acquireLock(join(folder, '.lock'), {
      purpose: 'a program that has this vector store',
      otherwise: 'name another folder here',
    });
  } catch (error) {
    throw new VectorStoreError(`The vector store cannot be opened. ${messageOf(error)}`, { cause: error });
  }
}
