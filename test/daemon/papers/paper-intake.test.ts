import { expect, it } from '@jest/globals';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PaperIntake } from '../../../daemon/papers/paper-intake.js';
import { scanInbox } from '../../../daemon/inbox/scan.js';
import { Imports, type ImportParts } from '../../../daemon/inbox/imports.js';
import { walk } from '../../../workers/base/files/walk.js';
import type { PaperImport } from '../../../http/papers/papers/service.js';
import type { PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
const report = { read: 1, rejected_count: 0, rejected_kinds: [] } as unknown as PaperImport;
const context = { signal: new AbortController().signal, progress: () => undefined };

it('takes what is papers by its name, and no text, which may belong to an album', () => {
  const intake = new PaperIntake({ put: () => Promise.reject(new Error('nothing is put')), kept: '/nowhere' });
  for (const name of [
    'a.json',
    'a.CSV.gz',
    'refs.bib',
    'a.ris',
    'pubmed.nbib',
    'a.ciw',
    'a.enw',
    'a.xml',
    'a.db',
    'a.xlsx',
    'a.jsonl.zst',
  ])
    expect([name, intake.takes(name)]).toEqual([name, true]);
  for (const name of [
    'savedrecs.txt',
    'Lyrics.TXT',
    'notes.txt.gz',
    'a.mp3',
    'json',
    'a.json.zip',
    'a.tar.gz',
    'a.txt.xz',
  ])
    expect([name, intake.takes(name)]).toEqual([name, false]);
});

it('imports a file of papers with a very long name once, and leaves it in the inbox no more', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(inbox);
  await writeFile(join(inbox, `${'ä'.repeat(120)}.json`), '[]');
  const intake = new PaperIntake({ put: async () => report, kept: join(home, 'kept') });
  const [file] = await walk(inbox);
  if (file === undefined) throw new Error('no file');
  await expect(intake.take(file, context)).resolves.toEqual({ taken: 1, reasons: [] });
  expect(await readdir(inbox)).toEqual([]);
  expect(await readdir(join(home, 'kept'))).toEqual([expect.stringMatching(/ä\.json$/)]);
});

it('imports a file that cannot be moved once, and again only if it has changed', async () => {
  const home = await folder();
  const [inbox, kept] = [join(home, 'inbox'), join(home, 'kept')];
  await mkdir(inbox);
  let imports = 0;
  const intake = new PaperIntake({ put: async () => (imports++, report), kept });
  const take = async (): Promise<unknown> => {
    const [file] = await walk(inbox);
    if (file === undefined) throw new Error('no file');
    return intake.take(file, context);
  };
  // A file with the name of the folder for imported files prevents every move.
  await writeFile(kept, '');
  await writeFile(join(inbox, 'a.json'), '[]');
  for (let tries = 0; tries < 3; tries++)
    expect(await take()).toEqual({ taken: 1, reasons: [], failure: expect.anything() });
  expect(imports).toBe(1);
  await writeFile(join(inbox, 'a.json'), '[{}]');
  expect(await take()).toMatchObject({ taken: 1, failure: expect.anything() });
  expect(imports).toBe(2);
  await rm(kept);
  expect(await take()).toEqual({ taken: 1, reasons: [] });
  expect([imports, await readdir(inbox), await readdir(kept)]).toEqual([2, [], [expect.stringMatching(/a\.json$/)]]);
});

it('removes a copy that a crash has left half-written', async () => {
  const home = await folder();
  const [inbox, left] = [join(home, 'inbox'), join(home, 'kept', '.tonstift-0123456789ab.tmp')];
  for (const name of ['inbox', 'kept']) await mkdir(join(home, name));
  for (const path of [join(inbox, 'a.json'), left]) await writeFile(path, '[]');
  await utimes(left, 1000, 1000);
  const [file] = await walk(inbox);
  if (file === undefined) throw new Error('no file');
  await new PaperIntake({ put: async () => report, kept: join(home, 'kept') }).take(file, context);
  expect(await readdir(join(home, 'kept'))).toEqual([expect.stringMatching(/ a\.json$/)]);
});

it('says how to give conference and year, also for a file in an archive', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(inbox);
  await writeFile(join(inbox, 'a.zip'), '');
  const [file] = await walk(inbox);
  if (file === undefined) throw new Error('no file');
  const reasonsFor = async (reason: string): Promise<string[]> => {
    const rejected = { ...report, rejected_count: 1, rejected_kinds: [{ reason, count: 1, lines: [1] }] };
    const intake = new PaperIntake({ put: async () => rejected, kept: join(home, 'kept') });
    return (await intake.take(file, context)).reasons.map(String);
  };
  for (const reason of ['year is missing.', 'b.json: year is missing.', 'A: conference is missing.'])
    expect([reason, await reasonsFor(reason)]).toEqual([
      reason,
      [expect.stringContaining(reason), expect.stringContaining('iclr2018.json')],
    ]);
  expect(await reasonsFor('b.json: title is missing; year is missing.')).toHaveLength(1);
});

it('the bytes of a file can be read again after their first reading was broken off', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(inbox);
  const text = 'a'.repeat(200_000) + 'end';
  await writeFile(join(inbox, 'a.json'), text);
  const put = async ({ bytes }: PaperSource): Promise<PaperImport> => {
    if (typeof bytes !== 'function') throw new Error('they can be read only once');
    for await (const piece of bytes()) if (piece.length > 0) break;
    const pieces: Buffer[] = [];
    for await (const piece of bytes()) pieces.push(Buffer.from(piece as Uint8Array));
    expect(Buffer.concat(pieces).toString()).toBe(text);
    return report;
  };
  const intake = new PaperIntake({ put, kept: join(home, 'kept') });
  const [file] = await walk(inbox);
  if (file === undefined) throw new Error('no file');
  await expect(intake.take(file, context)).resolves.toEqual({ taken: 1, reasons: [] });
});

it('one file that cannot be opened does not keep the others of its folder from coming in', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(join(inbox, 'VIS 2024'), { recursive: true });
  for (const name of ['a', 'b', 'c']) await writeFile(join(inbox, 'VIS 2024', `${name}.json`), '[]');
  const put: string[] = [];
  const papers = new PaperIntake({
    put: async (_, name) => {
      put.push(name);
      if (put.length > 1) return report;
      // The next file is another one by the time it is opened.
      const next = entries[0]?.files[1]?.path ?? '';
      await rm(next);
      await symlink('/dev/null', next);
      return report;
    },
    kept: join(home, 'kept'),
  });
  const parts = { inbox, note: () => undefined } as unknown as ImportParts;
  const { entries } = await scanInbox(inbox);
  const [first] = new Imports({ ...parts, papers: () => papers }, () => false).of(entries);
  await expect(first?.run(context)).rejects.toMatchObject({ code: 'not_now' });
  expect(put).toHaveLength(2);
  expect(await readdir(join(home, 'kept'))).toHaveLength(2);
});
