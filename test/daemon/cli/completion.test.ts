import { beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionFor, shells, type Shell } from '../../../daemon/cli/completion.js';
import { fieldNames, flagOf } from '../../../config/fields.js';
import { allCommands as commands } from '../../support/features.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => {
  folder = await newFolder();
  for (const shell of shells) writeFileSync(join(folder, shell), completionFor(shell, commands));
});

const isThere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What fish offers at the end of a line. */
function inFish(line: string): string[] {
  const script = 'source $argv[1]/fish; complete -C $argv[2]';
  const { stdout, stderr } = spawnSync('fish', ['-c', script, folder, line], { encoding: 'utf8', cwd: folder });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((word) => word !== '')
    .map((word) => word.split('\t')[0] ?? '');
}

/**
 * What bash offers behind these words, the last of which is being typed. With `-o default`, these are files where the
 * function finds nothing.
 */
function inBash(...words: string[]): string[] {
  const script =
    'cd "$1"; . ./bash; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tonstift; ' +
    `printf '%s\\n' "\${COMPREPLY[@]}"; ` +
    `case "\${#COMPREPLY[@]} $(complete -p tonstift)" in "0 "*"-o default "*) compgen -f -- "\${@: -1}" ;; esac`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', folder, 'tonstift', ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  (isThere('bash') ? it : it.skip)('offers in bash what may follow (skipped where there is no bash)', () => {
    expect(inBash('')).toEqual([...new Set(commands.map(({ words }) => words.split(' ')[0])), 'help']);
    expect(inBash('help', 'gme', 'i')).toEqual(['info']);
    expect(inBash('g')).toEqual(['gme']);
    expect(inBash('gme', 'i')).toEqual(['info']);
    for (const [first = '', second] of commands.map(({ words }) => words.split(' ')))
      if (second !== undefined) expect(inBash('--home', '=', 'x', first, '')).toContain(second);
    expect(inBash('--por')).toEqual(['--port=']);
    expect(inBash('--open')).toEqual(['--open-browser']);
    expect(inBash('--log-level', '=')).toContain('debug');
    expect(inBash('--log-level', '=', 'd')).toEqual(['debug']);
    expect(inBash('gme', 'info', 'z')).toEqual(['zsh']);
    expect(inBash('--home', 'g', 'gme', 'i')).toEqual(['info']);
    expect(inBash('gme', '--home', 'g', 'i')).toEqual(['info']);
    expect(inBash('--log-level', 'd')).toEqual(['debug']);
    expect(inBash('--home', 'ba')).toEqual(['bash']);
    for (const name of ['My album', 'My * song']) writeFileSync(join(folder, name), '');
    expect(inBash('import', 'My').sort()).toEqual(['My * song', 'My album']);
    expect(inBash('--home', 'g', '--por')).toEqual(['--port=']);
    for (const { words, operands, options = {} } of commands) {
      const typed = [...words.split(' '), ...(operands === '' ? [] : ['x.csv'])];
      for (const [name, { value }] of Object.entries(options))
        expect(inBash(...typed, `--${name}`)).toEqual([value === undefined ? `--${name}` : `--${name}=`]);
    }
    expect(inBash('gme', 'dump', '--js')).toEqual([]);
  });

  (isThere('fish') ? it : it.skip)('offers in fish what may follow (skipped where there is no fish)', () => {
    expect(inFish('tonstift gme i')).toEqual(['info']);
    expect(inFish('tonstift --home g gme i')).toEqual(['info']);
    expect(inFish('tonstift --home=g gme i')).toEqual(['info']);
    expect(inFish('tonstift --log-level d')).toEqual(['debug']);
    expect(inFish('tonstift gme info x.gme --js')).toEqual(['--json']);
    expect(inFish('tonstift gme dump x.gme --js')).toEqual([]);
    expect(inFish('tonstift --home ba')).toContain('bash');
  });

  it.each(shells)('for %s is read by it, and knows every command and option', (shell) => {
    const text = completionFor(shell, commands);
    for (const { words } of commands) for (const word of words.split(' ')) expect(text).toContain(word);
    for (const name of commands.flatMap(({ options }) => Object.keys(options ?? {}))) expect(text).toContain(name);
    for (const name of fieldNames) expect(text).toContain(flagOf(name).slice(2));
    if (!isThere(shell)) {
      process.stderr.write(`There is no ${shell}, so what it makes of its script is left out.\n`);
      return;
    }
    const { status, stderr } = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
