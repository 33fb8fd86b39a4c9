/** Imports and deletions are undone: the database is as it was before. */
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { DatabaseError } from '../../../workers/papers/database-error.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { onBothDatabases, record } from './databases.js';

async function put(database: DatabaseManager, name: string, ...papers: Record<string, unknown>[]): Promise<number> {
  const bytes = (): AsyncIterable<string> => Readable.from([JSON.stringify(papers)]);
  return (await importPapers(database, { bytes, format: 'json', name })).import_id;
}

/** All that a person can read of the papers, and what searches find. */
async function dump(database: DatabaseManager): Promise<unknown> {
  const papers = await database.searchPapers();
  const words = await database.searchWords('paper things words', { limit: 1000 });
  const claimed = { collection: 'dump', owner: 'dump', limit: 1000, leaseMs: 1000 };
  const versions = await database.query('select uid, record_hash from papers order by uid');
  await database.claimForEmbedding(claimed);
  return { papers, versions, found: [...words.uids].sort() };
}

const paper = (uid: string, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  record({ uid, title: `Paper ${uid}`, ...changes });

await onBothDatabases((ground) => {
  describe('an import', () => {
    it('is recorded with its counts, newest first', async () => {
      const database = await ground.database();
      await put(database, 'first.json', paper('a'), paper('b'));
      await put(database, 'second.json', paper('a'), paper('b', { abstract: 'New.' }), paper('c'), { title: 'Bad' });
      const [second, first] = await database.importRecords({ limit: 10 });
      expect(first).toMatchObject({ kind: 'import', name: 'first.json', added: 2, updated: 0, canUndo: true });
      expect(second).toMatchObject({ name: 'second.json', added: 1, updated: 1, unchanged: 1, rejected: 1 });
      expect(second?.endedAt).toBeGreaterThanOrEqual(second?.startedAt ?? Infinity);
      expect(await database.importRecords({ limit: 10, id: first?.id ?? 0 })).toEqual([first]);
      expect(await database.importRecords({ limit: 1 })).toEqual([second]);
    });

    it('is undone: its new papers are deleted and the changed ones are as before', async () => {
      const database = await ground.database();
      await put(database, 'first.json', paper('a', { original_id: '007', keywords: ['x', 'y'] }), paper('b'));
      const before = await dump(database);
      const id = await put(
        database,
        'second.json',
        paper('a', { abstract: 'Once.' }),
        paper('c'),
        paper('a', { abstract: 'Twice.', decision: 'oral' }),
      );
      expect(await database.undoConcerns(id)).toEqual({
        ...{ papers: 1, restored: 1, kept: 0, saved: 0, notes: 0 },
        titles: ['Paper c'],
      });
      expect(await database.undoImport(id)).toEqual({ deleted: 1, restored: 1, kept: 0, keptTitles: [], saved: 0 });
      expect(await dump(database)).toEqual(before);
      const [record] = await database.importRecords({ limit: 1 });
      expect(record).toMatchObject({ id, canUndo: false, undoneAt: expect.any(Number) });
    });

    it('keeps papers that a later import has changed, until that one is undone', async () => {
      const database = await ground.database();
      await database.connect();
      const before = await dump(database);
      const first = await put(database, 'first.json', paper('a'), paper('b'));
      const second = await put(database, 'second.json', paper('a', { abstract: 'Later.' }));
      await database.addPaper(paper('b', { award: 'by hand' }));
      expect(await database.undoConcerns(first)).toMatchObject({ papers: 0, restored: 0, kept: 2 });
      const none = { deleted: 0, restored: 0, kept: 0, keptTitles: [], saved: 0 };
      const kept = { kept: 2, keptTitles: ['Paper a', 'Paper b'] };
      expect(await database.undoImport(first)).toEqual({ ...none, ...kept });
      expect(await database.undoImport(second)).toEqual({ ...none, restored: 1 });
      expect(await database.undoImport(first)).toEqual({ ...none, deleted: 1, kept: 1, keptTitles: ['Paper b'] });
      const [, record] = await database.importRecords({ limit: 2 });
      expect(record).toMatchObject({ id: first, canUndo: true, undoneAt: expect.any(Number) });
      await database.deletePapers(['b']);
      expect(await dump(database)).toEqual(before);
    });

    it('leaves the saved papers with their notes', async () => {
      const database = await ground.database();
      const id = await put(database, 'a.json', paper('a'), paper('b'), paper('c'));
      await database.noteSaved({ uid: 'a', note: 'mine' });
      await database.savePaper('b');
      await database.savePaper('c');
      await database.removeSaved('c');
      expect(await database.undoConcerns(id)).toMatchObject({ papers: 3, saved: 2, notes: 1 });
      expect(await database.undoImport(id)).toMatchObject({ deleted: 3, saved: 2 });
      const saved = await database.savedPapers({ from: 0, limit: 10 });
      expect(saved.map(({ paper: { uid }, note, isGone }) => [uid, note, isGone]).sort()).toEqual([
        ['a', 'mine', true],
        ['b', '', true],
      ]);
    });

    it('that is undone while it runs stores no more', async () => {
      const database = await ground.database();
      const running = await database.startImport('slow.json');
      await database.addPapers([paper('a'), paper('b'), paper('c')]);
      const [a, b, c] = await database.getPapersByUids(['a', 'b', 'c']);
      await database.deletePapers(['a', 'b', 'c']);
      await running.storePapers([a, b].filter((one) => one !== undefined));
      expect(await database.undoImport(running.id)).toMatchObject({ deleted: 2 });
      await expect(running.storePapers([c].filter((one) => one !== undefined))).rejects.toThrow(DatabaseError);
      expect(await database.searchPapers()).toEqual([]);
    });

    it('that was interrupted is undone as far as it came, and an interrupted undo goes on', async () => {
      const database = await ground.database();
      const running = await database.startImport('killed.json');
      await database.addPapers(Array.from({ length: 500 }, (_, n) => paper(`p${n}`)));
      const papers = await database.searchPapers();
      await database.deletePapers(papers.map(({ uid }) => uid));
      await running.storePapers(papers);
      expect(await database.importRecords({ limit: 1 })).toMatchObject([{ endedAt: null, added: 500, canUndo: true }]);
      const stop = new AbortController();
      const undoing = database.undoImport(running.id, { signal: stop.signal, progress: () => stop.abort() });
      await expect(undoing).rejects.toThrow();
      const left = (await database.searchPapers()).length;
      expect([left > 0, left < 500]).toEqual([true, true]);
      expect(await database.undoImport(running.id)).toMatchObject({ deleted: left, kept: 0 });
      expect(await database.searchPapers()).toEqual([]);
    });

    it('is forgotten after a year', async () => {
      const database = await ground.database();
      const old = await database.startImport('old.json', { now: Date.now() - 400 * 24 * 3_600_000 });
      await old.end(0);
      await put(database, 'new.json', paper('a'));
      expect((await database.importRecords({ limit: 10 })).map(({ name }) => name)).toEqual(['new.json']);
    });

    it('is forgotten after a thousand others, but not after others that were forgotten themselves', async () => {
      const place = await ground.place();
      const database = await ground.database(place);
      const first = await put(database, 'first.json', paper('a'));
      const fill = `insert into paper_imports (kind, name, started_at)
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 998)
        select 'import', 'feed', ${Date.now()} from numbers`;
      await ground.run(place, fill, "delete from paper_imports where name = 'feed'", fill);
      await put(database, 'second.json', paper('b'));
      expect(await database.importRecords({ limit: 9, id: first })).toMatchObject([{ added: 1, canUndo: true }]);
      expect(await database.importRecords({ limit: 9999 })).toHaveLength(1000);
      await put(database, 'third.json', paper('c'));
      expect(await database.importRecords({ limit: 9, id: first })).toEqual([]);
      expect(await database.importRecords({ limit: 9999 })).toHaveLength(1000);
    });
  });

  describe('a deletion', () => {
    it('deletes a selection, or a conference and year, and is undone', async () => {
      const database = await ground.database();
      await put(database, 'a.json', paper('a'), paper('b', { year: 2023 }), paper('c', { conference: 'OTHER' }));
      const before = await dump(database);
      await database.noteSaved({ uid: 'b', note: 'mine' });
      const slice = { conference: 'CONF', year: 2023 };
      expect(await database.deletionConcerns(slice)).toEqual({ papers: 1, saved: 1, notes: 1, titles: ['Paper b'] });
      const first = await database.deleteWithRecord(slice, { name: 'CONF 2023' });
      expect(first).toEqual({ id: expect.any(Number), deleted: 1, saved: 1 });
      const second = await database.deleteWithRecord({ uids: ['a', 'nobody', 'c', 'a'] }, { name: 'two' });
      expect(second).toMatchObject({ deleted: 2, saved: 0 });
      expect(await database.searchPapers()).toEqual([]);
      const [newest] = await database.importRecords({ limit: 1 });
      expect(newest).toMatchObject({ kind: 'deletion', name: 'two', deleted: 2, canUndo: true });
      expect(await database.deleteWithRecord(slice, { name: 'again' })).toEqual({ id: null, deleted: 0, saved: 0 });
      for (const { id } of [first, second])
        expect(await database.undoImport(id ?? 0)).toMatchObject({ deleted: 0, kept: 0 });
      expect(await dump(database)).toEqual(before);
      expect(await database.savedPapers({ from: 0, limit: 1 })).toMatchObject([{ isGone: false, note: 'mine' }]);
    });

    it('takes the vectors along at the next run', async () => {
      const database = await ground.database();
      const id = await put(database, 'a.json', paper('a'));
      const claim = { collection: 'papers', owner: 'test' };
      const [one] = await database.query('select record_hash from papers');
      await database.embedded({ ...claim, papers: [{ uid: 'a', hash: String(one?.['record_hash']) }] });
      await database.undoImport(id);
      expect(await database.goneFrom('papers', 10)).toEqual(['a']);
    });
  });
});
