/** How many papers, by conference and year. */
import { describe, expect, it } from '@jest/globals';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { CountSearch, NewPaperSearch, YearCount } from '../../../workers/papers/sql/results.js';
import { onBothDatabases, record } from './databases.js';

await onBothDatabases((ground) => {
  async function filled(): Promise<DatabaseManager> {
    const database = await ground.database();
    const papers = [
      { title: 'Diffusion models of molecules', conference: 'ICLR', year: 2023, session: 'S1' },
      { title: 'A diffusion model', abstract: 'Of sounds.', conference: 'ICLR', year: 2024 },
      { title: 'Parsing', abstract: 'With diffusion.', conference: 'ACL', year: 2024, authors: ['Grace Hopper'] },
      { title: 'Modelling prose', conference: 'acl', year: 2021 },
      { title: 'More prose', conference: 'acl', year: 2021 },
    ];
    const { rejected } = await database.addPapers(papers.map((one) => record(one)));
    expect(rejected).toEqual([]);
    return database;
  }
  const shown = (list: YearCount[]): string => list.map((one) => `${one.year}: ${one.papers}`).join(', ');

  describe('counts', () => {
    it('has all papers, the oldest year first, conferences by name', async () => {
      const database = await filled();
      const all = await database.countPapers();
      expect([all.papers, shown(all.years), all.isWhole]).toEqual([5, '2021: 2, 2023: 1, 2024: 2', true]);
      expect(all.conferences.map((one) => `${one.conference} (${one.papers}) ${shown(one.years)}`)).toEqual([
        'ACL (1) 2024: 1',
        'ICLR (2) 2023: 1, 2024: 1',
        'acl (2) 2021: 2',
      ]);
      expect(await database.countPapers({ words: ' ', years: [], fieldFilters: [] })).toEqual(all);
    });

    it('keeps to what is asked', async () => {
      const database = await filled();
      const cases: [string, CountSearch, string][] = [
        ['all of its words, in any of their forms', { words: 'model of diffusion' }, '2023: 1, 2024: 1'],
        ['one word', { words: 'Diffusion' }, '2023: 1, 2024: 2'],
        ['words in a row', { words: '"models of molecules"' }, '2023: 1'],
        ['the beginning of words', { words: 'mole*' }, '2023: 1'],
        ['nothing but signs', { words: '!?' }, ''],
        ['a word that no paper has', { words: 'diffusion zebra' }, ''],
        ['a conference and years', { conferences: ['ICLR', 'acl'], years: [2021, 2023] }, '2021: 2, 2023: 1'],
        ['a session', { sessions: ['S1'] }, '2023: 1'],
        ['a field, words', { words: 'diffusion', fieldFilters: [{ field: 'authors', value: 'HOPPER' }] }, '2024: 1'],
        ['a keyword', { keyword: 'prose' }, '2021: 2'],
      ];
      const counted = cases.map(async ([what, search]) => [what, shown((await database.countPapers(search)).years)]);
      expect(await Promise.all(counted)).toEqual(cases.map(([what, , years]) => [what, years]));
    });

    it('takes two words with a hyphen as two or as one, and leaves them out together', async () => {
      const database = await ground.database();
      const titles = ['Fine-tuning of speech', 'Finetuning speech', 'Tuning guitars by speech', 'Fine speech'];
      await database.addPapers(titles.map((title) => record({ title })));
      const count = async (words: string): Promise<number> => (await database.countPapers({ words })).papers;
      for (const words of ['fine-tuning', 'fine-tunings', 'speech fine-tuning', 'speech AND fine-tuning'])
        expect([words, await count(words)]).toEqual([words, 2]);
      expect([await count('speech -fine-tuning'), await count('speech NOT fine-tuning')]).toEqual([2, 2]);
      const { uids } = await database.sortedPapers({ words: 'fine-tuning', sort: 'newest', limit: 9 });
      expect(uids).toHaveLength(2);
    });

    it.each([
      ['GPU', 'GPUs'],
      ['matrix', 'matrices'],
      ['bias', 'biases'],
      ['hypothesis', 'hypotheses'],
      ['corpus', 'corpora'],
      ['cache', 'caches'],
      ['index', 'indices'],
      ['index', 'indexes'],
      ['spectrum', 'spectrums'],
      ['spectrum', 'spectra'],
    ])('takes %s for %s and the other way round', async (one, many) => {
      const database = await ground.database();
      await database.addPapers([record({ title: `On the ${one}` }), record({ title: `Of ${many}` })]);
      const count = async (words: string): Promise<number> => (await database.countPapers({ words })).papers;
      expect([await count(one), await count(many)]).toEqual([2, 2]);
    });

    it('takes words as beginnings as a search does, and keeps to what a filter excludes', async () => {
      const database = await filled();
      const count = async (search: CountSearch): Promise<number> => (await database.countPapers(search)).papers;
      expect(await count({ words: 'diffus' })).toBe(3);
      expect(await count({ words: 'prose diffus' })).toBe(0);
      const fieldFilters = [{ field: 'conference', value: 'acl' }] as const;
      expect([await count({ fieldFilters }), await count({ fieldFilters, words: '-parsing' })]).toEqual([3, 2]);
      const all = await count({});
      expect(await count({ words: '-parsing' })).toBe(all - (await count({ words: 'parsing' })));
      // These exclude nothing, so they are words.
      for (const words of ['-the', 'NOT of', '-""', 'NOT ,']) expect(await count({ words })).toBeLessThan(all);
      // A text of only minus signs is pasted.
      expect(await count({ words: '-parsing '.repeat(5000) })).toBe(await count({ words: 'parsing' }));
    });

    it('are those of the sorted lists, with all papers and not only the best', async () => {
      const database = await filled();
      const more = ['B', 'a', 'C'].map((title) =>
        record({ title, abstract: 'Diffusion.', conference: 'NIPS', year: 2024 }),
      );
      await database.addPapers([
        ...more,
        record({ title: 'Z', abstract: 'diffusion', conference: 'NeurIPS 2025', year: 2025 }),
      ]);
      const titles = async (
        sort: 'newest' | 'oldest' | 'venue',
        limit: number,
        words = 'diffusion',
      ): Promise<string> => {
        const { uids } = await database.sortedPapers({ words, sort, limit });
        return (await database.getPapersByUids(uids)).map(({ title }) => title.slice(0, 9)).join(', ');
      };
      expect(await titles('newest', 10)).toBe('Z, Parsing, A diffusi, a, B, C, Diffusion');
      expect(await titles('newest', 5)).toBe('Z, Parsing, A diffusi, a, B');
      expect(await titles('oldest', 2)).toBe('Diffusion, Parsing');
      expect(await titles('venue', 10)).toBe('Parsing, A diffusi, Diffusion, Z, a, B, C');
      expect(await titles('venue', 10, '')).toMatch(/^Parsing, Modelling, More pros/);
      expect(await titles('venue', 10, 'zebra')).toBe('');
    });

    it('refuses what it has no use for', async () => {
      const database = await filled();
      await expect(database.countPapers({ limit: 3 } as CountSearch)).rejects.toThrow(/has no option "limit"/);
      const search = { since: 'now', limit: 3 } as unknown as NewPaperSearch;
      await expect(database.newPapers(search)).rejects.toThrow('since must be a time in milliseconds, not "now".');
    });
  });
});
