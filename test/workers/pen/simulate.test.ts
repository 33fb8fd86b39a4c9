import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TonstiftError } from '../../../workers/base/errors.js';
import { penOf } from '../../../workers/pen/find/identify.js';
import { type SimulatedPen, simulatePen } from '../../../workers/pen/simulate.js';
import { temporaryFolders } from '../../support/folder.js';

const makeFolder = temporaryFolders();

async function refusal(task: Promise<unknown>): Promise<TonstiftError> {
  const error: unknown = await task.catch((thrown: unknown) => thrown);
  if (!(error instanceof TonstiftError)) throw new Error(`not refused: ${String(error)}`);
  expect(error.code).toBe('bad_field');
  return error;
}

describe('a simulated pen', () => {
  it('is a new folder with what a pen has, and is found without being configured', async () => {
    const folder = join(await makeFolder(), 'my', 'Stift ü');
    const pen = await simulatePen(folder);
    expect(pen).toMatchObject({
      path: folder,
      name: 'Stift ü',
      language: 'GERMAN',
      generation: 'ZC3202N',
      readOnly: false,
    });
    expect(pen.serial).toMatch(/^SIM[0-9A-F]{8}$/);
    expect(pen.id).toBe(pen.serial);
    expect(await readdir(folder)).toEqual(['.tiptoi.log']);
    expect(await readFile(join(folder, '.tiptoi.log'))).toHaveLength(64);
    expect(await penOf({ path: folder, label: null, readOnly: false, uuid: null }, false)).toEqual(pen);
  });

  it('comes to its place as a whole: who looks there meanwhile finds no folder without a number', async () => {
    const root = await makeFolder();
    for (let n = 0; n < 20; n++) {
      const folder = join(root, String(n));
      let isMade = false;
      const making = simulatePen(folder).finally(() => (isMade = true));
      while (!isMade) {
        if (existsSync(folder)) expect(readdirSync(folder)).toEqual(['.tiptoi.log']);
        await nextTurn();
      }
      await making;
    }
    expect((await readdir(root)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is made in an empty folder that is there, which stays the same one, with its rights', async () => {
    const folder = join(await makeFolder(), 'prepared');
    await mkdir(folder);
    await chmod(folder, 0o2770);
    const before = await stat(folder);
    await simulatePen(folder);
    const { ino, mode } = await stat(folder);
    expect([ino, mode]).toEqual([before.ino, before.mode]);
  });

  it('may have a name as long as names can be', async () => {
    expect((await simulatePen(join(await makeFolder(), 'x'.repeat(255)))).serial).toMatch(/^SIM/);
  });

  it('stays as it is when it is made again, with albums on it too', async () => {
    const folder = await makeFolder();
    const options: SimulatedPen = { serial: 'TW-0001', firmware: 'N1', language: 'ITALIAN', generation: 'ZC3203L' };
    const pen = await simulatePen(folder, options);
    expect(pen).toMatchObject({ ...options, id: 'TW-0001' });
    await writeFile(join(folder, 'album.gme'), 'x');
    const before = await readFile(join(folder, '.tiptoi.log'));
    expect(await simulatePen(folder, options)).toEqual(pen);
    expect(await simulatePen(folder)).toEqual(pen);
    expect(await simulatePen(folder, { serial: undefined })).toEqual(pen);
    expect(await readFile(join(folder, '.tiptoi.log'))).toEqual(before);
  });

  it('is not made of another pen', async () => {
    const folder = await makeFolder();
    await simulatePen(folder, { serial: 'TW1', language: 'GERMAN' });
    const before = await readFile(join(folder, '.tiptoi.log'));
    const { fields } = await refusal(simulatePen(folder, { serial: 'TW2', language: 'FRENCH' }));
    expect(fields).toEqual({
      serial: `The pen in ${folder} has TW1, not TW2. Choose another folder.`,
      language: `The pen in ${folder} has GERMAN, not FRENCH. Choose another folder.`,
    });
    expect(await readFile(join(folder, '.tiptoi.log'))).toEqual(before);
  });

  it('is not made where other things are', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'diary.txt'), 'x');
    expect((await refusal(simulatePen(folder))).message).toBe(
      `folder: ${folder} is not empty (diary.txt) and is not a pen. Choose an empty or a new folder.`,
    );
    expect(await readdir(folder)).toEqual(['diary.txt']);
    await refusal(simulatePen(join(folder, 'diary.txt')));
    await refusal(simulatePen(join(folder, 'diary.txt', 'below')));
    await mkdir(join(folder, 'new'));
    await simulatePen(join(folder, 'new'));
  });

  it.each<[SimulatedPen, string]>([
    [{ serial: '' }, 'serial'],
    [{ serial: '12345678901234567' }, 'serial'],
    [{ serial: '../x' }, 'serial'],
    [{ serial: '0000' }, 'serial'],
    [{ firmware: 'ü' }, 'firmware'],
    [{ firmware: 'more than sixteen' }, 'firmware'],
    [{ language: 'KLINGON' }, 'language'],
    [{ language: 'german' }, 'language'],
    [{ generation: 'ZC9' as 'ZC3201' }, 'generation'],
    [{ generation: 'toString' as 'ZC3201' }, 'generation'],
  ])('is not made of %j', async (options, field) => {
    const folder = join(await makeFolder(), 'new');
    expect(Object.keys((await refusal(simulatePen(folder, options))).fields)).toEqual([field]);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });
});
