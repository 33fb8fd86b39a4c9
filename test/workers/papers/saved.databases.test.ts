/** The list of saved papers: on both databases, through everything that happens to a paper. */
import { describe, expect, it } from '@jest/globals';
import { readers } from '../../../workers/papers/backup/lines.js';
import { savedLines } from '../../../workers/papers/backup/write.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { SavedCopy, SavedFilter } from '../../../workers/papers/sql/results.js';
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

  describe('lists of saved papers', () => {
    const withLists = async (): Promise<DatabaseManager> => {
      const database = await ground.database();
      await database.addPapers(['a', 'b', 'c'].map((uid) => record({ uid, title: `Title ${uid}` })));
      expect(await database.addToList(['c', 'x', 'a'], 'thesis', 1000)).toBe(2);
      expect(await database.addToList(['a', 'a'], 'to cite', 2000)).toBe(1);
      return database;
    };
    const uids = async (database: DatabaseManager, filter: SavedFilter): Promise<string[]> => {
      const found = (await database.savedPapers({ from: 0, limit: 9, filter })).map(({ paper: { uid } }) => uid);
      expect(await database.countSaved(filter)).toBe(found.length);
      return found;
    };
    const counts = { papers: 1, unread: 1, yes: 0, no: 0, maybe: 0 };

    it('save their papers in order, are counted, and find them with what is unread', async () => {
      const database = await withLists();
      expect(await database.savedLists()).toEqual([
        { ...counts, list: 'thesis', papers: 2, unread: 2 },
        { ...counts, list: 'to cite' },
      ]);
      expect(await uids(database, { list: 'thesis' })).toEqual(['c', 'a']);
      expect([await database.markRead('c', true, 5000), await database.markRead('c', true, 6000)]).toEqual([
        true,
        true,
      ]);
      expect(await database.markRead('b', true)).toBe(false);
      expect((await database.savedPaper('c'))?.readAt).toBe(5000);
      expect(await uids(database, { list: 'thesis', isRead: false })).toEqual(['a']);
      expect(await uids(database, { isRead: true })).toEqual(['c']);
      await database.markRead('c', false);
      expect(await uids(database, { isRead: true })).toEqual([]);
    });

    it('are renamed, united and deleted without losing a paper or a decision', async () => {
      const database = await withLists();
      await database.decide({ list: 'to cite', uid: 'a', decision: 'yes' }, 3000);
      expect([await database.renameList('thesis', 'to cite'), await database.renameList('thesis', 'x')]).toEqual([
        true,
        false,
      ]);
      expect(await database.savedLists()).toEqual([{ ...counts, list: 'to cite', papers: 2, unread: 2, yes: 1 }]);
      expect([await database.removeFromList('c', 'to cite'), await database.removeFromList('c', 'to cite')]).toEqual([
        true,
        false,
      ]);
      expect([await database.deleteList('to cite'), await database.deleteList('to cite')]).toEqual([true, false]);
      expect([await database.savedLists(), await uids(database, {})]).toEqual([[], ['c', 'a']]);
    });

    it('are screened one by one, each list for itself, and the last decision is taken back first', async () => {
      const database = await withLists();
      expect(await database.decide({ list: 'thesis', uid: 'c', decision: 'no' }, 3000)).toBe(true);
      expect(await database.decide({ list: 'thesis', uid: 'b', decision: 'no' }, 3000)).toBe(false);
      expect(await uids(database, { list: 'thesis', decision: 'none' })).toEqual(['a']);
      await database.decide({ list: 'thesis', uid: 'a', decision: 'maybe' }, 4000);
      expect(await uids(database, { list: 'to cite', decision: 'none' })).toEqual(['a']);
      expect(await uids(database, { decision: 'maybe' })).toEqual(['a']);
      expect([await database.undoDecision('thesis'), await database.undoDecision('thesis')]).toEqual(['a', 'c']);
      expect(await database.undoDecision('thesis')).toBeUndefined();
    });

    it('stay with a paper that is removed and restored, deleted, and given back', async () => {
      const database = await withLists();
      await database.decide({ list: 'thesis', uid: 'a', decision: 'yes' }, 3000);
      await database.removeSaved('a', 4000);
      expect(await database.decide({ list: 'thesis', uid: 'a', decision: 'no' }, 4000)).toBe(false);
      expect((await database.savedLists()).map(({ list, papers }) => [list, papers])).toEqual([['thesis', 1]]);
      await database.restoreSaved('a');
      const { id } = await database.deleteWithRecord({ uids: ['a'] }, { name: 'a' });
      const entry = {
        isGone: true,
        lists: [
          { list: 'thesis', decision: 'yes' },
          { list: 'to cite', decision: null },
        ],
      };
      expect(await database.savedPaper('a')).toMatchObject(entry);
      await database.undoImport(id ?? 0);
      expect(await database.savedPaper('a')).toMatchObject({ ...entry, isGone: false });
      await database.removeSaved('a', 5000);
      await database.removeSaved('c', 5000 + 31 * day);
      await database.savePaper('a');
      expect((await database.savedPaper('a'))?.lists).toEqual([]);
    });

    it('are united where duplicates become one paper, which is listed once until the merge is undone', async () => {
      const database = await ground.database();
      const doi = '10.1/x';
      await database.addPapers(['a', 'b'].map((uid) => record({ uid, title: 'The one paper of both', doi })));
      await database.addToList(['a', 'b'], 'review');
      await database.noteSaved({ uid: 'a', note: 'mine' });
      await database.addToList(['b'], 'thesis');
      await database.decide({ list: 'review', uid: 'b', decision: 'yes' });
      await database.markRead('b', true, 5000);
      const merged = await database.mergeDuplicates([], { name: 'merge' });
      expect(merged).toMatchObject({ groups: 1, saved: 0 });
      expect(await uids(database, {})).toEqual(['a']);
      const lists = [
        { list: 'review', decision: 'yes' },
        { list: 'thesis', decision: null },
      ];
      expect(await database.savedPaper('a')).toMatchObject({ readAt: 5000, lists });
      await database.undoImport(merged.id ?? 0);
      expect(await uids(database, {})).toEqual(['a', 'b']);
      expect(await database.savedPaper('b')).toMatchObject({ isGone: false, lists });
    });

    it('are in a backup, and a restore adds what is missing', async () => {
      const [from, to] = [await withLists(), await ground.database()];
      await from.decide({ list: 'thesis', uid: 'a', decision: 'yes' }, 3000);
      await from.markRead('a', true, 4000);
      const lines: string[] = [];
      for await (const line of savedLines(from)) lines.push(line);
      const copies = lines
        .join('')
        .trim()
        .split('\n')
        .map((line) => readers.saved(JSON.parse(line)));
      await to.connect();
      await to.addPaper(record({ uid: 'a', title: 'Title a' }));
      await to.addToList(['a'], 'own');
      expect(await to.addSavedCopies(copies as SavedCopy[])).toEqual({ added: 1, others: 0 });
      expect(await to.savedPaper('a')).toMatchObject({
        readAt: 4000,
        lists: [
          { list: 'own' },
          { list: 'thesis', decision: 'yes', decidedAt: 3000 },
          { list: 'to cite', decision: null },
        ],
      });
      const {
        read_at: _,
        lists: __,
        ...former
      } = JSON.parse(lines.join('').split('\n')[0] ?? '') as Record<string, unknown>;
      expect(readers.saved(former)).toMatchObject({ readAt: null, lists: [] });
    });

    it('of a strange backup lose at most their own record', async () => {
      const database = await withLists();
      const entry = (list: string) => ({ list, decision: null, decided_at: null });
      const copies = [[entry('x'), entry('x')], [entry('x\0')], [entry('字'.repeat(1000))]].map((lists, n) =>
        readers.saved({ paper: record({ uid: `s${n}`, title: 'T' }), note: '', saved_at: 1, lists }),
      );
      expect(copies.map((copy) => copy?.lists.length)).toEqual([1, undefined, undefined]);
      const noted = readers.saved({ paper: record({ uid: 's', title: 'T' }), note: '\0', saved_at: 1 });
      expect(noted).toBeUndefined();
      const late = { paper: record({ uid: 's', title: 'T' }), note: '', saved_at: 1 };
      const tooLate = 8.64e15 + 1;
      expect(readers.saved({ ...late, read_at: tooLate - 1 })).toMatchObject({ readAt: tooLate - 1 });
      for (const wrong of [{ saved_at: tooLate }, { read_at: tooLate }])
        expect(readers.saved({ ...late, ...wrong })).toBeUndefined();
      expect(await database.addSavedCopies(copies.slice(0, 1) as SavedCopy[])).toEqual({ added: 1, others: 0 });
    });
  });
});
