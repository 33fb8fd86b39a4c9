/** How many papers, by conference and year. */
import { describe, expect, it } from '@jest/globals';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { CountSearch, YearCount } from '../../../workers/papers/sql/results.js';
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

    it('refuses what it has no use for', async () => {
      const database = await filled();
      await expect(database.countPapers({ limit: 3 } as CountSearch)).rejects.toThrow(/has no option "limit"/);
    });
  });
});
