/** Fills in the keys of papers that a former version stored. Otherwise an import would not recognize them. */
import type { Kysely } from 'kysely';
import { keysOf } from '../../identity/same-paper.js';
import { fill, type Filled } from '../fill.js';
import { paperOf } from '../rows.js';
import { rowsByUid } from '../store-papers.js';
import type { Tables } from '../tables.js';
import { writeKeys } from './keys.js';

export const identifierKeys: Filled = {
  setting: 'identifiers_filled',
  async add(db, uids) {
    const rows = [...(await rowsByUid(db, uids)).values()];
    await writeKeys(
      db,
      rows.map((row) => ({ uid: row.uid, keys: keysOf(paperOf(row)) })),
    );
  },
};

/** Resolves when all papers have their keys. @throws the signal's reason */
export async function fillKeys(db: Kysely<Tables>, signal?: AbortSignal): Promise<void> {
  await fill(db, identifierKeys, signal ?? new AbortController().signal);
  signal?.throwIfAborted();
}
