/** Which library is known to be in which folder, kept in the data folder: an empty folder is not taken for it. */
import * as z from 'zod';
import { systemCodeOf } from '../base/errors.js';
import { JsonStore } from '../base/files/json-store.js';

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

type Known = ReadonlyMap<string, string>;

const stored = z.codec(z.record(z.string(), z.unknown()), z.custom<Known>(), {
  decode: (ids) => new Map(Object.entries(ids).flatMap(([path, id]) => (typeof id === 'string' ? [[path, id]] : []))),
  encode: (known) => Object.fromEntries(known),
});

/** For a program that asks once: nothing is kept. */
export function noKnownLibraries(): KnownLibraries {
  const store: Store = {
    value: new Map(),
    update: async (change) => void (store.value = change(store.value)),
  };
  return knownLibraries(store, false);
}

/**
 * @param file JSON: folder → id. One that is broken is kept beside the next.
 * @throws the system's error but ENOENT
 */
export async function openKnownLibraries(file: string): Promise<KnownLibraries> {
  const store = await JsonStore.open<Known>({
    ...{ path: file, schema: stored, fallback: new Map<string, string>(), keepsBroken: true, indent: 2 },
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

/** @param isBroken whether the file could not be used when it was opened */
function knownLibraries(store: Readonly<Store>, isBroken: boolean): KnownLibraries {
  /** Folders of which a person has said that there is none. */
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
