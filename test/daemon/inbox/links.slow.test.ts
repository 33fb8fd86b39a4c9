/** Links in the inbox: no file is moved out of it through a link. */
import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeEmptied, setAside } from '../../../daemon/inbox/set-aside.js';
import { walk, type FoundFile } from '../../../workers/base/files/walk.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';

const folder = temporaryFolders();

interface Places {
  inbox: string;
  outside: string;
}

async function places(): Promise<Places> {
  const home = await folder();
  const [inbox, outside] = [join(home, 'inbox'), join(home, 'outside')];
  await mkdir(inbox);
  await mkdir(outside);
  return { inbox, outside };
}

async function loose(inbox: string, name: string): Promise<FoundFile> {
  await writeFile(join(inbox, name), name);
  const found = (await walk(inbox)).find(({ relativePath }) => relativePath === name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

const names = (path: string): Promise<string[]> => readdir(path).then((list) => list.sort());

describe('a link in the place of a folder', () => {
  it('is rejected below `failed` too', async () => {
    const { inbox, outside } = await places();
    await mkdir(join(inbox, 'CD/Side 1'), { recursive: true });
    await writeFile(join(inbox, 'CD/Side 1/a.mp3'), 'a');
    await mkdir(join(inbox, 'failed/CD'), { recursive: true });
    await symlink(outside, join(inbox, 'failed/CD/Side 1'));
    const files = await walk(join(inbox, 'CD'));
    const moved = setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, files, ['a: why.']);
    await expect(moved).rejects.toMatchObject({ code: 'conflict' });
    expect([await names(outside), await names(join(inbox, 'CD/Side 1'))]).toEqual([[], ['a.mp3']]);
  });

  it('is rejected in the place of the folder that was scanned: no file is moved through it', async () => {
    const { inbox, outside } = await places();
    await mkdir(join(inbox, 'CD'));
    await writeFile(join(inbox, 'CD/a.mp3'), 'a');
    const files = await walk(join(inbox, 'CD'));
    await writeFile(join(outside, 'a.mp3'), 'not yours');
    await rename(join(inbox, 'CD'), join(inbox, 'hidden'));
    await symlink(outside, join(inbox, 'CD'));
    const moved = setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, files, ['a: why.']);
    await expect(moved).rejects.toMatchObject({ code: 'conflict' });
    expect(await names(outside)).toEqual(['a.mp3']);
  });

  it('is rejected in the place of an emptied folder', async () => {
    const { inbox, outside } = await places();
    await mkdir(join(outside, 'empty'));
    await writeFile(join(outside, 'Thumbs.db'), '');
    await symlink(outside, join(inbox, 'CD'));
    expect(await removeEmptied(join(inbox, 'CD'))).toBe(false);
    expect(await names(outside)).toEqual(['Thumbs.db', 'empty']);
  });
});

it.each(['a link', 'a second name'] as const)(
  'does not copy what %s in the place of the note leads to',
  async (what) => {
    const { inbox, outside } = await places();
    await mkdir(join(inbox, 'failed'));
    await writeFile(join(outside, 'secret'), 'secret\n');
    await (what === 'a link' ? symlink : link)(join(outside, 'secret'), join(inbox, 'failed/CD.why.txt'));
    await setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, [], ['why.']);
    expect(await readFile(join(inbox, 'failed/CD.why.txt'), 'utf8')).toBe('why.\n');
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret\n');
  },
);

it('keeps a file that replaced the scanned one', async () => {
  const { inbox } = await places();
  const file = await loose(inbox, 'a.xyz');
  await rename(join(inbox, 'a.xyz'), join(inbox, '.kept'));
  await writeFile(join(inbox, 'a.xyz'), 'another');
  await setAside(join(inbox, 'failed'), { kind: 'loose', name: 'a.xyz' }, [file], ['why.']);
  expect(await names(join(inbox, 'failed'))).toEqual(['a.xyz.why.txt']);
  expect(await readFile(join(inbox, 'a.xyz'), 'utf8')).toBe('another');
});

it('moves a link as a link', async () => {
  const { inbox, outside } = await places();
  await writeFile(join(outside, 'secret'), 'secret');
  await symlink(join(outside, 'secret'), join(inbox, 'a.mp3'));
  const files = await walk(inbox);
  await setAside(join(inbox, 'failed'), { kind: 'loose', name: 'a.mp3' }, files, ['why.']);
  expect((await lstat(join(inbox, 'failed/a.mp3'))).isSymbolicLink()).toBe(true);
});

it('moves no file out of the inbox while a folder and a link are swapped repeatedly', async () => {
  const { inbox, outside } = await places();
  await mkdir(join(inbox, 'failed'));
  const swapping = spawn(process.execPath, [
    fileURLToPath(new URL('swap-folder.js', import.meta.url)),
    join(inbox, 'failed'),
    outside,
  ]);
  await once(swapping.stdout, 'data');
  let [moved, refused, all] = [0, 0, 0];
  const enough = times(100, 500);
  // Both must have happened, or the test proves little.
  for (; all < enough || moved === 0 || refused === 0; all++) {
    const name = `${all}.xyz`;
    const file = await loose(inbox, name);
    await setAside(join(inbox, 'failed'), { kind: 'loose', name }, [file], ['why.']).then(
      () => moved++,
      () => refused++,
    );
  }
  expect(swapping.exitCode).toBeNull();
  swapping.kill();
  await once(swapping, 'exit');
  expect(await names(outside)).toEqual([]);
  const kept = (await walk(inbox)).filter(({ relativePath }) => relativePath.endsWith('.xyz'));
  expect(kept).toHaveLength(all);
});
