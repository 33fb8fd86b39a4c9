import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** So many are looked up one by one in some 5 ms. */
const atOnce = 5000;
/** So many are read in order in some 2 ms. */
const inOrder = 20_000;

/** So many are looked for in a set in some 5 ms. */
const inSet = 50_000;

/** Those of which there is no paper, in no order. Hands texts over, not rows: those take the threads far longer. */
export async function unknownUids(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  uids: readonly string[],
  all: AllUids,
): Promise<string[]> {
  if (kind === 'sqlite' && uids.length > atOnce && (await isMuchOf(db, uids.length))) {
    // Looked for among those of the last time, while it is read whether they still are the same.
    const { last } = all;
    const [known, guessed] = await Promise.all([all.read(db), last && notIn(last, uids)]);
    return guessed !== undefined && known === last ? guessed : notIn(known, uids);
  }
  const unknown: string[] = [];
  for (let at = 0; at < uids.length; at += atOnce) {
    const some = uids.slice(at, at + atOnce);
    const given =
      kind === 'sqlite'
        ? sql`select value as uid from json_each(${JSON.stringify(some)})`
        : sql`select uid from unnest(${some}::text[]) as given (uid)`;
    const { rows } = await sql<{ uid: string }>`select uid from (${given}) as asked
      where not exists (select 1 from papers where papers.uid = asked.uid)`.execute(db);
    unknown.push(...rows.map(({ uid }) => uid));
  }
  return unknown;
}

async function notIn(known: ReadonlySet<string>, uids: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let at = 0; at < uids.length; at += inSet) {
    await nextTurn();
    for (const uid of uids.slice(at, at + inSet)) if (!known.has(uid)) unknown.push(uid);
  }
  return unknown;
}

/** Of a tenth of all to read all is faster than to look each up. */
async function isMuchOf(db: Kysely<Tables>, number: number): Promise<boolean> {
  const { rows } = await sql<{ all: number }>`select count(*) as "all" from papers`.execute(db);
  return number * 10 > (rows[0] as { all: number }).all;
}

/**
 * The uids of all papers. They are read each time, as texts, which takes a few milliseconds in the thread of the
 * database; of texts that are the same as the last time the set is there already.
 */
export interface AllUids {
  /** As they were read the last time; undefined where that is long ago. */
  readonly last: ReadonlySet<string> | undefined;
  read(db: Kysely<Tables>): Promise<ReadonlySet<string>>;
  forget(): void;
}

/** The set of a hundred thousand takes some 10 MB. */
const keptMs = 60_000;

export function createAllUids(): AllUids {
  let kept: { texts: readonly string[]; uids: ReadonlySet<string> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    clearTimeout(timer);
    kept = undefined;
  };
  return {
    get last() {
      return kept?.uids;
    },
    async read(db) {
      const texts = await allTexts(db);
      clearTimeout(timer);
      timer = setTimeout(forget, keptMs).unref();
      if (kept?.texts.length === texts.length && texts.every((text, i) => text === kept?.texts[i])) return kept.uids;
      const uids = new Set<string>();
      for (const text of texts) {
        for (const uid of JSON.parse(text) as string[]) uids.add(uid);
        await nextTurn();
      }
      kept = { texts, uids };
      return uids;
    },
    forget,
  };
}

/** Lists in JSON, in order. */
async function allTexts(db: Kysely<Tables>): Promise<string[]> {
  const texts: string[] = [];
  for (let last = ''; ;) {
    const { rows } = await sql<{ uids: string; count: number; last: string | null }>`
      select json_group_array(uid) as uids, count(*) as count, max(uid) as last
      from (select uid from papers where uid > ${last} order by uid limit ${inOrder})`.execute(db);
    const [part] = rows as [(typeof rows)[number]];
    texts.push(part.uids);
    if (part.count < inOrder) return texts;
    last = part.last as string;
  }
}
