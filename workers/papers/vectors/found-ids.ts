/** Ids of found records, and sets of known ids. A caller that only counts loads neither as text. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The object stays the same as long as the ids do. */
export interface KnownIds {
  set(): Promise<ReadonlySet<string>>;
  /** Yields each id once, a few thousand per part. */
  parts(): Iterable<readonly string[]>;
}

/** Unordered, without duplicates. */
export interface FoundIds {
  readonly count: number;
  ids(): Promise<readonly string[]>;
  /** Returns the ids that are not in `known`. */
  unknownTo(known: KnownIds): Promise<readonly string[]>;
}

/** About 5 ms of set lookups. */
const atOnce = 50_000;

export function foundIds(ids: readonly string[]): FoundIds {
  return {
    count: ids.length,
    ids: async () => ids,
    async unknownTo(known) {
      const set = await known.set();
      const unknown: string[] = [];
      for (let at = 0; at < ids.length; at += atOnce) {
        if (at > 0) await nextTurn();
        for (const id of ids.slice(at, at + atOnce)) if (!set.has(id)) unknown.push(id);
      }
      return unknown;
    },
  };
}
