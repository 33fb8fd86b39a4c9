/** Ids of records that were found, and ids that somebody knows: who only counts needs neither as texts. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** One and the same object as long as they are the same ids. */
export interface KnownIds {
  set(): Promise<ReadonlySet<string>>;
  /** Each once, some thousands at a time. */
  parts(): Iterable<readonly string[]>;
}

/** In no order, each once. */
export interface FoundIds {
  readonly count: number;
  ids(): Promise<readonly string[]>;
  /** Those that are not among others. */
  unknownTo(known: KnownIds): Promise<readonly string[]>;
}

/** So many are looked for in a set in some 5 ms. */
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
