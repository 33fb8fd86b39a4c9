/** What http relies on of saved papers. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { PaperService } from '../../http/papers/papers/service.js';
import { NoteChanged, type PaperFile, type SavedService } from '../../http/papers/saved/service.js';
import { refuses } from './kit.js';
import { forEachTest } from '../support/opened.js';

const given = { year: 2020, conference: 'ACL', authors: ['Ada L'] };

export interface OpenedSaved {
  saved: SavedService;
  /** Where those that are saved come from; without any. */
  papers: PaperService;
  close(): Promise<void>;
}

export function describeSaved(name: string, open: () => Promise<OpenedSaved>): void {
  describe(`${name} as saved papers`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let saved: SavedService;
    beforeEach(() => void ({ saved } = opened));

    async function put(): Promise<void> {
      const records = ['a', 'b', 'c'].map((uid) => ({ ...given, uid, title: `Title ${uid}` }));
      await opened.papers.import({ bytes: Readable.from([JSON.stringify(records)]), format: 'json' }, 'Papers');
    }
    const uids = async (): Promise<string[]> =>
      (await saved.list({ from: 0, limit: 100 })).map(({ paper }) => paper.uid);
    async function textOf({ pieces }: PaperFile): Promise<string> {
      let text = '';
      for await (const piece of pieces) text += piece;
      return text;
    }

    it('are none where there is no paper', async () => {
      expect([await saved.count(), await uids(), await saved.removed(9), await saved.among(['a'])]).toEqual([
        0,
        [],
        [],
        [],
      ]);
      await refuses(() => saved.save('a'), 'not_found');
      await refuses(() => saved.note('a', ''), 'not_found');
      expect(await textOf(saved.file('bibtex'))).toBe('');
    });

    it('are listed with the newest first, and are told among others', async () => {
      await put();
      for (const uid of ['a', 'b']) await saved.save(uid);
      await saved.save('a');
      expect((await uids()).sort()).toEqual(['a', 'b']);
      expect([await saved.count(), (await saved.list({ from: 1, limit: 5 })).length]).toEqual([2, 1]);
      expect(await saved.among(['c', 'b', 'x'])).toEqual(['b']);
      const [one] = await saved.list({ from: 0, limit: 1 });
      expect(one).toMatchObject({ note: '', is_gone: false, saved_at: expect.stringMatching(/Z$/) as unknown });
      await refuses(() => saved.save('x'), 'not_found');
    });

    it('are taken off with their note, and put back', async () => {
      await put();
      await saved.note('a', ' mine\n');
      await saved.remove('a');
      await refuses(() => saved.remove('a'), 'not_found');
      expect([await uids(), await saved.removed(9)]).toMatchObject([[], [{ paper: { uid: 'a' }, note: ' mine\n' }]]);
      await saved.restore('a');
      await refuses(() => saved.restore('x'), 'not_found');
      expect([await saved.removed(9), await saved.list({ from: 0, limit: 1 })]).toMatchObject([
        [],
        [{ note: ' mine\n' }],
      ]);
    });

    it('never lose a note to somebody who has not seen it', async () => {
      await put();
      await saved.note('a', 'one', '');
      const thrown = await saved.note('a', 'two', '').catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(NoteChanged);
      expect(thrown).toMatchObject({ code: 'conflict', stored: 'one' });
      await saved.note('a', 'two', 'one');
      await saved.note('a', 'three');
      expect((await saved.list({ from: 0, limit: 1 }))[0]?.note).toBe('three');
    });

    it('go out as files, those that are found too, with their notes', async () => {
      await put();
      await saved.note('a', 'mine');
      const all = saved.file('markdown');
      expect([all.ending, all.type]).toEqual(['md', 'text/markdown; charset=utf-8']);
      expect(await textOf(all)).toBe('## Title a\n\nAda L. *ACL 2020*\n\n> mine\n\n');
      const [a] = await saved.list({ from: 0, limit: 1 });
      if (a === undefined) throw new Error('There is none.');
      const found = await saved.fileOf('ris', [{ ...a.paper, uid: 'c' }, a.paper]);
      expect((await textOf(found)).match(/^(TI|N1) .*/gm)).toEqual(['TI  - Title a', 'TI  - Title a', 'N1  - mine']);
      const none = { conferences: [], years: [], sessions: [] };
      const linesOf = async (filter: object): Promise<unknown> =>
        (await textOf(saved.fileOfAll('ris', { ...none, ...filter }))).match(/^(TI|N1) .*/gm);
      expect(await linesOf({})).toEqual(['TI  - Title a', 'N1  - mine', 'TI  - Title b', 'TI  - Title c']);
      for (const name of ['ACL', 'ACL 2020', 'Proceedings of ACL'])
        expect(await linesOf({ conferences: [name], years: [2020] })).toEqual(await linesOf({}));
      for (const other of [{ years: [2021] }, { conferences: ['EMNLP'] }, { sessions: ['Oral'] }])
        expect(await linesOf(other)).toBeNull();
    });

    it('are on lists, read or unread', async () => {
      await put();
      expect(await saved.addToList(['a', 'x', 'c'], 'thesis')).toBe(2);
      await saved.addToList(['a'], 'to cite');
      await saved.markRead('a', true);
      await refuses(() => saved.markRead('b', true), 'not_found');
      const none = { yes: 0, maybe: 0, no: 0 };
      expect(await saved.lists()).toEqual([
        { ...none, name: 'thesis', papers: 2, unread: 1 },
        { ...none, name: 'to cite', papers: 1, unread: 0 },
      ]);
      expect(await saved.list({ from: 0, limit: 9, filter: { list: 'thesis', read: false } })).toMatchObject([
        { paper: { uid: 'c' }, read_at: null, lists: [{ name: 'thesis', decision: null }] },
      ]);
      expect([await saved.count(), await saved.count({ list: 'to cite' }), await saved.find('b')]).toEqual([
        2,
        1,
        undefined,
      ]);
      await saved.renameList('to cite', 'thesis');
      await saved.removeFromList('c', 'thesis');
      await refuses(() => saved.removeFromList('c', 'thesis'), 'not_found');
      expect(await saved.lists()).toMatchObject([{ name: 'thesis', papers: 1 }]);
      await saved.deleteList('thesis');
      await refuses(() => saved.deleteList('thesis'), 'not_found');
      await refuses(() => saved.renameList('thesis', 'x'), 'not_found');
      expect([await saved.lists(), await saved.count()]).toEqual([[], 2]);
    });

    it('are screened, and go out with the decisions of a list', async () => {
      await put();
      await saved.addToList(['a', 'b', 'c'], 'review');
      await saved.decide('review', 'a', 'yes');
      await refuses(() => saved.decide('other', 'a', 'yes'), 'not_found');
      await saved.decide('review', 'b', 'maybe');
      expect(await saved.undoDecision('review')).toBe('b');
      await saved.decide('review', 'b', 'no');
      expect(await saved.lists()).toMatchObject([{ papers: 3, yes: 1, maybe: 0, no: 1 }]);
      const next = await saved.list({ from: 0, limit: 9, filter: { list: 'review', decision: 'none' } });
      expect(next.map(({ paper }) => paper.uid)).toEqual(['c']);
      const tags = (await textOf(saved.file('ris', { list: 'review' }))).match(/^(TI|KW|N1) .*/gm);
      expect(tags).toEqual([
        ...['TI  - Title a', 'KW  - review', 'KW  - included', 'N1  - ASReview_relevant'],
        ...['TI  - Title b', 'KW  - review', 'KW  - excluded', 'N1  - ASReview_irrelevant'],
        ...['TI  - Title c', 'KW  - review', 'N1  - ASReview_not_seen'],
      ]);
      expect(await textOf(saved.file('ris'))).not.toContain('ASReview');
      expect((await textOf(saved.file('csv', { list: 'review' }))).match(/,\w*(?=\r)/g)).toEqual([
        ...[',included', ',1', ',0', ','],
      ]);
    });
  });
}
