import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPaperDatabaseThere } from '../../../daemon/papers/stores.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

it('a file that a crash left empty is no paper database, so that nothing is read from it', async () => {
  const path = join(folder, 'papers.db');
  await writeFile(path, '');
  expect(isPaperDatabaseThere({ paper_db: path })).toBe(false);
  await writeFile(path, 'anything');
  expect(isPaperDatabaseThere({ paper_db: path })).toBe(true);
});
