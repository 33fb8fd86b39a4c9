/** What http relies on of the configuration; of its fields those that the made-up one has. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Guard } from '../../config/field.js';
import type {
  ConfigAsker,
  ConfigFieldView,
  ConfigRefused,
  ConfigService,
} from '../../http/resources/config/service.js';
import { refuses } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedConfig {
  /** As a new home has it. */
  service: ConfigService;
  close(): Promise<void>;
}

/** Not there, and could be made. */
const elsewhere = join(realpathSync(tmpdir()), 'tonstift-elsewhere');

/** Name, type, group, choices, whether it needs a restart, what a change needs. */
const known: readonly [string, string, string, string[] | null, boolean, Guard][] = [
  ['inbox_path', 'path', 'places', null, true, 'folder'],
  ['max_upload_mb', 'integer', 'places', null, false, 'open'],
  ['audio_format', 'choice', 'sound', ['mp3', 'ogg'], false, 'open'],
  ['port', 'integer', 'network', null, true, 'open'],
  ['password', 'secret', 'network', null, false, 'password'],
  ['open_browser', 'boolean', 'network', null, true, 'open'],
  ['allowed_hosts', 'list', 'network', null, false, 'password'],
];

export function describeConfig(name: string, open: () => Promise<OpenedConfig>): void {
  describe(`${name} as the configuration`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: ConfigService;
    beforeEach(() => void (service = opened.service));

    const owner: ConfigAsker = { knowsPassword: true, isLocal: true, isCommand: false };
    const update = (changes: Record<string, unknown>, asker = owner): ReturnType<ConfigService['update']> =>
      service.update(changes, asker);

    const field = (one: string): ConfigFieldView | undefined => service.fields().find((each) => each.name === one);

    it('has a value for each field, the default at first', () => {
      const values = service.values();
      expect(Object.keys(values).sort()).toEqual(
        service
          .fields()
          .map((one) => one.name)
          .sort(),
      );
      for (const { name: one, default: value } of service.fields()) expect([one, values[one]]).toEqual([one, value]);
      expect(service.pendingRestart()).toEqual([]);
    });

    it.each(known)('describes %s', (one, type, group, choices, needsRestart, guard) => {
      expect(field(one)).toEqual({
        name: one,
        type,
        group,
        guard,
        choices,
        needs_restart: needsRestart,
        help: expect.stringMatching(/\.$/),
        default: expect.anything(),
        environment: `TONSTIFT_${one.toUpperCase()}`,
        flag: `--${one.replaceAll('_', '-')}`,
        source: 'default',
        is_simple: ['inbox_path', 'pen_language', 'pen_auto_sync', 'print_page_size', 'password'].includes(one),
      });
    });

    it('takes values as a form sends them, and as JSON does', async () => {
      const given = { port: '10021', open_browser: 'true', allowed_hosts: 'a.home, b.home', audio_format: 'ogg' };
      const wanted = { port: 10021, open_browser: true, allowed_hosts: ['a.home', 'b.home'], audio_format: 'ogg' };
      expect((await update(given)).config).toMatchObject(wanted);
      expect(service.values()).toMatchObject(wanted);
      const json = { port: 10022, open_browser: false, allowed_hosts: ['c.home'], inbox_path: elsewhere };
      expect((await update(json)).config).toEqual(service.values());
      expect(service.values()).toMatchObject({ ...json, audio_format: 'ogg' });
      expect([field('port')?.source, field('max_upload_mb')?.source]).toEqual(['file', 'default']);
    });

    it('says which of the changes wait for a restart, until they are taken back', async () => {
      const { needs_restart: first } = await update({ port: '10021', audio_format: 'ogg' });
      expect([first, service.pendingRestart()]).toEqual([['port'], ['port']]);
      const { needs_restart: second } = await update({ open_browser: true });
      expect([second, service.pendingRestart().sort()]).toEqual([['open_browser'], ['open_browser', 'port']]);
      const { needs_restart: none } = await update({ port: 10020, open_browser: false });
      expect([none, service.pendingRestart()]).toEqual([[], []]);
    });

    it('takes nothing where nothing differs', async () => {
      expect(await update({})).toEqual({ config: service.values(), needs_restart: [] });
      expect((await update({ port: '10020', audio_format: 'mp3' })).needs_restart).toEqual([]);
      expect([field('port')?.source, field('audio_format')?.source]).toEqual(['default', 'default']);
    });

    it.each<[string, unknown]>([
      ['port', 'many'],
      ['port', '65536'],
      ['port', '-1'],
      ['port', '1.5'],
      ['max_upload_mb', 0],
      ['open_browser', 'perhaps'],
      ['audio_format', 'wav'],
      ['inbox_path', 'not/from/the/top'],
      ['allowed_hosts', 5],
      ['nothing', 'x'],
      ['constructor', 'x'],
    ])('refuses %s = %j, and all that comes with it', async (one, value) => {
      const before = service.values();
      await refuses(() => update({ max_upload_mb: '77', [one]: value }), 'bad_field', {
        [one]: expect.stringMatching(/\S/),
      });
      expect([service.values(), service.pendingRestart()]).toEqual([before, []]);
    });

    it('shows no secret, and takes what it shows for no change', async () => {
      expect(service.values()['password']).toBe('');
      const { config } = await update({ password: 'geheimnis' });
      expect([config['password'], service.values()['password']]).toEqual(['********', '********']);
      expect((await update({ password: '********', audio_format: 'ogg' })).config).toMatchObject({
        password: '********',
        audio_format: 'ogg',
      });
      expect(JSON.stringify([service.values(), service.fields()])).not.toContain('geheimnis');
      expect((await update({ password: '' })).config['password']).toBe('');
    });

    it('lets nobody name who gets in but those who know the password', async () => {
      const stranger = { knowsPassword: false, isLocal: true, isCommand: false };
      await refuses(() => update({ allowed_hosts: 'a.home', audio_format: 'ogg' }, stranger), 'bad_field', {
        allowed_hosts: expect.stringMatching(/password/),
      });
      expect(service.values()).toMatchObject({ allowed_hosts: [], audio_format: 'mp3' });
      await refuses(
        () => update({ password: 'geheimnis' }, { knowsPassword: false, isLocal: false, isCommand: false }),
        'bad_field',
        {
          password: expect.any(String),
        },
      );
      expect((await update({ password: 'geheimnis' }, stranger)).config['password']).toBe('********');
      await refuses(() => update({ password: '' }, stranger), 'bad_field', { password: expect.any(String) });
      expect((await update({ audio_format: 'ogg' }, stranger)).config['audio_format']).toBe('ogg');
    });

    it.each<[string, unknown, unknown, unknown]>([
      ['port', '10020', '10021', 10022],
      ['max_upload_mb', 2048, 5, 6],
      ['allowed_hosts', '', 'a.home', ['b.home']],
      ['password', '', 'geheimnis', 'das Geheimnis'],
      ['password', 'das Geheimnis', 'geheimnis', 'das Geheimnis'],
    ])('refuses a change of %s from %j, where something else is saved by now', async (one, shown, typed, elsewhere) => {
      await update({ [one]: elsewhere });
      const saved = service.values();
      const change = (expected: unknown): Promise<unknown> =>
        service.update({ [one]: typed, audio_format: 'ogg' }, owner, { expected: { [one]: expected } });
      const thrown: unknown = await change(shown).catch((error: unknown) => error);
      const fields = { [one]: expect.stringMatching(/\S/) as unknown };
      expect(thrown).toMatchObject({ code: 'conflict', fields, problems: {}, conflicts: { [one]: saved[one] } });
      expect(service.values()).toEqual(saved);
      await change(saved[one]);
      expect(service.values()['audio_format']).toBe('ogg');
    });

    it('takes a change that was made elsewhere, too', async () => {
      await update({ port: 10021 });
      await service.update({ port: '10021' }, owner, { expected: { port: '10020' } });
      expect(service.values()['port']).toBe(10021);
    });

    it('tells what is known to be wrong with all else that is', async () => {
      const problems = { current_password: 'is wrong.' };
      await update({ max_upload_mb: 5 });
      const terms = { problems, expected: { max_upload_mb: '2048', audio_format: 'mp3' } };
      const thrown: unknown = await service
        .update({ port: 'x', max_upload_mb: '7', audio_format: 'ogg' }, owner, terms)
        .catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'bad_field', conflicts: { max_upload_mb: 5 } });
      const told = Object.entries((thrown as ConfigRefused).problems).map(([one, why]) => [one, String(why)]);
      expect(Object.fromEntries(told)).toMatchObject({
        ...problems,
        port: expect.stringMatching(/whole number/) as unknown,
      });
      await refuses(() => service.update({ audio_format: 'ogg' }, owner, { problems }), 'bad_field', problems);
      expect(service.values()).toMatchObject({ audio_format: 'mp3', port: 10020, max_upload_mb: 5 });
    });

    it('hands out lists that can be changed without changing it', async () => {
      service.fields().splice(0);
      service.pendingRestart().push('port');
      service.values()['port'] = 1;
      expect([service.fields().length > 0, service.pendingRestart(), service.values()['port']]).toEqual([
        true,
        [],
        10020,
      ]);
    });
  });
}
