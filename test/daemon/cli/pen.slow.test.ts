/** The commands for pens without a daemon. */
import { afterAll, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from './program.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());

it('they make no library where there is none', async () => {
  const [home, pen] = [join(sandbox.folder, 'h'), join(sandbox.folder, 'pen')];
  expect(await sandbox.run(['pen', 'simulate', pen])).toMatchObject({ code: 0 });
  const run = (command: string) => sandbox.run(['pen', command, '--home', home, '--pen-paths', pen]);
  expect(await run('status')).toMatchObject({ code: 0, stdout: expect.stringContaining(pen) });
  const none = `There is no library in ${join(home, 'library')}.`;
  expect(await run('sync')).toMatchObject({ code: 75, stderr: expect.stringContaining(none) });
  expect(existsSync(join(home, 'library'))).toBe(false);
});
