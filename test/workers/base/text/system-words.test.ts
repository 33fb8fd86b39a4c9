import { expect, it } from '@jest/globals';
import { readFile, rename } from 'node:fs/promises';
import { plainSystemErrors } from '../../../../workers/base/text/system-words.js';

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (thrown: unknown) => (thrown as Error).message,
  );

it('are said without code and call, and with the path once', async () => {
  const none = await failureOf(readFile('/no such'));
  expect(plainSystemErrors(none)).toBe('no such file or directory (/no such)');
  expect(plainSystemErrors(`Cannot read /no such: ${none}.`)).toBe('Cannot read /no such: no such file or directory.');
  expect(plainSystemErrors(await failureOf(rename('/no such', '/b')))).toBe('no such file or directory (/no such)');
  expect(plainSystemErrors(await failureOf(readFile('/')))).toBe('illegal operation on a directory');
  const protectedFolder = "EPERM: operation not permitted, scandir '/Users/a/Desktop'";
  expect(plainSystemErrors(protectedFolder, 'linux')).toBe('operation not permitted (/Users/a/Desktop)');
  expect(plainSystemErrors(protectedFolder, 'darwin')).toMatch(/Desktop\); macOS .* Files and Folders$/);
  expect(plainSystemErrors('listen EADDRINUSE: address already in use 127.0.0.1:1')).toMatch(/EADDRINUSE/);
});
