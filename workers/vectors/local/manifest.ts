/**
 * `manifest.json` of a collection names the shards that count: replacing it is how a change happens, all of it at once.
 */
import { join } from 'node:path';
import { systemCodeOf } from '../../base/errors.js';
import { JsonStore } from '../../base/files/json-store.js';
import { VectorStoreError } from '../types.js';

export interface ShardEntry {
  /** Name of a vectra index file beside the manifest. */
  file: string;
  rows: number;
  bytes: number;
  /** Of the whole file. */
  crc32: number;
}

export interface Manifest {
  format: 1;
  dimension: number | null;
  model: string | null;
  shards: ShardEntry[];
}

export const emptyManifest: Manifest = { format: 1, dimension: null, model: null, shards: [] };

export const manifestFile = 'manifest.json';
export const manifestPath = (folder: string): string => join(folder, manifestFile);

/** Names of shards: numbers that only grow, so that a new version never meets an old one. */
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
    ...{ path, schema: { parse: manifestOf, encode: (manifest) => manifest }, fallback: null },
    onBroken: (why, error) => {
      if (systemCodeOf(error) !== undefined) throw error;
      throw new VectorStoreError(
        `${path} is not a manifest that this version can read (${why}). ` +
          `Put it back from a copy, or move ${folder} away to begin anew.`,
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
  const entry = value as Partial<ShardEntry> | null;
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.file === 'string' &&
    shardNumber(entry.file) !== undefined &&
    isCount(entry.rows) &&
    isCount(entry.bytes) &&
    Number.isSafeInteger(entry.crc32)
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
