import { afterAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sandbox } from './program.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());

it('names each file that it cannot take, with its reason, and ends with 1', async () => {
  const junk = join(sandbox.folder, 'junk.mp3');
  await writeFile(junk, 'no audio at all');
  const { code, stderr } = await sandbox.run(['import', junk]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Not imported: junk\.mp3: .*This is not audio/)]);
});
