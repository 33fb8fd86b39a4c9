/** A file that a process still has open for writing is told from one that is done. */
import { afterEach, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walk } from '../../../../workers/base/files/walk.js';
import { refuseWritten } from '../../../../workers/base/files/writers.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill()));

/** A shell with the file on descriptor 3, for as long as its input is open. */
async function holding(path: string, how: '>>' | '<' | '<>'): Promise<ChildProcess> {
  const child = spawn('sh', ['-c', `exec 3${how}"$1"; echo ready; read line`, 'sh', path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

const itOnLinux = process.platform === 'linux' ? it : it.skip;

itOnLinux.each(['>>', '<>'] as const)(
  'waits for who has opened it with %s, until it is closed (skipped elsewhere than on Linux)',
  async (how) => {
    const root = await folder();
    await writeFile(join(root, 'ä 1.mp3'), 'half');
    await writeFile(join(root, '2.mp3'), 'whole');
    const child = await holding(join(root, 'ä 1.mp3'), how);
    await expect(refuseWritten(await walk(root))).rejects.toMatchObject({
      code: 'not_now',
      message: 'ä 1.mp3 is still being written.',
    });
    child.stdin?.end('\n');
    await once(child, 'exit');
    await expect(refuseWritten(await walk(root))).resolves.toBeUndefined();
  },
);

itOnLinux('does not mind who reads it (skipped elsewhere than on Linux)', async () => {
  const root = await folder();
  await writeFile(join(root, '1.mp3'), 'whole');
  await holding(join(root, '1.mp3'), '<');
  await expect(refuseWritten(await walk(root))).resolves.toBeUndefined();
});
