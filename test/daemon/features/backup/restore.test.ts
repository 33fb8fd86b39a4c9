/** A restore on a computer where the settings cannot be saved. */
import { expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realBackups } from '../../../contracts/real.js';
import { changed } from '../../../support/backup.js';
import { forEachTest } from '../../../support/opened.js';

const opened = forEachTest(realBackups, (one) => one.close());

it('goes on with the albums, and says that the settings are missing', async () => {
  const { service, folder } = opened;
  const path = join(folder, 'a.zip');
  await writeFile(path, await service.write({ vectors: true }, new AbortController().signal));
  const withSettings = await changed(path, join(folder, 'b.zip'), (_, manifest) => {
    manifest.settings = { print_preset: 'tiles' };
  });
  // A folder cannot be replaced by a file.
  await mkdir(join(folder, 'config.json'));
  const report = await service.restore(withSettings);
  expect(report).toMatchObject({ here: [{ edited: false }], settings: [], others: [{ complete: false }] });
  expect(String(report.others[0]?.sentence)).toMatch(/^The settings were not restored: ./);
});
