/** Finishes imports after a crash, and on a full or broken disk: no file is lost. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdir, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walk } from '../../../workers/base/files/walk.js';
import { silentLog } from '../../../workers/base/ports.js';
import { completeImports } from '../../../workers/import/complete.js';
import { importBatch } from '../../../workers/import/import.js';
import type { Batch, ImportContext } from '../../../workers/import/types.js';
import { Library } from '../../../workers/library/library.js';
import type { AlbumRecord, PendingImport } from '../../../workers/library/types.js';
import { mp3 } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { openFiles } from '../../support/open-files.js';
import { zipOf } from '../../support/zip.js';
import { addToAlbum, batchOf, libraryIn } from './folder.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();
let inbox: string;
let library: Library;
let logged: string[];
let context: ImportContext;

beforeEach(async () => {
  const home = await folder();
  inbox = join(home, 'inbox');
  await mkdir(join(inbox, 'CD'), { recursive: true });
  for (const n of [1, 2]) await writeFile(join(inbox, 'CD', `${n}.mp3`), await mp3({ offset: n * 9 }));
  const recorded = recordedLog('warn', 'error');
  logged = recorded.logged;
  context = await libraryIn(join(home, 'library'), recorded.log);
  library = context.library;
});

const batch = async (): Promise<Batch> => ({
  ...(await batchOf(inbox)),
  files: await walk(inbox, { within: 'CD' }),
});
const options = () => ({ log: context.log, given: [inbox] });

/** The power fails when the records are on the disk, and nothing is moved yet. */
async function whenRecorded(work: () => Promise<unknown>, then = async (): Promise<void> => undefined): Promise<void> {
  const change = library.change.bind(library);
  const verify = library.verify.bind(library);
  library.change = async (next) => {
    await change(next);
    await then();
    library.change = change;
    library.verify = () => Promise.reject(new Error('the power fails'));
  };
  await expect(work()).rejects.toThrow('the power fails');
  library.verify = verify;
}

async function cutOff(): Promise<AlbumRecord> {
  const given = await batch();
  await whenRecorded(() => importBatch(given, context));
  const [album] = library.albums;
  if (album === undefined) throw new Error('no album');
  return album;
}
const staged = ({ pending }: AlbumRecord): string => join(library.stagingFolder, pending?.staging ?? '');
const names = async (): Promise<string[]> => (await readdir(join(inbox, 'CD'))).sort();

it('leaves no folder open where it cannot move them', async () => {
  await writeFile(join(inbox, 'CD/booklet.txt'), 'words');
  const album = await cutOff();
  const before = openFiles();
  await mkdir(library.folderOf(album));
  await writeFile(join(library.folderOf(album), 'extras'), 'a file of someone else');
  await completeImports(library, options());
  expect([logged.length, openFiles()]).toEqual([1, before]);
  await rm(join(library.folderOf(album), 'extras'));
  await completeImports(library, options());
  expect(await readdir(join(library.folderOf(album), 'extras'))).toEqual(['booklet.txt']);
});

describe('an incomplete copy', () => {
  it('is copied again from its source, and the broken file is kept', async () => {
    const album = await cutOff();
    const whole = await readFile(join(inbox, 'CD/1.mp3'));
    // As a new copy, not a second name of the source.
    await rm(join(staged(album), '1.mp3'));
    await writeFile(join(staged(album), '1.mp3'), whole.subarray(0, 100));
    await completeImports(library, options());
    const home = library.folderOf(album);
    expect(await readFile(join(home, '1.mp3'))).toEqual(whole);
    expect((await readdir(home)).filter((name) => name.startsWith('1.mp3.broken-'))).toHaveLength(1);
    expect([await names(), library.albums[0]?.tracks.length, library.albums[0]?.pending, logged]).toEqual([
      [],
      2,
      null,
      [],
    ]);
  });

  it('whose source has changed is removed from the record, so that the source is imported again', async () => {
    const album = await cutOff();
    await rm(join(staged(album), '1.mp3'));
    await writeFile(join(staged(album), '1.mp3'), 'spoiled');
    await appendFile(join(inbox, 'CD/1.mp3'), await mp3({ offset: 99 }));
    await completeImports(library, options());
    expect(library.albums[0]).toMatchObject({ tracks: [{ filename: '2.mp3', track_number: 1 }], pending: null });
    expect([await names(), logged]).toEqual([['1.mp3'], [expect.stringContaining('1.mp3 of album 920 was lost')]]);
    const again = await importBatch(await batch(), context);
    expect([again.albums.length, again.duplicates, await names()]).toEqual([1, [], []]);
  });

  it('fails an import that keeps its sources', async () => {
    const given = { ...(await batch()), giveAway: false, refuseDuplicates: false };
    const change = library.change.bind(library);
    library.change = async (next) => {
      await change(next);
      library.change = change;
      const [name = ''] = await readdir(library.stagingFolder).then((all) => all.filter((one) => !/^zip-/.test(one)));
      await truncate(join(library.stagingFolder, name, '1.mp3'), 9);
      await rm(join(inbox, 'CD/1.mp3'));
    };
    await expect(importBatch(given, context)).rejects.toMatchObject({ code: 'not_now' });
    expect(library.albums[0]).toMatchObject({ tracks: [{ filename: '2.mp3' }], pending: null });
  });
});

it('an album whose files are away gets no others, because its record would lose them', async () => {
  const { albums } = await importBatch(await batch(), context);
  const { folder: name = '' } = albums[0] ?? {};
  await library.changeAlbum(name, (one) => ({ ...one, printed: [{ oid: one.oid, at: 1, by: 'page' }] }));
  await writeFile(join(inbox, 'CD/3.mp3'), await mp3({ offset: 77 }));
  const [home, away] = [join(library.albumsFolder, name), join(inbox, '../away')];
  await rename(home, away);
  await expect(addToAlbum(name, await batch(), context)).rejects.toMatchObject({
    ...{ code: 'not_now', message: expect.stringContaining('no longer in the library') },
  });
  await rename(away, home);
  await addToAlbum(name, await batch(), context);
  expect([library.inFolder(name)?.tracks.length, await names()]).toEqual([3, []]);
});

describe('an import that cannot be finished', () => {
  it('blocks only its album, and its sources are not taken for duplicates', async () => {
    const album = await cutOff();
    // A file where its folder has to be.
    await writeFile(library.folderOf(album), 'in the way');
    const other = await library.change((data) => data).then(() => library.albums.length);
    await completeImports(library, options());
    expect([other, logged]).toEqual([1, [expect.stringContaining('album 920 could not be completed')]]);
    expect(library.albums[0]?.pending).not.toBeNull();
    await expect(importBatch(await batch(), context)).rejects.toMatchObject({ code: 'not_now' });
    await expect(addToAlbum(album.folder, await batch(), context)).rejects.toMatchObject({ code: 'not_now' });
    expect(await names()).toEqual(['1.mp3', '2.mp3']);
    await rm(library.folderOf(album));
    await completeImports(library, options());
    expect([await names(), library.albums[0]?.pending]).toEqual([[], null]);
  });

  it('for any error of the system is logged', async () => {
    await cutOff();
    const change = library.changeAlbum.bind(library);
    library.changeAlbum = () => Promise.reject(Object.assign(new Error('no permission'), { code: 'EACCES' }));
    await completeImports(library, options());
    expect(logged).toEqual([expect.stringContaining('no permission')]);
    library.changeAlbum = change;
  });
});

describe('records that have lost an import', () => {
  it('do not list tracks in its staging folder, which is kept', async () => {
    const { albums } = await importBatch(await batch(), context);
    const { folder: name = '' } = albums[0] ?? {};
    await writeFile(join(inbox, 'CD/3.mp3'), await mp3({ offset: 77 }));
    const given = await batch();
    await whenRecorded(
      () => addToAlbum(name, given, context),
      () => library.keepFacts(),
    );
    await library.close();
    await writeFile(join(library.path, 'library.json'), 'x');
    for (const left of ['library.json.bak', 'backups']) await rm(join(library.path, left), { recursive: true });
    const again = await Library.open(library.path, context.log);
    expect(again.albums[0]).toMatchObject({ tracks: [{}, {}], pending: null });
    const [kept = ''] = await readdir(again.stagingFolder);
    expect([kept.startsWith('kept-'), await readdir(join(again.stagingFolder, kept))]).toEqual([true, ['3.mp3']]);
    expect(logged).toContainEqual(expect.stringContaining(`staging/${kept}: the records do not list it`));
    await again.close();
    expect(await readdir((await Library.open(library.path, silentLog)).stagingFolder)).toEqual([kept]);
  });
});

it('a ZIP is removed after a crash, even if file identities have changed', async () => {
  await rm(join(inbox, 'CD'), { recursive: true });
  await mkdir(join(inbox, 'CD'));
  await writeFile(join(inbox, 'CD/a.zip'), zipOf({ 'x.mp3': await mp3({ offset: 5 }) }));
  await utimes(join(inbox, 'CD/a.zip'), 1000, 1000);
  const { folder: name } = await cutOff();
  await library.changeAlbum(name, (album) => {
    const sources = (album.pending?.sources ?? []).map((source) => ({ ...source, identity: '1:1' }));
    return { ...album, pending: { ...(album.pending as PendingImport), sources } };
  });
  await library.close();
  const again = await Library.open(library.path, silentLog);
  expect(again.albums[0]?.pending?.sources).toMatchObject([{ identity: '1:1' }]);
  await completeImports(again, options());
  expect(await names()).toEqual([]);
});

it('a ZIP of two albums is kept if the first has lost a track since the crash', async () => {
  await rm(join(inbox, 'CD'), { recursive: true });
  await mkdir(join(inbox, 'CD'));
  const [one, two, three] = [await mp3({ offset: 5 }), await mp3({ offset: 40 }), await mp3({ offset: 75 })];
  await writeFile(join(inbox, 'CD/a.zip'), zipOf({ 'A/1.mp3': one, 'A/2.mp3': two, 'B/1.mp3': three }));
  await rm(join(staged(await cutOff()), '1.mp3'));
  await completeImports(library, options());
  expect(library.albums.map(({ tracks, pending }) => [tracks.length, pending])).toEqual([
    [1, null],
    [1, null],
  ]);
  expect(await names()).toEqual(['a.zip']);
});
