import { expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PaperIntake } from '../../../daemon/inbox/paper-intake.js';
import { walk } from '../../../workers/base/files/walk.js';
import type { PaperImport } from '../../../http/resources/papers/service.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('takes what is papers by its name, and no text, which may belong to an album', () => {
  const intake = new PaperIntake({ put: () => Promise.reject(new Error('nothing is put')), kept: '/nowhere' });
  for (const name of ['a.json', 'a.CSV.gz', 'refs.bib', 'a.ris', 'pubmed.nbib', 'a.ciw', 'a.enw', 'a.xml', 'a.db'])
    expect([name, intake.takes(name)]).toEqual([name, true]);
  for (const name of ['savedrecs.txt', 'Lyrics.TXT', 'notes.txt.gz', 'a.mp3', 'json', 'a.json.zip'])
    expect([name, intake.takes(name)]).toEqual([name, false]);
});

it('imports a file of papers with a very long name once, and leaves it in the inbox no more', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(inbox);
  await writeFile(join(inbox, `${'ä'.repeat(120)}.json`), '[]');
  const report = { read: 1, rejected_count: 0, rejected_kinds: [] } as unknown as PaperImport;
  const intake = new PaperIntake({
    put: async ({ bytes }) => {
      for await (const _ of bytes as AsyncIterable<Buffer>);
      return report;
    },
    kept: join(home, 'kept'),
  });
  const [file] = await walk(inbox);
  if (file === undefined) throw new Error('no file');
  const context = { signal: new AbortController().signal, progress: () => undefined };
  await expect(intake.take(file, context)).resolves.toEqual({ taken: 1, reasons: [] });
  expect(await readdir(inbox)).toEqual([]);
  expect(await readdir(join(home, 'kept'))).toEqual([expect.stringMatching(/ä\.json$/)]);
});
