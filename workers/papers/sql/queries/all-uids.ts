import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { KnownIds } from '../../vectors/found-ids.js';
import type { Tables } from '../tables.js';

/** Uids per query: sorted reading takes about 2 ms. */
const atOnce = 20_000;

/**
 * The uids of all papers in a file, as text. Reads them again after any change to the file. Returns the same object if
 * the uids are the same.
 */
export interface AllUids {
  read(db: Kysely<Tables>): Promise<KnownIds>;
  forget(): void;
}

/** Milliseconds. The uids of a hundred thousand papers take about 2 MB. */
const keptMs = 60_000;

export function createAllUids(): AllUids {
  let kept: { uids: Uids; versions: Map<number, number> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    clearTimeout(timer);
    kept = undefined;
  };
  return {
    async read(db) {
      // Read the version first: a change while the uids are read then gives another version.
      const { connection, version } = await versionOf(db);
      if (kept?.versions.get(connection) === version) return kept.uids;
      const lists = await readLists(db);
      clearTimeout(timer);
      timer = setTimeout(forget, keptMs).unref();
      if (!kept?.uids.isOf(lists)) kept = { uids: new Uids(lists), versions: new Map() };
      kept.versions.set(connection, version);
      return kept.uids;
    },
    forget,
  };
}

class Uids implements KnownIds {
  /** @param lists JSON texts, each sorted */
  constructor(private readonly lists: readonly string[]) {}

  isOf(lists: readonly string[]): boolean {
    return lists.length === this.lists.length && lists.every((list, i) => list === this.lists[i]);
  }

  async set(): Promise<ReadonlySet<string>> {
    const set = new Set<string>();
    for (const part of this.parts()) {
      for (const uid of part) set.add(uid);
      await nextTurn();
    }
    return set;
  }

  *parts(): Generator<readonly string[]> {
    for (const list of this.lists) yield JSON.parse(list) as string[];
  }
}

interface Version {
  /** Which of the reading connections answered. */
  connection: number;
  /** Changes if another connection has changed the file (https://www.sqlite.org/pragma.html#pragma_data_version). */
  version: number;
}

async function versionOf(db: Kysely<Tables>): Promise<Version> {
  const { rows } = await sql<Version>`select connection, data_version as version
    from tonstift_connection, pragma_data_version`.execute(db);
  return rows[0] as Version;
}

async function readLists(db: Kysely<Tables>): Promise<string[]> {
  const lists: string[] = [];
  for (let last = ''; ;) {
    const { rows } = await sql<{ uids: string; count: number; last: string | null }>`
      select json_group_array(uid) as uids, count(*) as count, max(uid) as last
      from (select uid from papers where uid > ${last} order by uid limit ${atOnce})`.execute(db);
    const [part] = rows as [(typeof rows)[number]];
    lists.push(part.uids);
    if (part.count < atOnce) return lists;
    last = part.last as string;
  }
}
