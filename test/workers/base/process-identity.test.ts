/** Processes of another boot, in a sandbox that hides the boot id. */
import { afterEach, expect, it, jest } from '@jest/globals';
import * as files from 'node:fs/promises';

const bootFile = '/proc/sys/kernel/random/boot_id';
let isHidden = true;
jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  readFile: (path: string, encoding: 'utf8') =>
    path === bootFile && isHidden ? Promise.reject(new Error('hidden')) : files.readFile(path, encoding),
}));
const { isRunning, thisProcess } = await import('../../../workers/base/process-identity.js');

afterEach(() => {
  delete process.env['TONSTIFT_BOOT'];
  isHidden = true;
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('the boot id of the unit tells them from those that run (skipped elsewhere than on Linux)', async () => {
  // Its start is unknown, as that of a process of another account is.
  const former = { ...(await thisProcess()), started: '', boot: '01234567-89ab-cdef-0123-456789abcdef' };
  expect(await isRunning(former)).toBe(true);
  process.env['TONSTIFT_BOOT'] = 'f'.repeat(32);
  expect(await isRunning(former)).toBe(false);
  process.env['TONSTIFT_BOOT'] = former.boot.replaceAll('-', '');
  expect(await isRunning(former)).toBe(true);
});

onLinux('it is written as the system writes it (skipped elsewhere than on Linux)', async () => {
  isHidden = false;
  const { boot } = await thisProcess();
  isHidden = true;
  process.env['TONSTIFT_BOOT'] = boot.replaceAll('-', '');
  expect((await thisProcess()).boot).toBe(boot);
});
