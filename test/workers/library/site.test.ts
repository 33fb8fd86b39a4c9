/** The folder of a library: its mark, and what is not taken for it. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { openKnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { anAlbum } from '../../support/records.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
let home: string;
let root: string;
beforeEach(async () => {
  home = await folder();
  root = join(home, 'library');
});

const known = () => openKnownLibraries(join(home, 'libraries.json'));
const open = async (): Promise<Library> => Library.open(root, silentLog, await known());
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a library', () => {
  it('bears a mark, in its folder, its records and beside the settings', async () => {
    await (await open()).close();
    const { id } = JSON.parse(await readFile(join(root, 'library.id'), 'utf8')) as { id: string };
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(await readFile(join(root, 'library.json'), 'utf8'))).toMatchObject({ id, version: 4 });
    expect(JSON.parse(await readFile(join(home, 'libraries.json'), 'utf8'))).toEqual({ [root]: id });
  });

  it('of an older version gets its mark when it is opened', async () => {
    await mkdir(root);
    const old = { version: 2, next_track_id: 7, trash: [], albums: [{ ...anAlbum(920), pending: null }] };
    await writeFile(join(root, 'library.json'), JSON.stringify(old));
    const library = await open();
    expect(library.albums).toHaveLength(1);
    await library.close();
    expect(await readdir(root)).toContain('library.id');
    expect((await open()).albums).toHaveLength(1);
  });

  it('whose mark was removed is known by its records', async () => {
    await (await open()).close();
    await rm(join(root, 'library.id'));
    await (await open()).close();
    expect(await readdir(root)).toContain('library.id');
  });
});

describe('a folder is not the library', () => {
  beforeEach(async () => (await open()).close());

  it.each([
    ['that is empty', () => mkdir(root), 'the folder is empty'],
    ['that is not there', async () => undefined, 'the folder is not there'],
    ['with other things', () => mkdir(join(root, 'photos'), { recursive: true }), 'other things are there ("photos")'],
    ['that another library is in', async () => (await Library.open(root, silentLog)).close(), 'another library'],
  ])('%s, where there was one', async (_, make, why) => {
    await rename(root, join(home, 'unmounted'));
    await make();
    const before = await readdir(root).catch(() => null);
    expect(await refusal(open())).toContain(why);
    expect(await readdir(root).catch(() => null)).toEqual(before);
    await rm(root, { recursive: true, force: true });
    await rename(join(home, 'unmounted'), root);
    expect((await open()).away).toBeNull();
  });

  it('where a library without a mark and with other records is', async () => {
    await rename(root, join(home, 'unmounted'));
    await mkdir(root);
    await writeFile(
      join(root, 'library.json'),
      JSON.stringify({ version: 2, next_track_id: 1, trash: [], albums: [] }),
    );
    expect(await refusal(open())).toContain('a library without its mark');
    expect(await readdir(root)).toEqual(['library.json']);
  });
});

describe('while it is open', () => {
  it('nothing is written where its folder is another one by now, and all is well when it is back', async () => {
    const library = await open();
    await rename(root, join(home, 'unmounted'));
    await mkdir(root);
    const add = () => library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
    expect(await refusal(add())).toContain('Is its disk mounted?');
    expect([await readdir(root), library.albums]).toEqual([[], []]);
    expect(library.away).toContain('the folder is empty');
    expect(await refusal(library.enter())).toContain('the folder is empty');
    await rm(root, { recursive: true });
    await rename(join(home, 'unmounted'), root);
    await library.enter();
    await add();
    expect((await Library.peek(root, silentLog)).albums).toHaveLength(1);
  });

  it('a change that was acknowledged stays when the folder goes away right after it', async () => {
    const library = await open();
    await library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
    await rename(root, join(home, 'unmounted'));
    expect(await refusal(library.change((data) => ({ ...data, albums: [] })))).toContain('not there');
    expect(library.albums).toHaveLength(1);
    await rename(join(home, 'unmounted'), root);
    await library.enter();
    expect(library.albums).toHaveLength(1);
  });
});

describe('what is known', () => {
  it('is nothing where its file is broken', async () => {
    await writeFile(join(home, 'libraries.json'), '{"a');
    expect((await known()).idIn(root)).toBeUndefined();
  });
});
