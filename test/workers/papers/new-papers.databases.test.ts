/** Papers by the time when an import has added them. */
import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import type { NewPaperSearch } from '../../../workers/papers/sql/results.js';
import { onBothDatabases, record } from './databases.js';

async function put(database: DatabaseManager, title: string, ...papers: Record<string, unknown>[]): Promise<number> {
  const source = { bytes: () => Readable.from([JSON.stringify(papers)]), format: 'json', title } as const;
  return (await importPapers(database, source)).import_id;
}

const paper = (uid: string, title: string, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  record({ uid, title, ...changes });

await onBothDatabases((ground) => {
  it('are those that an import has added and that are still there, newest import first', async () => {
    const database = await ground.database();
    await put(database, 'old', paper('a', 'Old birds'));
    await database.addPapers([paper('b', 'Birds without an import')]);
    const since = Date.now();
    await new Promise((done) => setTimeout(done, 2));
    const first = await put(database, 'first', paper('a', 'Old birds', { abstract: 'New text.' }), paper('c', 'Birds'));
    const second = await put(database, 'second', paper('d', 'Purple birds'), paper('e', 'Trees', { year: 2025 }));
    const found = async (search: Partial<NewPaperSearch> = {}): Promise<[number, string[]]> => {
      const { count, papers } = await database.newPapers({ since, limit: 10, ...search });
      return [count, papers.map(({ paper: { uid }, importId, importName }) => `${uid} ${importId} ${importName}`)];
    };
    const [c, d, e] = [`c ${first} first`, `d ${second} second`, `e ${second} second`];
    expect(await found()).toEqual([3, [e, d, c]]);
    expect(await found({ limit: 1 })).toEqual([3, [e]]);
    expect(await found({ words: 'bird' })).toEqual([2, [d, c]]);
    expect(await found({ words: 'purple birds' })).toEqual([1, [d]]);
    // As in a search: no paper has the word, so it is the beginning of one.
    expect(await found({ words: 'purpl' })).toEqual([1, [d]]);
    expect(await found({ words: '-birds' })).toEqual([1, [e]]);
    expect(await found({ words: 'birds AND NOT purple' })).toEqual([1, [c]]);
    expect(await found({ words: '" "' })).toEqual([0, []]);
    expect(await found({ years: [2025], conferences: ['CONF'] })).toEqual([1, [e]]);
    expect(await found({ fieldFilters: [{ field: 'title', value: 'REE' }], words: 'things' })).toEqual([1, [e]]);
    expect(await found({ since: Date.now() })).toEqual([0, []]);
    await database.undoImport(second);
    expect(await found()).toEqual([1, [c]]);
  });

  it('the record of an import that has changed nothing can be forgotten', async () => {
    const database = await ground.database();
    const ids = [];
    for (let n = 0; n < 2; n++) ids.push(await put(database, 'feed', paper('a', 'Birds')));
    for (const id of ids) await database.forgetImport(id);
    expect((await database.importRecords({ limit: 9 })).map(({ id }) => id)).toEqual([ids[0]]);
  });
});
