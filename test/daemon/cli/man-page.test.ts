import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualPlaces } from '../../../config/document.js';
import { environmentOf, fieldNames, fieldOf, flagOf } from '../../../config/fields.js';
import { manPage } from '../../../daemon/cli/man-page.js';
import { allCommands as commands } from '../../support/features.js';
import { packageFolder } from './program.js';

const page = manPage('1.2.3', usualPlaces, commands);
const plain = page.replaceAll('\\-', '-').replaceAll(/\\f[BIR]/g, '');
const hasMan = spawnSync('man', ['--version']).status === 0 && spawnSync('groff', ['--version']).status === 0;

describe('the manual page', () => {
  it('is linked by npm, which ignores a name that is not in a list', () => {
    const { man } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { man: unknown };
    expect(man).toEqual(['./dist/tonstift.1']);
  });

  it('has every command, option and variable', () => {
    for (const { words } of commands) expect(plain).toContain(`\n${words}`);
    for (const name of commands.flatMap(({ options }) => Object.keys(options ?? {})))
      expect(plain).toContain(`\n--${name}`);
    for (const name of fieldNames) {
      expect(plain).toContain(`\n${flagOf(name)}`);
      expect(plain).toContain(`\n${environmentOf(name)}\n`);
      const { environment } = fieldOf(name);
      if (environment !== undefined) expect(plain).toContain(`\n${environment}\n`);
    }
    for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME']) expect(plain).toContain(name);
    expect(plain).toContain('~/.config/tonstift/config.json');
  });

  it('has no line that man(7) would take for a request of ours', () => {
    for (const line of page.split('\n').filter((one) => one.startsWith('.')))
      expect(line).toMatch(/^\.(TH|SH|SS|TP|RS|RE|B|nf|fi)\b/);
  });

  (hasMan ? it : it.skip)('is shown without a warning (skipped where there is no man)', () => {
    const { stdout, stderr } = spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', '-'], {
      input: page,
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '80', MAN_KEEP_FORMATTING: '' },
    });
    expect(stderr).toBe('');
    for (const { words, operands } of commands) expect(stdout).toContain(`\n       ${`${words} ${operands}`.trim()}`);
  });
});
