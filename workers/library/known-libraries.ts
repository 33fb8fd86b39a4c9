/** Which library is known to be in which folder, kept in the data folder: an empty folder is not taken for it. */
import { readFile, rename } from 'node:fs/promises';
import { createMutex } from '../base/async/mutex.js';
import { systemCodeOf } from '../base/errors.js';
import { writeDurably } from '../base/files/durable.js';
import { isRecord } from '../base/input/record.js';

export interface KnownLibraries {
  /** Id of the library that was last in a folder; undefined where there never was one. */
  idIn(path: string): string | undefined;
  /**
   * Whether it cannot be told if there ever was one, since what was known cannot be read: only what says of itself that
   * it is a library is taken for one.
   */
  isInDoubt(path: string): boolean;
  remember(path: string, id: string): Promise<void>;
  /** A person has said that the library in a folder is gone for good. */
  forget(path: string): Promise<void>;
}

/** Of a program that asks once. */
export function noKnownLibraries(): KnownLibraries {
  return knownLibraries(new Map(), async () => undefined, false);
}

/**
 * @param file JSON: folder → id. One that is broken is kept beside the next.
 * @throws the system's error but ENOENT
 */
export async function openKnownLibraries(file: string): Promise<KnownLibraries> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return '{}';
  });
  const known = new Map<string, string>();
  const found = parsed(text);
  for (const [path, id] of Object.entries(found ?? {})) if (typeof id === 'string') known.set(path, id);
  let isBroken = found === undefined;
  const save = async (all: ReadonlyMap<string, string>): Promise<void> => {
    if (isBroken) await rename(file, `${file}.broken-${Date.now()}`);
    isBroken = false;
    await writeDurably(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  };
  return knownLibraries(known, save, isBroken);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function knownLibraries(
  found: ReadonlyMap<string, string>,
  save: (all: ReadonlyMap<string, string>) => Promise<void>,
  isBroken: boolean,
): KnownLibraries {
  let known = found;
  /** Folders of which a person has said that there is none. */
  const free = new Set<string>();
  const turns = createMutex();
  /** Known is what is on the disk: after a save that failed the next one is not taken for needless. */
  const become = async (next: ReadonlyMap<string, string>): Promise<void> => {
    await save(next);
    known = next;
  };
  return {
    idIn: (path) => known.get(path),
    isInDoubt: (path) => isBroken && !known.has(path) && !free.has(path),
    remember: (path, id) =>
      turns.run(async () => {
        if (known.get(path) !== id) await become(new Map([...known, [path, id]]));
      }),
    forget: (path) =>
      turns.run(async () => {
        if (known.has(path)) await become(new Map([...known].filter(([other]) => other !== path)));
        free.add(path);
      }),
  };
}
