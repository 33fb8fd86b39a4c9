/** The built program refuses a platform or a Node.js that it cannot run on, with one sentence and no stack. */
import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../dist/daemon/main.js', import.meta.url));

/** Runs `tonstift --version` in a process that takes itself for another one. */
function runAs(disguise: string): { code: number | null; stdout: string; stderr: string } {
  const preload = `data:text/javascript,${encodeURIComponent(disguise)}`;
  const words = ['--import', preload, entry, '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

it('refuses Windows with a sentence and exit code 78', () => {
  expect(runAs("Object.defineProperty(process, 'platform', { value: 'win32' })")).toEqual({
    code: 78,
    stdout: '',
    stderr: 'tonstift: Windows is not supported. Run Tonstift on Linux or macOS.\n',
  });
});

it.each(['18.20.0', '20.18.3'])('refuses Node.js %s with a sentence and exit code 78', (version) => {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  expect(runAs(`Object.defineProperty(process, 'versions', ${versions})`)).toEqual({
    code: 78,
    stdout: '',
    stderr: `tonstift: Node.js 20.19 or newer is needed, and this is ${version}.\n`,
  });
});

it('runs elsewhere', () => {
  expect(runAs('').code).toBe(0);
});
