/** Papers that were there before an index of them: taken in while everything else goes on. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** An index that triggers keep up with the papers, but for those that were there before it. */
export interface Filled {
  /** In `paper_settings`: the uid up to which papers were taken in; where there is no such setting, all were. */
  readonly setting: string;
  /** Takes in what is not there yet of these papers. */
  add(db: Kysely<Tables>, uids: readonly string[]): Promise<void>;
}

/** Whoever else writes waits for a batch, which takes SQLite some 20 ms. */
const papersAtOnce = 100;
/** Milliseconds. */
const restBetween = 10;

/** To be called where an index is made, or made again: whoever is at it begins at the first paper. */
export async function noteWhatIsMissing(db: Kysely<Tables>, { setting }: Filled): Promise<void> {
  await sql`insert into paper_settings (name, value) select ${setting}, ''
    where exists (select 1 from papers_folded) on conflict (name) do update set value = ''`.execute(db);
}

export async function isWhole(db: Kysely<Tables>, { setting }: Filled): Promise<boolean> {
  const row = await db.selectFrom('paper_settings').select('name').where('name', '=', setting).executeTakeFirst();
  return row === undefined;
}

/**
 * Takes in what is missing. Each batch is a transaction with the note how far it is: whoever is killed, and whoever
 * else does it at the same time, loses nothing. Ends when the signal is aborted.
 */
export async function fill(db: Kysely<Tables>, index: Filled, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isWhole(db, index))) {
    await db.transaction().execute((transaction) => takeIn(transaction, index));
    await wait(restBetween, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function takeIn(db: Kysely<Tables>, index: Filled): Promise<void> {
  const { setting } = index;
  const settings = db.selectFrom('paper_settings').select('value').where('name', '=', setting);
  const reached = await settings.executeTakeFirst();
  if (reached === undefined) return;
  const next = await db
    .selectFrom('papers_folded')
    .select('uid')
    .where('uid', '>', reached.value)
    .orderBy('uid')
    .limit(papersAtOnce)
    .execute();
  const uids = next.map(({ uid }) => uid);
  const last = uids.at(-1);
  if (last === undefined) {
    await db.deleteFrom('paper_settings').where('name', '=', setting).execute();
    return;
  }
  await index.add(db, uids);
  await db.updateTable('paper_settings').set({ value: last }).where('name', '=', setting).execute();
}
