/**
 * Composes the letters of papers stored by former versions. Otherwise an import would store such a paper a second time.
 */
import type { Kysely } from 'kysely';
import { mendPaper } from '../../ingest/mend-paper.js';
import type { Paper } from '../../types.js';
import { formerUid, paperUid } from '../../uid.js';
import type { Filled } from '../fill.js';
import { paperOf } from '../rows.js';
import { rowsByUid, rowsReady, writeRows } from '../store-papers.js';
import type { Kind, Tables } from '../tables.js';

export const composedPapers: Readonly<Record<Kind, Filled>> = {
  sqlite: { setting: 'letters_composed', add: (db, uids) => compose(db, 'sqlite', uids) },
  postgres: { setting: 'letters_composed', add: (db, uids) => compose(db, 'postgres', uids) },
};

/** A paper with a new uid loses its vector and is embedded again. */
async function compose(db: Kysely<Tables>, kind: Kind, uids: readonly string[]): Promise<void> {
  const papers = [...(await rowsByUid(db, uids)).values()].map(paperOf);
  const changes = papers.flatMap((former) => {
    const paper = composed(former);
    return paper === undefined ? [] : [{ former: former.uid, paper }];
  });
  if (changes.length === 0) return;
  const renamed = changes.filter(({ former, paper }) => former !== paper.uid);
  // A paper already stored under the new uid is newer.
  const there = await rowsByUid(
    db,
    renamed.map(({ paper }) => paper.uid),
  );
  const coming = changes.filter(({ former, paper }) => former === paper.uid || !there.has(paper.uid));
  await writeRows(
    db,
    kind,
    await rowsReady(
      coming.map(({ paper }) => paper),
      kind,
    ),
  );
  for (const { former, paper } of renamed) {
    await db.deleteFrom('papers').where('uid', '=', former).execute();
    await moveSaved(db, former, paper.uid);
  }
}

/** Returns undefined if the letters are already composed. */
function composed(former: Paper): Paper | undefined {
  const mended = mendPaper({ ...former });
  if ('reason' in mended) return undefined;
  const { paper } = mended;
  const isNamed = former.uid !== formerUid(former);
  const uid = isNamed ? former.uid : paperUid(paper);
  const isSame = uid === former.uid && textOf(former) === textOf(former).normalize('NFC');
  return isSame ? undefined : { ...paper, uid };
}

const textOf = (paper: Paper): string => JSON.stringify({ ...paper, uid: '' });

/** If both are saved, both stay with their notes. The former one then counts as deleted. */
async function moveSaved(db: Kysely<Tables>, former: string, uid: string): Promise<void> {
  const own = await db.selectFrom('saved_papers').select('uid').where('uid', '=', uid).executeTakeFirst();
  if (own !== undefined) return;
  await db.updateTable('saved_papers').set({ uid }).where('uid', '=', former).execute();
  await db.updateTable('saved_lists').set({ uid }).where('uid', '=', former).execute();
}
