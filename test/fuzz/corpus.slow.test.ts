/** Gives each kept file to its reader in the real program: what once failed stays a test. */
import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLong } from '../support/times.js';

const program = fileURLToPath(new URL('run.mjs', import.meta.url));
const run = (...words: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [program, ...words]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });

it('every kept file is read, and the program stays well', async () => {
  const { stdout } = await run('--corpus');
  expect(stdout).toMatch(/\n\d{2,} files, 0 faults\n$/);
});

if (isLong)
  it('one file is given again', async () => {
    const kept = fileURLToPath(new URL('corpus/json/papers.json', import.meta.url));
    expect((await run('--replay', kept)).stdout).toBe('no fault\n');
  });
