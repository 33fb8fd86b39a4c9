import '../../workers/papers/settings-table.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadInput } from '../../config/load.js';
import { fieldNames, type FieldName } from '../../config/fields.js';
import { ConfigError } from '../../config/problems.js';
import { type Settings } from '../../config/settings.js';
import { isPassword } from '../../workers/base/password-hash.js';
import { loadedIn, settingsIn } from '../support/settings.js';
import { temporaryFolders } from '../support/folder.js';

const folder = temporaryFolders();
let home = '';
beforeEach(async () => void (home = realpathSync(await folder())));

const file = (): string => join(home, 'config.json');
const written = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

const start = (input: Partial<LoadInput> = {}): Settings => settingsIn(home, input);

const order = (name: string): number => fieldNames.indexOf(name as FieldName);

async function refused(update: Promise<unknown>): Promise<Record<string, string>> {
  const error: unknown = await update.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConfigError) return error.fields;
  throw new Error(`not refused by a ConfigError: ${String(error)}`);
}

describe('settings that are read again', () => {
  const read = (settings: Settings, text: string, input: Partial<LoadInput> = {}): ReturnType<Settings['reload']> => {
    writeFileSync(file(), text);
    return settings.reload(loadedIn(home, input));
  };

  it('go by what the file says now, tell who wants to know, and leave the file as it is', async () => {
    const settings = start();
    const heard: unknown[] = [];
    settings.onChange('audio_format', (value) => heard.push(value));
    settings.onChange('log_level', (value) => heard.push(value));
    const text = '{"audio_format": "ogg",\n "port": 12345, "inbox_path": "~/In"}';
    expect(await read(settings, text)).toEqual({
      changed: ['port', 'inbox_path', 'audio_format'].sort((a, b) => order(a) - order(b)),
      needs_restart: ['port', 'inbox_path'].sort((a, b) => order(a) - order(b)),
    });
    expect(heard).toEqual(['ogg']);
    expect(settings.saved).toMatchObject({ audio_format: 'ogg', port: 12345, inbox_path: join(home, 'In') });
    expect(settings.sources).toMatchObject({ port: 'file', host: 'default' });
    expect(readFileSync(file(), 'utf8')).toBe(text);
    expect((await read(settings, text)).changed).toEqual([]);
    expect((await read(settings, '{}')).changed).toHaveLength(3);
    expect(settings.sources.port).toBe('default');
  });

  it('stay with what a flag says', async () => {
    const settings = start({ flags: { audio_format: 'mp3' } });
    expect((await read(settings, '{"audio_format": "ogg"}', { flags: { audio_format: 'mp3' } })).changed).toEqual([]);
    expect(settings.current.audio_format).toBe('mp3');
  });

  it('change nothing where one of them cannot be', async () => {
    const settings = start();
    settings.check(async ({ changed }) =>
      changed.includes('port') ? [{ field: 'port', source: 'port', what: 'is taken.' }] : [],
    );
    expect(await refused(read(settings, '{"audio_format": "ogg", "port": 1}'))).toHaveProperty('port');
    expect(settings.current.audio_format).not.toBe('ogg');
  });

  it('change nothing that would be wrong until a restart', async () => {
    writeFileSync(file(), '{"host": "0.0.0.0", "password": "hunter22"}');
    const settings = start();
    expect(await refused(read(settings, '{}'))).toHaveProperty('password');
    expect(settings.current.password).toBe('hunter22');
    const others = '{"host": "0.0.0.0", "password": "hunter22", "inbox_path": "new", "library_path": "inbox/library"}';
    expect(await refused(read(settings, others))).toHaveProperty('library_path');
    expect(settings.current.library_path).toBe(join(home, 'library'));
  });

  it('know a password again that the file has as it was typed, and keep a hash as it is', async () => {
    const settings = start();
    await settings.update({ password: 'geheim & süß' });
    const hash = settings.saved.password;
    expect((await read(settings, '{"password": "geheim & süß"}')).changed).toEqual([]);
    expect((await read(settings, '{"password": "ein anderes"}')).changed).toEqual(['password']);
    expect(await isPassword('ein anderes', settings.current.password)).toBe(true);
    expect(settings.current.password).toMatch(/^scrypt/);
    await read(settings, JSON.stringify({ password: hash }));
    expect(settings.current.password).toBe(hash);
  });
});

describe('settings', () => {
  it('writes only what was set, and puts in force what needs no restart', async () => {
    const settings = start();
    const answer = await settings.update({ audio_format: 'ogg', port: '12345', log_level: 'info' });
    expect(answer.needs_restart).toEqual(['port']);
    expect(answer.config).toMatchObject({ audio_format: 'ogg', port: 12345 });
    expect(written()).toEqual({ audio_format: 'ogg', port: 12345 });
    expect(settings.current).toMatchObject({ audio_format: 'ogg', port: 10020 });
    expect(settings.saved.port).toBe(12345);
    expect(settings.pendingRestart()).toEqual(['port']);
    expect(settings.sources).toMatchObject({ port: 'file', host: 'default' });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(start().current.port).toBe(12345);
    await settings.update({ port: 10020 });
    expect(settings.pendingRestart()).toEqual([]);
  });

  it('writes what the environment sets to the same value for a command, but no masked secret', async () => {
    const environment = { TONSTIFT_AUDIO_FORMAT: 'ogg', TONSTIFT_PASSWORD: 'hunter22' };
    const settings = start({ environment });
    // A guard sees only what changes.
    await settings.update({ audio_format: 'ogg', password: '********' });
    expect(existsSync(file())).toBe(false);
    await settings.update({ audio_format: 'ogg', password: '********' }, { isCommand: true });
    expect(written()).toEqual({ audio_format: 'ogg' });
    expect(settings.sources.audio_format).toBe('environment');
    expect(start().saved.audio_format).toBe('ogg');
  });

  it('removes a setting with its default from the file, so that a home can be moved', async () => {
    const library = join(home, 'library');
    writeFileSync(file(), JSON.stringify({ port: 12345, log_level: 'debug', library_path: library, other: 1 }));
    const settings = start();
    expect(settings.sources).toMatchObject({ port: 'file', library_path: 'file' });
    await settings.update({ port: 10020, log_level: 'warn' });
    expect(written()).toEqual({ log_level: 'warn', library_path: library, other: 1 });
    // It has its default already.
    await settings.update({ library_path: library });
    expect(written()).toEqual({ log_level: 'warn', other: 1 });
    expect(settings.sources).toMatchObject({ port: 'default', library_path: 'default', log_level: 'file' });
  });

  it('changes nothing when one of many is wrong, and names each', async () => {
    const settings = start();
    const fields = await refused(
      settings.update({ audio_format: 'ogg', port: 'x', nonsense: 1, __proto__x: 1, log_level: ['info'] }),
    );
    expect(Object.keys(fields).sort()).toEqual(['__proto__x', 'log_level', 'nonsense', 'port']);
    expect(settings.current.audio_format).toBe('mp3');
    expect(existsSync(file())).toBe(false);
    expect(
      Object.keys(
        await refused(settings.update(JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>)),
      ).length,
    ).toBeGreaterThan(0);
  });

  it('shows no key of an address, keeps it when it comes back as shown, and sends it nowhere else', async () => {
    const settings = start();
    const given = {
      llm_backend_url: 'https://KEY1@api.example/v1?api-version=2&api-key=KEY2',
      limiter_redis_url: 'redis://:KEY4@cache.example:6379',
      embedding_db: 'https://KEY5@chroma.example',
    };
    const answer = await settings.update(given);
    const { llm_backend_url, limiter_redis_url, embedding_db } = settings.masked();
    expect(JSON.stringify([answer, settings.masked()])).not.toMatch(/KEY/);
    expect(llm_backend_url).toBe('https://********@api.example/v1?api-version=2&api-key=********');
    await settings.update({ llm_backend_url, limiter_redis_url, embedding_db, embed_batch_size: 50 });
    expect(settings.saved).toMatchObject({ ...given, embed_batch_size: 50 });
    for (const [name, value] of [
      ['llm_backend_url', 'https://********@evil.example/v1'],
      ['llm_backend_url', 'https://evil.example/v1?api-key=********'],
    ] as const)
      expect((await refused(settings.update({ [name]: value })))[name]).toMatch(/must contain the password or key/);
    const { llm_backend_url: sentence } = await refused(settings.update({ llm_backend_url: 'ftp://x/?api_key=KEY6' }));
    expect(sentence).toMatch(/must be a URL with http or https.*\*{8}/);
    expect(sentence).not.toContain('KEY6');
  });

  it('shows no password of a URL, keeps it when it comes back as shown, and sends it nowhere else', async () => {
    const settings = start();
    await settings.update({ paper_db: 'postgres://me:s%2Fcr@et@db.example:5432/papers' });
    const shown = settings.masked()['paper_db'];
    expect(shown).toBe('postgres://me:********@db.example:5432/papers');
    await settings.update({ paper_db: shown, embed_batch_size: 50 });
    expect(settings.current.paper_db).toBe('postgres://me:s%2Fcr@et@db.example:5432/papers');
    for (const other of [
      'postgres://me:********@evil.example/papers',
      'postgres://me:********@db.example:5432/other',
    ]) {
      expect((await refused(settings.update({ paper_db: other })))['paper_db']).toMatch(/must contain the password/);
    }
    const { paper_db: sentence } = await refused(settings.update({ paper_db: 'mysql://me:secret@db/papers' }));
    expect(sentence).toMatch(/must be a URL with postgres/);
    expect(sentence).not.toContain('secret');
    await settings.update({ paper_db: '~/papers.db', embedding_db: 'http://127.0.0.1:8000/chroma' });
    expect(settings.current).toMatchObject({
      paper_db: join(home, 'papers.db'),
      embedding_db: 'http://127.0.0.1:8000/chroma',
    });
    await settings.update({ embedding_db: 'postgresql://me:s%2Fcr@et@db.example/papers' });
    const { embedding_db: otherwise } = await refused(settings.update({ embedding_db: 'mysql://me:secret@db/papers' }));
    expect(otherwise).toMatch(/must be a URL with http or https or postgres or postgresql/);
    expect(otherwise).not.toContain('secret');
    for (const [name, value] of [
      ['embed_schedule', '* * *'],
      ['embed_schedule', '61 * * * *'],
      ['llm_backend_url', 'ftp://x'],
      ['llm_backend_url', ''],
      ['collection_name', '.x'],
      ['embedding_db', ''],
      ['limiter_redis_url', 'localhost'],
      ['requests_per_minute', '-1'],
    ] as const) {
      expect(Object.keys(await refused(settings.update({ [name]: value })))).toEqual([name]);
    }
  });

  it('keeps what others wrote into the file', async () => {
    writeFileSync(file(), '{"future": {"a": 1}, "port": 4000}');
    const settings = start();
    writeFileSync(file(), '{"future": {"a": 2}, "port": 4000, "log_level": "debug"}');
    await settings.update({ audio_format: 'ogg' });
    expect(written()).toEqual({ future: { a: 2 }, port: 4000, log_level: 'debug', audio_format: 'ogg' });
  });

  it('leaves a file alone that was broken meanwhile', async () => {
    const settings = start();
    writeFileSync(file(), '{"port": ');
    expect((await refused(settings.update({ audio_format: 'ogg' }))).file).toMatch(/line 1, column 10/);
    expect(readFileSync(file(), 'utf8')).toBe('{"port": ');
    expect(settings.current.audio_format).toBe('mp3');
  });

  it('masks a secret, and takes the mask for no change', async () => {
    const settings = start();
    expect(settings.masked().password).toBe('');
    const answer = await settings.update({ password: 'hunter22' });
    expect(answer.config.password).toBe('********');
    await settings.update({ password: '********', audio_format: 'ogg' });
    expect(await isPassword('hunter22', settings.current.password)).toBe(true);
    await settings.update({ password: '' });
    expect(settings.masked().password).toBe('');
  });

  it('refuses what would open the house now, though it would be right after a restart', async () => {
    writeFileSync(file(), '{"host": "0.0.0.0", "password": "hunter22"}');
    const settings = start();
    expect(Object.keys(await refused(settings.update({ password: '' })))).toEqual(['password']);
    expect(Object.keys(await refused(settings.update({ password: '', host: '127.0.0.1' })))).toContain('password');
    expect(settings.current.password).toBe('hunter22');
  });

  it('refuses what would keep the program from starting next time', async () => {
    const settings = start();
    expect(Object.keys(await refused(settings.update({ host: '0.0.0.0' })))).toEqual(['host']);
    expect(Object.keys(await refused(settings.update({ inbox_path: join(home, 'library', 'in') })))).toEqual([
      'inbox_path',
    ]);
    await settings.update({ host: '0.0.0.0', password: 'hunter22' });
  });

  it('checks a value that a flag hides at present as well', async () => {
    const settings = start({ flags: { host: '127.0.0.1' } });
    expect(Object.keys(await refused(settings.update({ host: '0.0.0.0' })))).toEqual(['host']);
  });

  it('puts a value in force that a flag had set; the flag rules again at the next start', async () => {
    const flags = { audio_format: 'ogg' };
    const settings = start({ flags });
    await settings.update({ audio_format: 'mp3' });
    expect(settings.current.audio_format).toBe('mp3');
    expect(written()).toEqual({});
    expect(settings.sources.audio_format).toBe('flag');
    expect(start({ flags }).current.audio_format).toBe('ogg');
  });

  it('waits for no restart to use a value that a flag sets again then', async () => {
    const settings = start({ flags: { port: '10021' } });
    const { needs_restart } = await settings.update({ port: 10030, inbox_path: join(home, 'In') });
    expect([needs_restart, settings.pendingRestart()]).toEqual([['inbox_path'], ['inbox_path']]);
    expect(written()).toMatchObject({ port: 10030 });
  });

  it('tells who asked, after the file is written', async () => {
    const settings = start();
    const heard: unknown[] = [];
    const end = settings.onChange('log_level', (level) =>
      heard.push([level, settings.current.log_level, existsSync(file())]),
    );
    settings.onChange('port', () => heard.push('never, for it waits for a restart'));
    await settings.update({ log_level: 'DEBUG', port: 1 });
    await settings.update({ log_level: 'debug' });
    end();
    await settings.update({ log_level: 'warn' });
    expect(heard).toEqual([['debug', 'debug', true]]);
  });

  it('tells all that is wrong at once, and looks no further at what is refused', async () => {
    const settings = start();
    const problem = (field: string, what: string) => [{ field, source: field, what }];
    const looked: string[] = [];
    settings.check(async ({ changed, after }) => {
      looked.push(`${changed.join()} ${after.port} ${after.host} ${after.max_upload_mb}`);
      return problem('port', 'is taken.');
    });
    settings.check(async ({ changed }) => (changed.includes('audio_format') ? problem('audio_format', 'is odd.') : []));
    settings.before(async () => void looked.push('never'));
    const change = { port: 5, host: '0.0.0.0', max_upload_mb: 'x', log_level: 'warn', audio_format: 'ogg' };
    const fields = await refused(
      settings.update(change, {
        expected: { port: '10020', log_level: 'debug' },
        guard: async ({ changed, after }) => problem('host', `${changed.length} by a guard ${after.host}.`),
        problems: problem('current_password', 'is wrong.'),
      }),
    );
    expect(Object.keys(fields).sort()).toEqual(
      ['audio_format', 'current_password', 'host', 'log_level', 'max_upload_mb', 'port'].sort(),
    );
    expect(fields).toMatchObject({ port: 'is taken.', log_level: 'was changed to "info" in the meantime.' });
    expect(fields['host']).toMatch(/^would let everyone in.* 4 by a guard 0\.0\.0\.0\.$/);
    expect(looked).toEqual(['port,log_level,audio_format 5 127.0.0.1 2048']);
    expect(existsSync(file())).toBe(false);
  });

  it('takes a wrong value for no cause of another problem', async () => {
    const settings = start();
    // The rule that a host needs a password cannot be judged.
    expect(Object.keys(await refused(settings.update({ host: '0.0.0.0', password: 'short' })))).toEqual(['password']);
  });

  it('sees what is saved while an update waits for its turn', async () => {
    const settings = start();
    const from = { expected: { port: '10020' } };
    const [first, second] = await Promise.allSettled([
      settings.update({ port: '1' }, from),
      settings.update({ port: '2' }, from),
    ]);
    expect([first.status, second.status, settings.saved.port]).toEqual(['fulfilled', 'rejected', 1]);
  });

  it('undoes what the hooks did when a later step fails', async () => {
    const settings = start();
    const steps: string[] = [];
    settings.before(async ({ changed, before, after }) => {
      steps.push(`move ${changed.join()} ${before.audio_format} ${after.audio_format}`);
      return async () => {
        steps.push('move back');
      };
    });
    settings.before(async ({ after }) => {
      if (after.max_upload_mb === 7)
        throw new ConfigError([{ field: 'max_upload_mb', source: 'max_upload_mb', what: 'is unlucky.' }]);
    });
    expect(await refused(settings.update({ audio_format: 'ogg', max_upload_mb: 7 }))).toEqual({
      max_upload_mb: 'is unlucky.',
    });
    mkdirSync(file());
    await expect(settings.update({ audio_format: 'ogg' })).rejects.toThrow(/EISDIR/);
    expect(steps).toEqual([
      'move audio_format,max_upload_mb mp3 ogg',
      'move back',
      'move audio_format mp3 ogg',
      'move back',
    ]);
    expect(settings.current.audio_format).toBe('mp3');
    expect(readdirSync(home)).toEqual(['config.json']);
  });

  it('does one update after the other', async () => {
    const settings = start();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => settings.update(n % 2 ? { port: n } : { max_upload_mb: n + 1 })),
    );
    expect(written()).toEqual({ port: 19, max_upload_mb: 19 });
    expect(settings.saved).toMatchObject({ port: 19, max_upload_mb: 19 });
  });
});
