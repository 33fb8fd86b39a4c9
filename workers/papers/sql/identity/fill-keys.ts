/** Fills in the keys of papers that a former version stored. Otherwise an import would not recognize them. */
import type { Kysely } from 'kysely';
import { keysOf } from '../../identity/same-paper.js';
import { fill, type Filled } from '../fill.js';
import { paperOf } from '../rows.js';
import { rowsByUid } from '../store-papers.js';
import type { Kind, Tables } from '../tables.js';
import { writeKeys } from './keys.js';

const keysFor = (kind: Kind): Filled => ({
  setting: 'identifiers_filled',
  async add(db, uids) {
    const rows = [...(await rowsByUid(db, uids)).values()];
    await writeKeys(
      db,
      kind,
      rows.map((row) => ({ uid: row.uid, keys: keysOf(paperOf(row)) })),
    );
  },
});

export const identifierKeys: Readonly<Record<Kind, Filled>> = {
  sqlite: keysFor('sqlite'),
  postgres: keysFor('postgres'),
};

/** Resolves when all papers have their keys. @throws the signal's reason */
export async function fillKeys(db: Kysely<Tables>, kind: Kind, signal?: AbortSignal): Promise<void> {
  await fill(db, identifierKeys[kind], signal ?? new AbortController().signal);
  signal?.throwIfAborted();
}
