import { afterEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualPlaces } from '../../../config/document.js';
import { fieldNames, flagOf } from '../../../config/fields.js';
import { commandHelp } from '../../../daemon/cli/help.js';
import { allCommands as commands } from '../../support/features.js';
import { assemble, goldenMedia, goldens } from '../../workers/gme/goldens.js';
import { parseArguments } from './usage.js';
import { packageFolder, Sandbox } from './program.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.clear());

describe('tonstift', () => {
  it('helps on one screen, with every command', async () => {
    const { code, stdout, stderr } = await sandbox.run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(43);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const text = stdout.replaceAll(/\s+/g, ' ');
    for (const { words } of commands) {
      const [first = '', ...others] = words.split(' ');
      expect(stdout).toContain(`\n  ${first} `);
      expect(text).toContain(others.join(' '));
    }
  });

  it('lists all settings with the command that runs the daemon, and the place of the log', async () => {
    const { stdout } = await sandbox.run(['run', '--help']);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    for (const name of fieldNames) expect(stdout).toMatch(new RegExp(`^ {2}${flagOf(name)}[=[]`, 'm'));
    expect(stdout).toContain('Default: ~/Tonstift Inbox.');
    expect(stdout).toMatch(/^ {2}--limiter-redis-url=URL +URL of a Redis server/m);
    const { stdout: inHome } = await sandbox.run(['run', '-h', '--home=h']);
    expect(inHome).toContain('Default: ~/h/inbox.');
    expect(inHome).toContain('The log is ~/h/logs/tonstift.log');
  });

  it.each(commands.map((command) => [command.words, command] as const))('%s has a help of its own', (_, command) => {
    const text = commandHelp([command], usualPlaces);
    expect(text).toMatch(new RegExp(`^Usage: tonstift ${command.words}`));
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(existsSync(join(packageFolder, command.docs))).toBe(true);
    for (const example of command.examples) {
      const [line = ''] = example.split(/ [<>&] ?/);
      const words = [...line.matchAll(/"[^"]*"|'([^']*)'|\S+/g)].map(([word, inside]) => inside ?? word);
      const parsed = parseArguments(words.slice(words.indexOf('tonstift') + 1));
      expect([command.words, 'run']).toContain(parsed.command.words);
    }
  });

  it('names all words that commands of a family share', () => {
    const feeds = commands.filter(({ words }) => words.startsWith('papers feeds '));
    expect(commandHelp(feeds, usualPlaces)).toMatch(/^Usage: tonstift papers feeds COMMAND\n/);
    const pens = commands.filter(({ words }) => words.startsWith('pen '));
    expect(commandHelp(pens, usualPlaces)).toMatch(/^Usage: tonstift pen COMMAND\n/);
  });

  it('knows its version', async () => {
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
    expect(await sandbox.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('refuses what it does not know with 2, one reason and a hint', async () => {
    expect(await sandbox.run(['--prot=1'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tonstift: Unknown option --prot.\nDid you mean --port?\n',
    });
    for (const words of [
      ['nonsense'],
      ['--port'],
      ['gme', 'info'],
      ['config', 'x', 'y'],
      ['gme', 'export', '-1', 'x'],
      ['gme', 'export', 'abc', 'x'],
      ['pen'],
    ]) {
      const { code, stderr } = await sandbox.run(words);
      expect([words, code, stderr.trim().split('\n').length]).toEqual([words, 2, 2]);
    }
  });

  it('says which operand cannot be, and what it must be', async () => {
    const sentence = async (...words: string[]): Promise<string | undefined> =>
      (await sandbox.run(words)).stderr.split('\n')[0];
    expect(await sentence('gme', 'export', 'abc', 'x')).toBe(
      'tonstift: UID must be the OID of an album, such as 920, not "abc".',
    );
  });

  it('shows what is in a GME file', async () => {
    const [golden] = goldens;
    const path = join(sandbox.folder, 'Grüße.gme');
    const bytes = Buffer.from(golden ? assemble(golden.album, goldenMedia(3)) : []);
    writeFileSync(path, bytes);
    const info = await sandbox.run(['gme', 'info', path]);
    expect(info).toMatchObject({ code: 0, stderr: '' });
    expect(info.stdout).toMatch(/^product id +\d+$/m);
    expect(info.stdout).toMatch(/^checksum .*right$/m);
    expect(info.stdout).toMatch(new RegExp(`^size +${bytes.length} bytes$`, 'm'));
    const dump = await sandbox.run(['gme', 'dump', 'Grüße.gme']);
    expect(dump).toMatchObject({ code: 0, stderr: '' });
    expect(dump.stdout).toMatch(/^scripts:\n {2}\d+:\n {2}- /m);

    writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
    expect(await sandbox.run(['gme', 'info', path])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('WRONG'),
    });
  });

  it('refuses what is no GME file, with a sentence', async () => {
    writeFileSync(join(sandbox.folder, 'x.gme'), 'no');
    writeFileSync(join(sandbox.folder, 'empty.gme'), '');
    for (const [file, sentence] of [
      ['x.gme', /Invalid GME file/],
      ['empty.gme', /Invalid GME file/],
      ['.', /is not a file/],
      ['missing', /missing cannot be opened/],
    ] as const) {
      for (const word of ['info', 'dump']) {
        const { code, stderr } = await sandbox.run(['gme', word, file]);
        expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
        expect(stderr).not.toMatch(/\n +at /);
      }
    }
  });

  it('is quiet when nobody reads on', () => {
    const program = join(packageFolder, 'dist/daemon/main.js');
    const command = `"${process.execPath}" "${program}" --help | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['0\n', '']);
  });

  it('is ready to be linked as a command', () => {
    expect(readFileSync(join(packageFolder, 'dist/daemon/main.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(join(packageFolder, 'dist/daemon/main.js')).isFile()).toBe(true);
  });
});
