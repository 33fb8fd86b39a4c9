/** The local vector store: a folder of vectra's index files, searched exactly in memory. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeFolder } from '../../base/files/make-folder.js';
import { messageOf } from '../../base/errors.js';
import { silentLog, systemClock, type Clock, type Log } from '../../base/ports.js';
import { VectorStoreError, type Damage, type VectorStore } from '../types.js';
import type { LocalCollection } from './collection.js';
import { takeOwnership, type Owner } from './owner.js';

export interface LocalStoreOptions {
  log?: Log;
  clock?: Clock;
  /** Told once of each broken file of a collection that is opened, also of those that are found later. */
  onDamage?: (damage: Damage) => void;
  /**
   * The floats stay on the disk, and a search reads those that their 8-bit copies in memory leave over. Of all who name
   * a folder in a process the first decides.
   */
  floatsOnDisk?: boolean;
}

interface Shared {
  users: number;
  owner: Promise<Owner>;
  /** Settles when the folder is free again. */
  closing?: Promise<void>;
}

/** By real path: all who name one folder in a process share it. */
const shared = new Map<string, Shared>();

/**
 * Opens the folder with the first operation; the lock is held from then until the last who opened it here has closed.
 * Operations throw VectorStoreError while another process has the folder.
 */
export function openLocalStore(
  folder: string,
  { log = silentLog, clock = systemClock, onDamage, floatsOnDisk = false }: LocalStoreOptions = {},
): VectorStore {
  let holding: Promise<{ path: string; owner: Owner }> | undefined;
  let closed: Promise<void> | undefined;

  async function owner(): Promise<Owner> {
    if (closed !== undefined) throw new VectorStoreError('The vector store is closed.');
    holding ??= share(folder, { log, clock, floatsOnDisk }).catch((error: unknown) => {
      holding = undefined;
      throw error instanceof VectorStoreError
        ? error
        : new VectorStoreError(`The vector store in ${folder} cannot be opened: ${messageOf(error)}`, { cause: error });
    });
    return (await holding).owner;
  }

  const followed = new Map<LocalCollection, () => void>();
  async function collection(name: string): Promise<LocalCollection> {
    const opened = await (await owner()).collection(name);
    if (onDamage && !followed.has(opened)) followed.set(opened, opened.follow(onDamage));
    return opened;
  }

  async function close(): Promise<void> {
    const held = await holding?.catch(() => undefined);
    if (held === undefined) return;
    await held.owner.settled();
    for (const unfollow of followed.values()) unfollow();
    await release(held.path);
  }

  return {
    collection,
    drop: async (name) => (await owner()).drop(name),
    names: async () => (await owner()).names(),
    close: () => (closed ??= close()),
  };
}

async function share(
  folder: string,
  ports: Parameters<typeof takeOwnership>[1],
): Promise<{ path: string; owner: Owner }> {
  makeFolder(resolve(folder));
  const path = await realpath(folder);
  for (;;) {
    const found = shared.get(path);
    if (found?.closing !== undefined) {
      await found.closing;
      continue;
    }
    const entry: Shared = found ?? { users: 0, owner: takeOwnership(path, ports) };
    entry.users++;
    shared.set(path, entry);
    try {
      return { path, owner: await entry.owner };
    } catch (error) {
      if (shared.get(path) === entry) shared.delete(path);
      throw error;
    }
  }
}

async function release(path: string): Promise<void> {
  const entry = shared.get(path);
  if (entry === undefined || --entry.users > 0) return;
  entry.closing = entry.owner.then((owner) => owner.close()).finally(() => shared.delete(path));
  await entry.closing;
}
