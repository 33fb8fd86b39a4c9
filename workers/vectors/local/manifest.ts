/**
 * `manifest.json` of a collection names the shards that count: replacing it is how a change happens, all of it at once.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../../base/errors.js';
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
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest)}\n`;

/** Names of shards: numbers that only grow, so that a new version never meets an old one. */
export const shardName = (number: number): string => `${String(number).padStart(6, '0')}.pb`;
export const shardNumber = (name: string): number | undefined =>
  /^\d{6,12}\.pb$/.test(name) ? Number.parseInt(name, 10) : undefined;

/**
 * Undefined where there is none.
 * @throws VectorStoreError where it is broken, or of a later version
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = manifestPath(folder);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const manifest = parse(text);
  if (manifest === undefined)
    throw new VectorStoreError(
      `${path} is not a manifest that this version can read. ` +
        `Put it back from a copy, or move ${folder} away to begin anew.`,
    );
  return manifest;
}

function parse(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<Manifest> | null;
    const { format, dimension, model, shards } = found ?? {};
    const whole =
      format === 1 &&
      (dimension === null || isCount(dimension)) &&
      (model === null || typeof model === 'string') &&
      Array.isArray(shards) &&
      shards.every(isEntry) &&
      new Set(shards.map(({ file }) => file)).size === shards.length &&
      (dimension !== null || shards.length === 0);
    return whole ? { format, dimension, model, shards } : undefined;
  } catch {
    return undefined;
  }
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
