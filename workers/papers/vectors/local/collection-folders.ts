/**
 * The folder of a collection. Its `manifest.json` names its shards: a change happens when that file is replaced, all of
 * it at once.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../../../base/errors.js';
import { JsonStore } from '../../../base/files/json-store.js';
import { portableName } from '../../../base/files/portable-name.js';
import { unlessGone } from '../../../base/files/walk.js';
import { VectorStoreError } from '../types.js';

export interface ShardEntry {
  file: string;
  rows: number;
  bytes: number;
  crc32: number;
}

export interface Manifest {
  format: 1;
  dimension: number | null;
  model: string | null;
  shards: ShardEntry[];
}

export const emptyManifest: Manifest = { format: 1, dimension: null, model: null, shards: [] };

/** The file beside the collections that identifies the store. */
export const identityFile = 'identity';

const manifestFile = 'manifest.json';
export const manifestPath = (folder: string): string => join(folder, manifestFile);

/** Shards are named by numbers that only grow, so that a new shard never replaces another. */
export const shardName = (number: number): string => `${String(number).padStart(6, '0')}.pb`;
export const shardNumber = (name: string): number | undefined =>
  /^\d{6,12}\.pb$/.test(name) ? Number.parseInt(name, 10) : undefined;

/**
 * Null if there is none. A broken one is not replaced: the shards would be lost.
 * @throws VectorStoreError for one that is broken, or of a later version; the system's error
 */
export function openManifest(folder: string): Promise<JsonStore<Manifest | null>> {
  const path = manifestPath(folder);
  return JsonStore.open<Manifest | null>({
    ...{ path, schema: { parse: manifestOf }, fallback: null },
    onBroken: (why, error) => {
      if (systemCodeOf(error) !== undefined) throw error;
      throw new VectorStoreError(
        `${path} is not a manifest that this version can read (${why}). ` +
          `Put it back from a copy, or move ${folder} away to start with an empty collection.`,
      );
    },
  });
}

function manifestOf(stored: unknown): Manifest {
  const { format, dimension, model, shards } = (stored ?? {}) as Partial<Manifest>;
  const whole =
    format === 1 &&
    (dimension === null || isCount(dimension)) &&
    (model === null || typeof model === 'string') &&
    Array.isArray(shards) &&
    shards.every(isEntry) &&
    new Set(shards.map(({ file }) => file)).size === shards.length &&
    (dimension !== null || shards.length === 0);
  if (!whole) throw new Error('it has another form');
  return { format, dimension, model, shards };
}

function isEntry(value: unknown): value is ShardEntry {
  const { file, rows, bytes, crc32 } = (value ?? {}) as Partial<ShardEntry>;
  const isNamed = typeof file === 'string' && shardNumber(file) !== undefined;
  return isNamed && isCount(rows) && isCount(bytes) && Number.isSafeInteger(crc32);
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

export function folderOf(name: string): string {
  if (typeof name !== 'string' || name === '' || !name.isWellFormed())
    throw new VectorStoreError(`A collection's name must be text that is not empty, not ${JSON.stringify(name)}.`);
  const folder = portableName(name);
  if (folder === identityFile)
    throw new VectorStoreError(`A collection in a folder cannot be named "${name}": a file there has this name.`);
  if (folder.length > 200) throw new VectorStoreError(`The collection's name "${name.slice(0, 40)}…" is too long.`);
  return folder;
}

/**
 * Whether a collection is empty, without opening it.
 * @throws VectorStoreError if its manifest cannot be read
 */
export async function isUnused(storeFolder: string, name: string): Promise<boolean> {
  const folder = join(storeFolder, folderOf(name));
  const files = await readdir(folder).catch(unlessGone([]));
  return files.every((file) => file === manifestFile) && !(await openManifest(folder)).value?.shards.length;
}
