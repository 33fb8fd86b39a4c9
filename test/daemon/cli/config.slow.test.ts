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
  it('has the documented defaults', async () => {
    const { config, file, sources } = await printed([]);
    const data = join(sandbox.folder, '.local/share/tonstift');
    expect(config).toEqual({
      inbox_path: join(sandbox.folder, 'Tonstift Inbox'),
      inbox_settle_seconds: 5,
      library_path: join(data, 'library'),
      max_upload_mb: 2048,
      backup_folder: '',
      pen_language: 'GERMAN',
      audio_format: 'mp3',
      ffmpeg_path: '',
      speaker_path: '',
      host: '127.0.0.1',
      port: 10020,
      password: '',
      allow_unauthenticated: false,
      allowed_hosts: [],
      base_path: '',
      trusted_proxies: ['loopback'],
      open_browser: false,
      log_level: 'info',
      log_format: 'text',
      pen_detect: true,
      pen_auto_sync: true,
      pen_follow: true,
      pen_eject: false,
      pen_paths: [],
      paper_db: join(data, 'papers.db'),
      embedding_db: join(data, 'embeddings'),
      collection_name: 'papers',
      llm_backend_url: 'http://localhost:1234',
      llm_backend_auth_token: '',
      embedding_model: 'text-embedding-qwen3-embedding-4b',
      embedding_input: 'automatic',
      embedding_document_prefix: '',
      embedding_query_prefix: '',
      embedding_document_type: '',
      embedding_query_type: '',
      embedding_dimensions: 0,
      embed_schedule: '0 * * * *',
      embed_batch_size: 100,
      requests_per_minute: 60,
      show_papers: false,
      limiter_redis_url: '',
      print_preset: 'list',
      print_page_size: 'A4',
      print_margin: 10,
      print_columns: 0,
      print_tile_size: 0,
      print_show_cover: true,
      print_show_album_info: true,
      print_show_controls: true,
      print_show_tile_controls: false,
      print_show_track_pictures: false,
      print_show_tracks: true,
      print_show_general_controls: false,
      print_show_start_hint: true,
      print_show_start_cover: false,
      print_dpi: 1200,
      print_pixel_size: 2,
    });
    expect(file).toBe(join(sandbox.folder, '.config/tonstift/config.json'));
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
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

  it('takes flags over environment over file over defaults', async () => {
    writeFile('{"port": 3, "log_level": "error", "audio_format": "ogg", "inbox_path": "in", "later": true}');
    const { config, sources, warnings } = await printed(['--home=h', '--port', '1', '--ffmpeg-path=bin/ffmpeg'], {
      TONSTIFT_PORT: '2',
      TONSTIFT_LOG_LEVEL: 'debug',
      TONSTIFT_PASSWORD: '',
      TONSTIFT_COLOUR: 'red',
    });
    expect(config).toMatchObject({
      port: 1,
      log_level: 'debug',
      audio_format: 'ogg',
      host: '127.0.0.1',
      inbox_path: join(sandbox.folder, 'h/in'),
      ffmpeg_path: join(sandbox.folder, 'bin/ffmpeg'),
    });
    expect(sources).toMatchObject({
      port: 'flag',
      log_level: 'environment',
      audio_format: 'file',
      host: 'default',
      password: 'default',
    });
    expect(warnings).toEqual([expect.stringContaining('"later"'), expect.stringContaining('TONSTIFT_COLOUR')]);
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

  it('says where the file is broken', async () => {
    writeFile('{\n  "port": 1,\n}\n');
    const { code, stderr } = await sandbox.run(['--home=h']);
    expect([code, stderr]).toEqual([
      78,
      `tonstift: ${join(sandbox.folder, 'h/config.json')} must be JSON. The error is at line 3, column 1.\n`,
    ]);
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

it('a configuration that is a link to nowhere ends with 78, and starts no daemon without its password', async () => {
  mkdirSync(join(sandbox.folder, 'h'));
  symlinkSync('/mnt/not mounted/config.json', join(sandbox.folder, 'h', 'config.json'));
  for (const words of [['run'], ['config', 'set', 'port', '10099']]) {
    const { code, stderr } = await sandbox.run([...words, '--home=h']);
    expect([code, stderr]).toEqual([78, expect.stringContaining('is a link to /mnt/not mounted/config.json')]);
  }
});
