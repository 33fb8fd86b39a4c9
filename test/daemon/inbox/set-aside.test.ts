import { expect, it } from '@jest/globals';
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmptied, setAside } from '../../../daemon/inbox/set-aside.js';
import { walk } from '../../../workers/base/files/walk.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('writes a reason once, even after retries', async () => {
  const inbox = await folder();
  for (const reason of ['a: is empty', 'a: is empty', 'b: is empty'])
    await setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, [], [reason]);
  expect(await readFile(join(inbox, 'failed/CD.why.txt'), 'utf8')).toBe('a: is empty\nb: is empty\n');
});

it('makes no folder for files that have gone meanwhile', async () => {
  const inbox = await folder();
  await mkdir(join(inbox, 'CD'));
  const path = join(inbox, 'CD', '1.mp3');
  const gone = { root: inbox, path, relativePath: '1.mp3', size: 1, mtime_ms: 1, special: false };
  const { paths } = await setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, [gone], ['a: is empty']);
  expect([paths, await readdir(join(inbox, 'failed'))]).toEqual([[], ['CD.why.txt']]);
});

it('sets a folder aside that was dropped twice under two names, and the rest of one under its own', async () => {
  const inbox = await folder();
  const drop = async (names: string[]) => {
    await mkdir(join(inbox, 'CD'), { recursive: true });
    const files = names.map((name) => ({ name, path: join(inbox, 'CD', name) }));
    for (const { path } of files) await writeFile(path, 'x');
    return setAside(
      join(inbox, 'duplicates'),
      { kind: 'folder', name: 'CD' },
      files.map(({ name, path }) => ({
        ...{ root: inbox, path, relativePath: name, size: 1, mtime_ms: 1, special: false },
      })),
      ['known'],
    );
  };
  expect((await drop(['1.mp3'])).paths).toEqual(['duplicates/CD']);
  expect((await drop(['2.mp3'])).paths).toEqual(['duplicates/CD']);
  expect((await drop(['2.mp3', '3.mp3'])).paths).toEqual(['duplicates/CD (2)']);
  expect(await readdir(join(inbox, 'duplicates'))).toEqual(['CD', 'CD (2)', 'CD (2).why.txt', 'CD.why.txt']);
  expect(await readdir(join(inbox, 'duplicates', 'CD'))).toEqual(['1.mp3', '2.mp3']);
});

it('moves a folder by one rename, and file by file if another file has come meanwhile', async () => {
  const inbox = await folder();
  const whole = { kind: 'folder', name: 'CD', asFolder: true } as const;
  const drop = async () => {
    await mkdir(join(inbox, 'CD', 'Side 1'), { recursive: true });
    for (const name of ['1.mp3', 'Side 1/2.mp3']) await writeFile(join(inbox, 'CD', name), 'x');
    return { files: await walk(inbox, { within: 'CD' }), ino: (await lstat(join(inbox, 'CD'))).ino };
  };
  const first = await drop();
  const moved = await setAside(join(inbox, 'duplicates'), whole, first.files, ['known']);
  expect([moved.paths, await readdir(inbox)]).toEqual([['duplicates/CD'], ['duplicates']]);
  expect((await lstat(join(inbox, 'duplicates', 'CD'))).ino).toBe(first.ino);
  const second = await drop();
  await writeFile(join(inbox, 'CD', '3.mp3'), 'late');
  const { paths } = await setAside(join(inbox, 'duplicates'), whole, second.files, ['known']);
  expect(paths).toEqual(['duplicates/CD (2)']);
  expect((await walk(join(inbox, 'CD'))).map(({ relativePath }) => relativePath)).toEqual(['3.mp3']);
});

it('removes emptied folders as deep as albums are searched, and keeps only these open', async () => {
  const inbox = await folder();
  const nested = (levels: number): string => Array.from({ length: levels }, () => 'd').join('/');
  await mkdir(join(inbox, 'CD', nested(64)), { recursive: true });
  await writeFile(join(inbox, 'CD', nested(64), '.DS_Store'), 'x');
  expect(await removeEmptied(join(inbox, 'CD'))).toBe(true);
  await mkdir(join(inbox, 'CD', nested(300)), { recursive: true });
  expect(await removeEmptied(join(inbox, 'CD'))).toBe(false);
  expect(await readdir(join(inbox, 'CD', nested(299)))).toEqual(['d']);
});

it('replaces no file if two with the same name are set aside at once', async () => {
  const inbox = await folder();
  const failed = join(inbox, 'failed');
  await mkdir(failed);
  const found = async (name: string) => {
    await writeFile(join(inbox, name), name);
    return { root: inbox, path: join(inbox, name), relativePath: name, size: 1, mtime_ms: 1, special: false };
  };
  const numbers = Array.from({ length: 120 }, (_, n) => n);
  for (const n of numbers) await writeFile(join(failed, `${n}.dat`), 'there before');
  const one = await Promise.all(numbers.map((n) => found(`${n}.dat`)));
  const other = await Promise.all(numbers.map((n) => found(`${n} (2).dat`)));
  await Promise.all(
    [...one, ...other].map((file) =>
      setAside(failed, { kind: 'loose', name: file.relativePath }, [file], ['No audio.']),
    ),
  );
  const names = (await readdir(failed)).filter((name) => name.endsWith('.dat'));
  expect(names).toHaveLength(360);
  const contents = await Promise.all(names.map((name) => readFile(join(failed, name), 'utf8')));
  expect(new Set(contents).size).toBe(241);
});
