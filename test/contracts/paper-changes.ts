/** What http relies on of the record of imports and deletions. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { PaperChangeService } from '../../http/papers/changes/service.js';
import type { PaperService } from '../../http/papers/papers/service.js';
import type { SavedService } from '../../http/papers/saved/service.js';
import { refuses } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedChanges {
  /** Without any. */
  papers: PaperService;
  saved: SavedService;
  changes: PaperChangeService;
  close(): Promise<void>;
}

export function describePaperChanges(name: string, open: () => Promise<OpenedChanges>): void {
  describe(`${name} as the record of imports`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let changes: PaperChangeService;
    beforeEach(() => void ({ changes } = opened));

    async function put(file: string, ...given: Record<string, unknown>[]): Promise<number> {
      const blank = { year: 2020, conference: 'ACL', authors: ['Ada L'] };
      const records = given.map((one) => ({ ...blank, title: one['uid'], ...one }));
      const bytes = Readable.from([JSON.stringify(records)]);
      return (await opened.papers.import({ bytes, format: 'json', name: file }, file)).import_id;
    }
    const count = async (): Promise<number> => (await opened.papers.status()).papers;

    it('is empty where there is no paper', async () => {
      expect(await changes.list()).toEqual([]);
      expect(await changes.delete({ uids: ['a'] })).toEqual({ id: null, deleted: 0, saved: 0 });
      expect(await changes.deletionConcerns({ conference: 'ACL', year: 2020 })).toMatchObject({
        papers: 0,
        titles: [],
      });
      await refuses(() => changes.undo(1), 'not_found');
      await refuses(() => changes.undoConcerns(1), 'not_found');
    });

    it('undoes an import, and says before what that does', async () => {
      await put('first.jsonl', { uid: 'a' });
      const id = await put('second.jsonl', { uid: 'a', abstract: 'Other.' }, { uid: 'b' }, { uid: 'c' });
      expect(await changes.list()).toMatchObject([
        { id, kind: 'import', name: 'second.jsonl', added: 2, updated: 1, undone_at: null, can_undo: true },
        { name: 'first.jsonl', added: 1, updated: 0, can_undo: true },
      ]);
      await opened.saved.note('b', 'mine');
      expect(await changes.undoConcerns(id)).toMatchObject({
        ...{ import: { id, name: 'second.jsonl' }, papers: 2, restored: 1, kept: 0, saved: 1, notes: 1 },
        titles: ['b', 'c'],
      });
      const undone = { id, deleted: 2, restored: 1, kept: 0, kept_titles: [], saved: 1 };
      expect(await changes.undo(id)).toEqual(undone);
      expect(await count()).toBe(1);
      expect((await opened.papers.record('a')).abstract).toBe('');
      expect(await changes.undo(id)).toEqual({ ...undone, deleted: 0, restored: 0, saved: 0 });
      expect((await changes.list())[0]).toMatchObject({ id, can_undo: false, undone_at: expect.any(String) });
    });

    it('lists an import without a file name under its title', async () => {
      const bytes = Readable.from([JSON.stringify([{ title: 'On pens', year: 2020, conference: 'ACL' }])]);
      await opened.papers.import({ bytes, format: 'json', name: '' }, 'Papers by hand');
      expect(await changes.list()).toMatchObject([{ name: 'Papers by hand' }]);
    });

    it('deletes papers by uid or by conference and year, and gives them back', async () => {
      await put('a.jsonl', { uid: 'a' }, { uid: 'b', year: 2021 }, { uid: 'c', conference: 'EMNLP' });
      await opened.saved.save('b');
      const slice = { conference: 'ACL', year: 2021 };
      expect(await changes.deletionConcerns(slice)).toEqual({ papers: 1, saved: 1, notes: 0, titles: ['b'] });
      expect(await changes.delete(slice)).toMatchObject({ deleted: 1, saved: 1 });
      const { id, ...done } = await changes.delete({ uids: ['a', 'nobody', 'c'] });
      expect(done).toEqual({ deleted: 2, saved: 0 });
      expect(await count()).toBe(0);
      expect(await changes.list()).toMatchObject([{ id, kind: 'deletion', deleted: 2 }, { deleted: 1 }, { added: 3 }]);
      expect(await changes.undo(id ?? 0)).toMatchObject({ deleted: 0, restored: 2 });
      expect(await count()).toBe(2);
      expect((await opened.saved.list({ from: 0, limit: 9 })).map(({ is_gone: isGone }) => isGone)).toEqual([true]);
    });

    it('offers the conferences to delete as the papers name them', async () => {
      expect(await changes.deletionChoices()).toMatchObject({ conferences: [], years: [] });
      const long = 'Advances in Neural Information Processing Systems 33';
      await put('a.jsonl', { uid: 'a', conference: long }, { uid: 'b', conference: 'NeurIPS' });
      const { conferences, years } = await changes.deletionChoices();
      expect([conferences, years]).toEqual([[long, 'NeurIPS'], [2020]]);
      expect((await opened.papers.status()).conferences).toEqual(['NeurIPS']);
      expect(await changes.delete({ conference: 'NeurIPS', year: 2020 })).toMatchObject({ deleted: 1 });
      expect(await changes.deletionConcerns({ conference: long, year: 2020 })).toMatchObject({ papers: 1 });
    });

    it('merges papers that are stored twice, if some are', async () => {
      await put('a.jsonl', { uid: 'a', title: 'On the pens of old', doi: '10.5555/a' }, { uid: 'b', title: 'Other' });
      expect(await changes.duplicates()).toEqual([]);
      expect(await changes.merge([])).toEqual({ id: null, groups: 0, deleted: 0, saved: 0 });
      expect(await changes.list()).toHaveLength(1);
    });
  });
}
