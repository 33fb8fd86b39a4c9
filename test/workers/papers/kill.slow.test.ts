import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';

const folder = temporaryFolders();
const root = new URL('../../../', import.meta.url).href;
const papers = 400;

/** Imports the same papers again and again, each time with another text, and says so after each. */
const importer = (path: string, round: number): string => `
  import { DatabaseManager } from '${root}dist/workers/papers/database-manager.js';
  import { importPapers } from '${root}dist/workers/papers/ingest/import-papers.js';
  const database = new DatabaseManager(${JSON.stringify(path)});
  for (let mark = ${round} * 1000; ; mark++) {
    const bytes = (async function* () {
      const abstract = ('A' + mark + ' ').repeat(50);
      const same = { title: 'T' + mark, abstract, authors: ['N' + mark], year: 2020, conference: 'C' };
      for (let at = 0; at < ${papers}; at++) yield JSON.stringify({ uid: 'p' + at, ...same }) + '\\n';
    })();
    const progress = () => process.stdout.write('.');
    await importPapers(database, { bytes, format: 'jsonl' }, { batchSize: 25, progress });
  }`;

it('leaves every record whole when the process is killed in an import', async () => {
  const path = join(await folder(), 'papers.db');
  for (let round = 1; round <= times(4, 10); round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', importer(path, round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let batches = 0;
    const stopAt = 1 + Math.floor(Math.random() * 60);
    child.stdout.on('data', (dots: Buffer) => {
      if ((batches += dots.length) >= stopAt) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    await using database = new DatabaseManager(path);
    const held = await database.searchPapers();
    expect(held.length).toBeGreaterThanOrEqual(Math.min(papers, 25));
    for (const { title, abstract, authors } of held)
      expect([abstract.split(' ', 1)[0], abstract.length, authors[0]]).toEqual([
        title.replace('T', 'A'),
        50 * (title.length + 1),
        title.replace('T', 'N'),
      ]);
    expect(
      await database.query(
        'select count(*) as torn from papers p left join papers_folded f on f.uid = p.uid ' +
          'where f.uid is null or lower(p.title) <> f.title',
      ),
    ).toEqual([{ torn: 0 }]);
    // The import that was killed can be undone: all papers are then of one earlier import, or there are none.
    const [killed] = await database.importRecords({ limit: 1 });
    await database.undoImport(killed?.id ?? 0);
    const titles = (await database.searchPapers()).map(({ title }) => title);
    expect([[0, papers].includes(titles.length), new Set(titles).size <= 1]).toEqual([true, true]);
  }
});
