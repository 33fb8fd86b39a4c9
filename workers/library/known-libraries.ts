/** Which library is known to be in which folder, kept in the data folder: an empty folder is not taken for it. */
import { readFile } from 'node:fs/promises';
import { systemCodeOf } from '../base/errors.js';
import { writeDurably } from '../base/files/durable.js';
import { isRecord } from '../base/input/record.js';

export interface KnownLibraries {
  /** Id of the library that was last in a folder; undefined where there never was one. */
  idIn(path: string): string | undefined;
  remember(path: string, id: string): Promise<void>;
  /** A person has said that the library in a folder is gone for good. */
  forget(path: string): Promise<void>;
}

/** Of a program that asks once. */
export function noKnownLibraries(): KnownLibraries {
  return knownLibraries(new Map(), async () => undefined);
}

/** @param file JSON: folder → id. What cannot be read is nothing known. @throws the system's error but ENOENT */
export async function openKnownLibraries(file: string): Promise<KnownLibraries> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return '{}';
  });
  const known = new Map<string, string>();
  for (const [path, id] of Object.entries(parsed(text))) if (typeof id === 'string') known.set(path, id);
  return knownLibraries(known, (all) => writeDurably(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`));
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function knownLibraries(
  known: Map<string, string>,
  save: (all: ReadonlyMap<string, string>) => Promise<void>,
): KnownLibraries {
  return {
    idIn: (path) => known.get(path),
    async remember(path, id) {
      if (known.get(path) === id) return;
      known.set(path, id);
      await save(known);
    },
    async forget(path) {
      if (known.delete(path)) await save(known);
    },
  };
}
