/** What is asked of the program in its first moments is done as at any other. */
import { afterEach, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const folder = temporaryFolders();
let daemon: RunningDaemon | undefined;
afterEach(async () => void (await daemon?.stop()));

it('moves the library as soon as it listens, not only in the settings', async () => {
  const home = await folder();
  daemon = await startProgram(home);
  const to = join(home, 'elsewhere');
  expect((await daemon.post('/config', { library_path: to })).status).toBe(200);
  expect(existsSync(join(to, 'library.json'))).toBe(true);
});
