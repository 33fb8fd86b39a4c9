/** The list of saved papers: on both databases, through everything that happens to a paper. */
import { describe, expect, it } from '@jest/globals';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { onBothDatabases, record } from './databases.js';

const day = 24 * 3_600_000;

const titles = async (database: DatabaseManager): Promise<string[]> =>
  (await database.savedPapers({ from: 0, limit: 100 })).map(({ paper }) => paper.title);

await onBothDatabases((ground) => {
  describe('saved papers', () => {
    const withPapers = async (): Promise<DatabaseManager> => {
      const database = await ground.database();
      await database.addPapers(['a', 'b', 'c'].map((uid) => record({ uid, title: `Title ${uid}` })));
      return database;
    };

    it('are a list, newest first, page by page; saving again changes nothing', async () => {
      const database = await withPapers();
      expect([await database.countSaved(), await titles(database)]).toEqual([0, []]);
      for (const [n, uid] of ['b', 'a', 'c'].entries()) expect(await database.savePaper(uid, 1000 + n)).toBe(true);
      expect(await database.savePaper('b', 9000)).toBe(true);
      expect(await database.savePaper('nobody', 9000)).toBe(false);
      expect(await titles(database)).toEqual(['Title c', 'Title a', 'Title b']);
      const [second] = await database.savedPapers({ from: 1, limit: 1 });
      expect(second).toMatchObject({ paper: { uid: 'a' }, note: '', savedAt: 1001, isGone: false });
      expect(await database.countSaved()).toBe(3);
      expect((await database.savedAmong(['x', 'c'])).map(({ uid, note }) => [uid, note])).toEqual([['c', '']]);
    });

    it('keep a note to the letter, and never one over another that its writer has not seen', async () => {
      const database = await withPapers();
      const note = '  two\n\nlines “ü” 🖊 \t\'"--;\n';
      expect(await database.noteSaved({ uid: 'a', note, seen: '' })).toEqual({ is: 'kept' });
      expect((await database.savedPapers({ from: 0, limit: 1 }))[0]?.note).toBe(note);
      expect(await database.noteSaved({ uid: 'a', note: 'other', seen: '' })).toEqual({ is: 'changed', stored: note });
      expect(await database.noteSaved({ uid: 'a', note, seen: 'gone by' })).toEqual({ is: 'kept' });
      expect(await database.noteSaved({ uid: 'a', note: 'next', seen: note })).toEqual({ is: 'kept' });
      expect(await database.noteSaved({ uid: 'a', note: 'by a program' })).toEqual({ is: 'kept' });
      expect(await database.noteSaved({ uid: 'nobody', note: '' })).toEqual({ is: 'unknown' });
      const two = await Promise.all(
        ['one', 'two'].map((text) => database.noteSaved({ uid: 'b', note: text, seen: '' })),
      );
      expect(two.map(({ is }) => is).sort()).toEqual(['changed', 'kept']);
    });

    it('stay off the list where a note on a paper that was taken off is refused', async () => {
      const database = await withPapers();
      await database.noteSaved({ uid: 'a', note: 'mine' });
      await database.removeSaved('a');
      expect(await database.noteSaved({ uid: 'a', note: 'other', seen: '' })).toEqual({
        is: 'changed',
        stored: 'mine',
      });
      expect([await titles(database), await database.countSaved()]).toEqual([[], 0]);
      expect(await database.noteSaved({ uid: 'a', note: 'other', seen: 'mine' })).toEqual({ is: 'kept' });
      expect(await titles(database)).toEqual(['Title a']);
    });

    it('are taken off, and put back where they were, for 30 days', async () => {
      const database = await withPapers();
      const now = 1e12;
      await database.noteSaved({ uid: 'a', note: 'mine' }, now);
      await database.savePaper('b', now + 1);
      expect([await database.removeSaved('a', now + 2), await database.removeSaved('a', now + 3)]).toEqual([
        true,
        false,
      ]);
      expect(await titles(database)).toEqual(['Title b']);
      expect(await database.removedPapers(10, now + 29 * day)).toMatchObject([{ paper: { uid: 'a' }, note: 'mine' }]);
      expect(await database.removedPapers(10, now + 31 * day)).toEqual([]);
      expect([await database.restoreSaved('a'), await database.restoreSaved('x')]).toEqual([true, false]);
      expect(await titles(database)).toEqual(['Title b', 'Title a']);
      await database.removeSaved('a', now + 4);
      expect(await database.savePaper('a', now + 5)).toBe(true);
      expect(await database.savedPapers({ from: 0, limit: 1 })).toMatchObject([{ paper: { uid: 'a' }, note: 'mine' }]);
      await database.removeSaved('a', now + 6);
      await database.removeSaved('b', now + 40 * day);
      expect(await database.restoreSaved('a')).toBe(false);
    });

    it('survive that their paper is brought up to date, and that it goes', async () => {
      const database = await withPapers();
      await database.noteSaved({ uid: 'a', note: 'mine' });
      await database.addPaper(record({ uid: 'a', title: 'Better' }));
      const now = async () => (await database.savedPapers({ from: 0, limit: 9 }))[0];
      expect(await now()).toMatchObject({ paper: { title: 'Better' }, note: 'mine', isGone: false });
      await database.deletePapers(['a']);
      expect(await now()).toMatchObject({ paper: { uid: 'a', title: 'Title a' }, note: 'mine', isGone: true });
      expect(await database.noteSaved({ uid: 'a', note: 'still' })).toEqual({ is: 'kept' });
      expect([await database.removeSaved('a'), await database.restoreSaved('a')]).toEqual([true, true]);
      await database.addPaper(record({ uid: 'a', title: 'Back' }));
      expect(await now()).toMatchObject({ paper: { title: 'Back' }, note: 'still', isGone: false });
    });
  });
});
