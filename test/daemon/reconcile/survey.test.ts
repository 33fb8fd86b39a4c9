import { expect, it } from '@jest/globals';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Survey } from '../../../daemon/reconcile/survey.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

async function albums(count: number): Promise<{ root: string; survey: Survey }> {
  const root = await folder();
  for (let n = 0; n < count; n++) {
    await mkdir(join(root, `a${n}`));
    await writeFile(join(root, `a${n}/1.mp3`), 'sound');
  }
  return { root, survey: new Survey(root) };
}

it('tells what is new, changed in size, time or place, or gone, and nothing twice', async () => {
  const { root, survey } = await albums(6);
  await writeFile(join(root, '920.gme'), 'one');
  expect([...survey.look()].sort()).toEqual(['920.gme', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
  expect(survey.look()).toEqual(new Set());
  await writeFile(join(root, 'a0/1.mp3'), 'longer sound');
  await utimes(join(root, 'a1/1.mp3'), 1, 1);
  await writeFile(join(root, 'a2/2.mp3'), 'another');
  await rm(join(root, 'a3'), { recursive: true });
  await rename(join(root, 'a4/1.mp3'), join(root, 'a4/2.mp3'));
  await writeFile(join(root, '920.gme'), 'other one');
  expect([...survey.look()].sort()).toEqual(['920.gme', 'a0', 'a1', 'a2', 'a3', 'a4']);
  expect(survey.look()).toEqual(new Set());
});

it('sees all within some looks at a share, and at once what is new or gone', async () => {
  const { root, survey } = await albums(10);
  survey.look();
  for (let n = 0; n < 10; n++) await writeFile(join(root, `a${n}/1.mp3`), 'longer sound');
  await rm(join(root, 'a9'), { recursive: true });
  await mkdir(join(root, 'b'));
  const looks = [1, 2, 3, 4].map(() => [...survey.look(1 / 4)]);
  expect(looks[0]).toEqual(expect.arrayContaining(['a9', 'b']));
  expect(looks[0]?.length).toBeLessThanOrEqual(5);
  expect(looks.flat().sort()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b']);
  expect(survey.look()).toEqual(new Set());
});

it('tells of nothing where the folder is away, and of all when it is back', async () => {
  const { root, survey } = await albums(2);
  survey.look();
  await rename(root, `${root}-away`);
  expect(survey.look()).toEqual(new Set());
  await rename(`${root}-away`, root);
  expect([...survey.look()].sort()).toEqual(['a0', 'a1']);
});
