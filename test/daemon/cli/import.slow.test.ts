import { afterAll, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sandbox } from './program.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());

it('names each file that it cannot take, with its reason, and ends with 1', async () => {
  const junk = join(sandbox.folder, 'junk.mp3');
  await writeFile(junk, 'no audio at all');
  const { code, stderr, stdout } = await sandbox.run(['import', '--json', junk]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Not imported: junk\.mp3: .*This is not audio/)]);
  expect(JSON.parse(stdout)).toEqual({
    albums: [],
    joined: [],
    warnings: [],
    rejected: [{ filename: 'junk.mp3', reason: expect.stringMatching(/This is not audio/) }],
  });
});

it('names a file that only begins like audio, whose batch has no name', async () => {
  const path = join(sandbox.folder, 'song.bin');
  await writeFile(path, 'ID3\x03\0\0\0\0\0\0');
  const { code, stderr } = await sandbox.run(['import', path]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Not imported: song\.bin: /)]);
});

it('names folders that are too deep to be looked into, and ends with 1', async () => {
  const deep = join(sandbox.folder, 'deep', ...Array.from({ length: 65 }, () => 'd'));
  await mkdir(deep, { recursive: true });
  await writeFile(join(deep, '1.mp3'), 'x');
  const { code, stderr } = await sandbox.run(['import', join(sandbox.folder, 'deep')]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Not imported: deep\/d\S+: Its files are more than 64/)]);
});
