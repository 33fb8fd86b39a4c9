/** The folder of a library: its mark, and what is not taken for it. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { openKnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { findingIn } from '../../../workers/library/place.js';
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
    expect(JSON.parse(await readFile(join(root, 'library.json'), 'utf8'))).toMatchObject({ id, version: 5 });
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
    ['that is not there', async () => undefined, 'the folder does not exist'],
    ['with other things', () => mkdir(join(root, 'photos'), { recursive: true }), 'other files are there ("photos")'],
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

describe('a mark', () => {
  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a pipe', async (path) => execFileSync('mkfifo', [path])],
    ['a link', async (path) => symlink(join(home, 'mark'), path)],
    ['a folder', (path) => mkdir(path)],
    [
      'far too large',
      async (path) => writeFile(path, `${await readFile(join(home, 'mark'), 'utf8')}${' '.repeat(9999)}`),
    ],
  ])('that is %s is none', async (_, put) => {
    await (await open()).close();
    await rename(join(root, 'library.id'), join(home, 'mark'));
    await put(join(root, 'library.id'));
    expect(await findingIn(root)).toEqual({ kind: 'unmarked' });
  });
});

describe('while it is open', () => {
  it('nothing is written where its folder is another one by now, and all is well when it is back', async () => {
    const library = await open();
    await rename(root, join(home, 'unmounted'));
    await mkdir(root);
    const add = () => library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
    expect(await refusal(add())).toContain('Is its disk plugged in?');
    expect([await readdir(root), library.albums]).toEqual([[], []]);
    expect(library.away).toContain('the folder is empty');
    expect(await refusal(library.enter())).toContain('the folder is empty');
    await rm(root, { recursive: true });
    await rename(join(home, 'unmounted'), root);
    await library.enter();
    await add();
    const peeked = await Library.peek(root, silentLog);
    expect(peeked.albums).toHaveLength(1);
    await expect(peeked.within('transcoded', () => Promise.resolve('here'))).resolves.toBe('here');
  });

  it('a change that was acknowledged stays when the folder goes away right after it', async () => {
    const library = await open();
    await library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
    await rename(root, join(home, 'unmounted'));
    expect(await refusal(library.change((data) => ({ ...data, albums: [] })))).toContain('does not exist');
    expect(library.albums).toHaveLength(1);
    await rename(join(home, 'unmounted'), root);
    await library.enter();
    expect(library.albums).toHaveLength(1);
  });
});

describe('what is known', () => {
  const file = () => join(home, 'libraries.json');

  it.each(['', '{"a', '[]'])('takes no empty folder for a new library where its file is broken: %j', async (text) => {
    await writeFile(file(), text);
    await mkdir(root);
    expect(await refusal(open())).toContain('libraries.json, next to the settings, is damaged');
    expect([await readdir(root), await readFile(file(), 'utf8')]).toEqual([[], text]);
    const believed = await known();
    await believed.forget(root);
    await (await Library.open(root, silentLog, believed)).close();
    expect((await readdir(home)).filter((name) => name.startsWith('libraries.json.broken-'))).toHaveLength(1);
    expect((await known()).idIn(root)).toBeDefined();
  });

  it('is learned again of a library that bears its mark', async () => {
    await (await open()).close();
    await writeFile(file(), '{"a');
    expect((await open()).away).toBeNull();
    expect((await known()).idIn(root)).toBeDefined();
  });

  it('is on the disk once a later try succeeds, and keeps an empty folder from being a new library', async () => {
    // A file in place of the folder stands for a disk that is full for a moment.
    const data = join(home, 'data');
    const believed = await openKnownLibraries(join(data, 'libraries.json'));
    await writeFile(data, '');
    await expect(Library.open(root, silentLog, believed)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await rm(data);
    await mkdir(data);
    await (await Library.open(root, silentLog, believed)).close();
    await rename(root, join(home, 'unmounted'));
    await mkdir(root);
    const next = await openKnownLibraries(join(data, 'libraries.json'));
    expect(await refusal(Library.open(root, silentLog, next))).toContain('the folder is empty');
  });

  it('is not forgotten where that could not be saved', async () => {
    await (await open()).close();
    const believed = await known();
    await rename(home, `${home}-away`);
    await expect(believed.forget(root)).rejects.toThrow('ENOENT');
    await rename(`${home}-away`, home);
    expect(believed.idIn(root)).toBeDefined();
    await believed.forget(root);
    expect((await known()).idIn(root)).toBeUndefined();
  });

  it('is on the disk as was said last', async () => {
    const believed = await known();
    const all = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0 ? believed.remember(root, `${n}`) : believed.forget(root),
    );
    await Promise.all(all);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({});
    await Promise.all([believed.forget(root), believed.remember(root, 'last')]);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ [root]: 'last' });
  });
});
