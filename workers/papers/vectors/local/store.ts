/** The local vector store: a folder of vectra's index files, searched exactly in memory. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createKeptThreads } from '../../../base/async/kept-threads.js';
import { createMutex } from '../../../base/async/mutex.js';
import { SharedByKey } from '../../../base/async/shared-by-key.js';
import { threadScript } from '../../../base/async/threads.js';
import { messageOf } from '../../../base/errors.js';
import { syncFolder } from '../../../base/files/durable.js';
import { acquireLock, type Lock } from '../../../base/files/lock.js';
import { makeFolder } from '../../../base/files/make-folder.js';
import { textOfPortableName } from '../../../base/files/portable-name.js';
import { silentLog, systemClock, type Clock, type Log } from '../../../base/ports.js';
import { VectorStoreError, type Damage, type VectorStore } from '../types.js';
import type { LocalCollection } from './collection.js';
import { folderOf, manifestPath } from './collection-folders.js';
import { mostThreads } from './filter.js';
import { openCollection } from './open-collection.js';
import type { RowsThread } from './rows-thread.js';
import type { WriterThread } from './writer-thread.js';

export interface LocalStoreOptions {
  log?: Log;
  clock?: Clock;
  /** Gets each broken file of a collection that is opened once, also those that are found later. */
  onDamage?: (damage: Damage) => void;
}

/** By real path: all stores of a folder in a process share its lock and its memory. */
const owners = new SharedByKey<Owner>((owner) => owner.close());

/**
 * The first operation opens the folder. The lock is held until the last store of the folder in this process is closed.
 * Operations throw VectorStoreError while another process has the folder.
 */
export function openLocalStore(
  folder: string,
  { log = silentLog, clock = systemClock, onDamage }: LocalStoreOptions = {},
): VectorStore {
  let holding: Promise<{ path: string; owner: Owner }> | undefined;
  let closed: Promise<void> | undefined;
  const followed = new Map<LocalCollection, () => void>();

  async function owner(): Promise<Owner> {
    if (closed !== undefined) throw new VectorStoreError('The vector store is closed.');
    holding ??= hold().catch((error: unknown) => {
      holding = undefined;
      throw explained(error);
    });
    return (await holding).owner;
  }

  function explained(cause: unknown): VectorStoreError {
    if (cause instanceof VectorStoreError) return cause;
    return new VectorStoreError(`The vector store in ${folder} cannot be opened. ${messageOf(cause)}`, { cause });
  }

  async function hold(): Promise<{ path: string; owner: Owner }> {
    makeFolder(resolve(folder));
    const path = await realpath(folder);
    return { path, owner: await owners.open(path, () => takeOwnership(path, log, clock)) };
  }

  async function close(): Promise<void> {
    const held = await holding?.catch(() => undefined);
    if (held === undefined) return;
    await held.owner.settled();
    for (const unfollow of followed.values()) unfollow();
    await owners.release(held.path);
  }

  return {
    async collection(name) {
      const opening = (await owner()).collection(name);
      const opened = await opening.catch((error: unknown) => {
        throw explained(error);
      });
      if (onDamage && !followed.has(opened)) followed.set(opened, opened.follow(onDamage));
      return opened;
    },
    drop: async (name) => (await owner()).drop(name),
    names: async () => (await owner()).names(),
    close: () => (closed ??= close()),
  };
}

/** @throws the lock's error while another process has the folder */
async function takeOwnership(folder: string, log: Log, clock: Clock): Promise<Owner> {
  const purpose = 'a program that has this vector store';
  const lock = await acquireLock(join(folder, '.lock'), { purpose, otherwise: 'name another folder here' });
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(droppedPrefix)))
    await rm(join(folder, name), { recursive: true, force: true });
  return new Owner({ folder, lock, log, clock });
}

/** A dropped collection is renamed, which happens at once or not at all. The next start removes what is left of it. */
const droppedPrefix = '.dropped-';

/** The lock, the threads and the open collections of a folder in this process. */
class Owner {
  private readonly opened = new Map<string, Promise<LocalCollection>>();
  /** A collection is opened after those that are being dropped are gone. */
  private readonly drops = createMutex();
  private readonly threads;
  private readonly writer;

  constructor(private readonly parts: { folder: string; lock: Lock; log: Log; clock: Clock }) {
    const { clock } = parts;
    const limits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };
    const rowsThread = threadScript('workers/papers/vectors/local/rows-thread');
    this.threads = createKeptThreads<RowsThread>(rowsThread, { most: mostThreads, idleMs: 30_000, clock, limits });
    const writerThread = threadScript('workers/papers/vectors/local/writer-thread');
    this.writer = createKeptThreads<WriterThread>(writerThread, { most: 1, idleMs: 5000, clock, limits });
  }

  collection(name: string): Promise<LocalCollection> {
    const found = this.opened.get(name);
    if (found !== undefined) return found;
    const { threads, writer } = this;
    const opening = this.drops.ended().then(() => {
      const folder = join(this.parts.folder, folderOf(name));
      return openCollection({ name, folder, threads, writer, log: this.parts.log });
    });
    this.opened.set(name, opening);
    opening.catch(() => this.opened.get(name) === opening && this.opened.delete(name));
    return opening;
  }

  async drop(name: string): Promise<void> {
    const { folder } = this.parts;
    const path = join(folder, folderOf(name));
    const opening = this.opened.get(name);
    this.opened.delete(name);
    await this.drops.run(async () => {
      await end(opening);
      if (!existsSync(path)) return;
      const gone = join(folder, `${droppedPrefix}${randomBytes(6).toString('hex')}`);
      await rename(path, gone);
      await syncFolder(folder);
      await rm(gone, { recursive: true, force: true });
    });
  }

  async names(): Promise<string[]> {
    const { folder } = this.parts;
    const found = (await readdir(folder)).filter((entry) => existsSync(manifestPath(join(folder, entry))));
    return found.flatMap((entry) => textOfPortableName(entry) ?? []).sort();
  }

  async settled(): Promise<void> {
    await this.drops.ended();
    const settled = [...this.opened.values()].map(async (opening) => (await opening).settled());
    await Promise.allSettled(settled);
  }

  async close(): Promise<void> {
    await this.drops.ended();
    await Promise.all([...this.opened.values()].map(end));
    await Promise.all([this.writer.close(), this.threads.close()]);
    await this.parts.lock.release();
  }
}

async function end(opening: Promise<LocalCollection> | undefined): Promise<void> {
  const collection = await opening?.catch(() => undefined);
  await collection?.end();
}
