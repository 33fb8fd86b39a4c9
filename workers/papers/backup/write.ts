/** Reads papers, saved papers and vectors as the lines of a backup, some at a time. */
import type { DatabaseManager } from '../database-manager.js';
import type { SavedPaper } from '../sql/results.js';
import type { VectorCollection } from '../vectors/types.js';
import { paperLine, savedLine, vectorLine } from './lines.js';

const atOnce = 200;

export async function* paperLines(database: DatabaseManager): AsyncGenerator<string> {
  for await (const papers of database.papersMatching(null, { batchSize: atOnce })) yield papers.map(paperLine).join('');
}

/** Newest first. Removed papers are left out. */
export async function* savedLines(database: DatabaseManager): AsyncGenerator<string> {
  let last: SavedPaper | undefined;
  for (;;) {
    const after = last === undefined ? null : { savedAt: last.savedAt, uid: last.paper.uid };
    const saved = await database.savedPapers({ limit: atOnce, after });
    last = saved.at(-1);
    if (last === undefined) return;
    yield saved.map(savedLine).join('');
  }
}

/** @param notes the name under which the database notes what the collection holds (`embeddingNotes`) */
export async function* vectorLines(
  database: DatabaseManager,
  collection: VectorCollection,
  notes: string,
): AsyncGenerator<string> {
  const { model } = await collection.facts();
  const ids = await collection.ids();
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const records = await collection.get(some, { embeddings: true });
    const hashes = await database.embeddedHashes({ collection: notes, uids: some });
    yield records.map((record) => vectorLine({ record, hash: hashes.get(record.id) ?? null, model })).join('');
  }
}
