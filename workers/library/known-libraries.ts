/**
 * Remembers in the data folder which library is in which folder, so that an empty folder is not used as a known
 * library.
 */
import * as z from 'zod/v4';
import { systemCodeOf } from '../base/errors.js';
import { JsonStore } from '../base/files/json-store.js';

export interface KnownLibraries {
  /** Id of the library that was last in a folder; undefined if there never was one. */
  idIn(path: string): string | undefined;
  /**
   * True if the file of known libraries cannot be read, so it is unknown whether this folder had a library. Only a
   * folder with a library's own marker or records is then accepted.
   */
  isInDoubt(path: string): boolean;
  remember(path: string, id: string): Promise<void>;
  /** A person has confirmed that the library in a folder is permanently gone. */
  forget(path: string): Promise<void>;
}

type Known = ReadonlyMap<string, string>;

const stored = z
  .record(z.string(), z.unknown())
  .transform(
    (ids): Known => new Map(Object.entries(ids).flatMap(([path, id]) => (typeof id === 'string' ? [[path, id]] : []))),
  );

/** For a command that checks once: saves nothing. */
export function noKnownLibraries(): KnownLibraries {
  const store: Store = {
    value: new Map(),
    update: async (change) => void (store.value = change(store.value)),
  };
  return knownLibraries(store, false);
}

/**
 * @param file JSON: folder → id. A broken file is kept under another name.
 * @throws the system's error except ENOENT
 */
export async function openKnownLibraries(file: string): Promise<KnownLibraries> {
  const store = await JsonStore.open<Known>({
    ...{ path: file, schema: stored, fallback: new Map<string, string>(), keepsBroken: true, indent: 2 },
    encode: (known) => Object.fromEntries(known),
    onBroken: (_, error) => {
      if (systemCodeOf(error) !== undefined) throw error;
    },
  });
  return knownLibraries(store, store.isBroken);
}

interface Store {
  value: Known;
  update(change: (known: Known) => Known): Promise<void>;
}

/** @param isBroken true if the file could not be used when it was opened */
function knownLibraries(store: Readonly<Store>, isBroken: boolean): KnownLibraries {
  /** Folders for which a person has confirmed that they have no library. */
  const free = new Set<string>();
  return {
    idIn: (path) => store.value.get(path),
    isInDoubt: (path) => isBroken && !store.value.has(path) && !free.has(path),
    remember: (path, id) => store.update((known) => (known.get(path) === id ? known : new Map([...known, [path, id]]))),
    forget: async (path) => {
      await store.update((known) =>
        known.has(path) ? new Map([...known].filter(([other]) => other !== path)) : known,
      );
      free.add(path);
    },
  };
}
