/** A command reports output that it cannot write. It finishes its work if the reader of its output has ended. */
import { afterAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTmpfs } from '../../workers/pen/tmpfs.js';
import { entry, Sandbox } from './program.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());

/** Runs a line of the shell, in which `tonstift` is the program. */
function shell(line: string): { code: number | null; stdout: string; stderr: string } {
  const { PATH = '' } = process.env;
  const program = `tonstift() { '${process.execPath}' '${entry}' "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', program], {
    ...{ cwd: sandbox.folder, env: { PATH, HOME: sandbox.folder }, encoding: 'utf8' },
  });
  return { code: status, stdout, stderr };
}

const paper = (n: number): string => JSON.stringify({ title: `Paper ${n}`, conference: 'ICML', year: 2024 });

withTmpfs('output to a full disk', ({ mount }) => {
  it.each(['man', '--help', 'config --json'])('of %s ends with 75 and a sentence', (words) => {
    const disk = mount(join(sandbox.folder, words), 'size=8k');
    writeFileSync(join(disk, 'filling'), Buffer.alloc(8000));
    expect(shell(`tonstift ${words} > '${join(disk, 'out')}'`)).toMatchObject({
      code: 75,
      stderr: expect.stringMatching(/^tonstift: .*no space left on device/i),
    });
    expect(shell(`tonstift ${words} > /dev/full`)).toMatchObject({
      code: 75,
      stderr: expect.stringMatching(/no space/i),
    });
  });
});

it('an import goes on when nobody reads what it says', () => {
  for (const n of [1, 2, 3]) writeFileSync(join(sandbox.folder, `${n}.jsonl`), paper(n));
  const { stdout } = shell(
    '(tonstift --home h papers import 1.jsonl 2.jsonl 3.jsonl; echo $? > code) | true; cat code',
  );
  expect(stdout).toBe('0\n');
  expect(shell('tonstift --home h papers imports').stdout.match(/1 new/g)).toHaveLength(3);
});

it('the first import makes a home that is private, and its hint undoes it', () => {
  writeFileSync(join(sandbox.folder, '1.jsonl'), paper(1));
  const { stdout } = shell('tonstift --home "my home" papers import 1.jsonl');
  const home = join(sandbox.folder, 'my home');
  expect([statSync(home).mode & 0o777, readdirSync(home)]).toEqual([0o700, expect.arrayContaining(['papers.db'])]);
  const [, hint = ''] = /To undo it: (.+)/.exec(stdout) ?? [];
  expect(hint).toBe(`tonstift --home='${home}' papers undo 1`);
  expect(shell(hint).stdout).toContain('1 paper deleted');
});
