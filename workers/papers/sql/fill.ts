/** Fills an index with the papers that existed before it, in the background. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** An index that triggers keep up to date, except for the papers that existed before it. */
export interface Filled {
  /** The key in `paper_settings` of the last uid that was indexed. If the key is missing, the index is complete. */
  readonly setting: string;
  /** Indexes these papers unless they are indexed already. */
  add(db: Kysely<Tables>, uids: readonly string[]): Promise<void>;
}

/** SQLite needs about 20 ms for a batch of this size. Other writers wait that long. */
const papersAtOnce = 100;
/** Milliseconds. */
const restBetween = 10;

/** Call it when an index is created or rebuilt: a running fill then starts again at the first paper. */
export async function noteWhatIsMissing(db: Kysely<Tables>, { setting }: Filled): Promise<void> {
  await sql`insert into paper_settings (name, value) select ${setting}, ''
    where exists (select 1 from papers_folded) on conflict (name) do update set value = ''`.execute(db);
}

export async function isWhole(db: Kysely<Tables>, { setting }: Filled): Promise<boolean> {
  const row = await db.selectFrom('paper_settings').select('name').where('name', '=', setting).executeTakeFirst();
  return row === undefined;
}

/**
 * Indexes the missing papers. Each batch is a transaction that also notes the progress, so a crash or a concurrent fill
 * loses no work. Stops when the signal is aborted.
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
