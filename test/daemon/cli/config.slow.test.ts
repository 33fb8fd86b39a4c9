import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldNames } from '../../../config/fields.js';
import { Sandbox } from './program.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.clear());

interface Printed {
  file: string;
  config: Record<string, unknown>;
  sources: Record<string, string>;
  warnings: string[];
}

async function printed(words: string[], environment: Record<string, string> = {}): Promise<Printed> {
  const { code, stdout, stderr } = await sandbox.run(['config', '--json', ...words], environment);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Printed;
}

function writeFile(text: string): void {
  mkdirSync(join(sandbox.folder, 'h'), { recursive: true });
  writeFileSync(join(sandbox.folder, 'h', 'config.json'), text);
}

describe('tonstift config', () => {
  it('puts its files into the usual folders', async () => {
    const { config, file, sources, warnings } = await printed([], { TONSTIFT_COLOUR: 'red' });
    const data = join(sandbox.folder, '.local/share/tonstift');
    expect(config).toMatchObject({
      inbox_path: join(sandbox.folder, 'Tonstift Inbox'),
      library_path: join(data, 'library'),
      paper_db: join(data, 'papers.db'),
      embedding_db: join(data, 'embeddings'),
    });
    expect(file).toBe(join(sandbox.folder, '.config/tonstift/config.json'));
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
    expect(warnings).toEqual([expect.stringContaining('TONSTIFT_COLOUR')]);
  });

  it('goes by the XDG folders', async () => {
    const { config, file } = await printed([], { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: 'not/absolute' });
    expect(config.library_path).toBe('/d/tonstift/library');
    expect(file).toBe(join(sandbox.folder, '.config/tonstift/config.json'));
  });

  it('puts everything under one home', async () => {
    for (const { config, file } of [
      await printed(['--home', 'h']),
      await printed([], { TONSTIFT_HOME: 'h' }),
      await printed(['--home=~/h'], { TONSTIFT_HOME: '/other' }),
    ]) {
      expect([config.inbox_path, config.library_path, file]).toEqual(
        ['h/inbox', 'h/library', 'h/config.json'].map((name) => join(sandbox.folder, name)),
      );
    }
  });

  it('prints a table that shows no secret', async () => {
    const { code, stdout, stderr } = await sandbox.run(['config', '--password=hunter22', '--no-open-browser']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^password {2,}"\*{8}" +flag$/m);
    expect(stdout).toMatch(/^open_browser {2,}false +flag$/m);
    for (const name of fieldNames) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
    expect(stdout + stderr).not.toContain('hunter22');
  });

  it('reports all problems at once, without a secret, and ends with 78', async () => {
    writeFile('{"port": 99999, "password": 77123}');
    const { code, stdout, stderr } = await sandbox.run(
      ['--home=h', '--audio-format=wav', '--inbox-settle-seconds', 'soon'],
      { TONSTIFT_LOG_LEVEL: 'loud', TONSTIFT_PASSWORD: 'se\tcret' },
    );
    expect([code, stdout]).toEqual([78, '']);
    const lines = stderr.trim().split('\n');
    expect(lines[0]).toBe('tonstift: There are 6 problems in the configuration:');
    expect(lines).toHaveLength(7);
    for (const name of [
      '--audio-format',
      '--inbox-settle-seconds',
      'TONSTIFT_LOG_LEVEL',
      'TONSTIFT_PASSWORD',
      'password in',
      'port in',
    ])
      expect(stderr).toContain(`\n  ${name}`);
    expect(stderr).not.toMatch(/77123|cret/);
  });

  it.each([
    [['--home=h', '--library-path=h/inbox/library'], /library is inside the inbox/],
    [['--home=h', '--inbox-path=h/library'], /inbox and library are the same/],
    [['--home=h', '--inbox-path=h'], /must (lie apart|not contain)/],
    [['--host=0.0.0.0'], /would let everyone in/],
    [['--port=0x50'], /whole number/],
  ])('refuses %j with 78, before anything is made', async (words, sentence) => {
    const { code, stderr } = await sandbox.run(['run', ...words]);
    expect(code).toBe(78);
    expect(stderr).toMatch(sentence);
    expect(existsSync(join(sandbox.folder, 'h'))).toBe(false);
  });
});

it('tonstift config set, run side by side, loses no change', async () => {
  const changes = { audio_format: 'ogg', max_upload_mb: '7', print_dpi: '600', print_columns: '3', port: '10099' };
  const ended = await Promise.all(
    Object.entries(changes).map(([name, value]) => sandbox.run(['config', 'set', name, value, '--home=h'])),
  );
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  const { config } = await printed(['--home=h']);
  expect(config).toMatchObject({
    audio_format: 'ogg',
    max_upload_mb: 7,
    print_dpi: 600,
    print_columns: 3,
    port: 10099,
  });
});

it('tonstift config set writes what a variable sets, and says that the variable has priority', async () => {
  const set = await sandbox.run(['config', 'set', 'port', '10099', '--home=h'], { TONSTIFT_PORT: '10099' });
  expect(set.stdout).toBe(`port is 10099 in ${join(sandbox.folder, 'h', 'config.json')}.\n`);
  expect(set.stderr).toContain('The variable TONSTIFT_PORT is set, too.');
  expect((await printed(['--home=h'])).config).toMatchObject({ port: 10099 });
});

it('tonstift library check says what to do if the path of the library is a file', async () => {
  writeFile('{}');
  writeFileSync(join(sandbox.folder, 'h', 'library'), '');
  const { code, stdout } = await sandbox.run(['library', 'check', '--home=h']);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^- The library cannot be in \S.*: that is a file/)]);
});

it('a configuration that is a link to nowhere ends with 78, and starts no daemon without its password', async () => {
  mkdirSync(join(sandbox.folder, 'h'));
  symlinkSync('/mnt/not mounted/config.json', join(sandbox.folder, 'h', 'config.json'));
  for (const words of [['run'], ['config', 'set', 'port', '10099']]) {
    const { code, stderr } = await sandbox.run([...words, '--home=h']);
    expect([code, stderr]).toEqual([78, expect.stringContaining('is a link to /mnt/not mounted/config.json')]);
  }
});
