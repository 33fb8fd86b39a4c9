/** Papers of former versions whose letters are not composed: an import would store them a second time. */
import type { Kysely } from 'kysely';
import { mendPaper } from '../ingest/mend-paper.js';
import type { Paper } from '../types.js';
import { formerUid, paperUid } from '../uid.js';
import type { Filled } from './fill.js';
import { paperOf } from './rows.js';
import { rowsByUid, rowsReady, writeRows } from './store-papers.js';
import type { Tables } from './tables.js';

export const composedPapers: Readonly<Record<'sqlite' | 'postgres', Filled>> = {
  sqlite: { setting: 'letters_composed', add: (db, uids) => compose(db, 'sqlite', uids) },
  postgres: { setting: 'letters_composed', add: (db, uids) => compose(db, 'postgres', uids) },
};

/** A paper that gets another uid loses its vector. It is embedded again. */
async function compose(db: Kysely<Tables>, kind: 'sqlite' | 'postgres', uids: readonly string[]): Promise<void> {
  const papers = [...(await rowsByUid(db, uids)).values()].map(paperOf);
  const changes = papers.flatMap((former) => {
    const paper = composed(former);
    return paper === undefined ? [] : [{ former: former.uid, paper }];
  });
  if (changes.length === 0) return;
  const renamed = changes.filter(({ former, paper }) => former !== paper.uid);
  // What has come by the new uid since is newer.
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

/** Undefined where its letters are composed. */
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

/** A note on both stays on both: the former one is then a paper that is gone. */
async function moveSaved(db: Kysely<Tables>, former: string, uid: string): Promise<void> {
  const own = await db.selectFrom('saved_papers').select('uid').where('uid', '=', uid).executeTakeFirst();
  if (own === undefined) await db.updateTable('saved_papers').set({ uid }).where('uid', '=', former).execute();
}
