/** What http relies on of the configuration; of its fields those that the made-up one has. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConfigFieldView, ConfigService } from '../../http/resources/config/service.js';
import { refuses } from './kit.js';

export interface OpenedConfig {
  /** As a new home has it. */
  service: ConfigService;
  close(): Promise<void>;
}

/** Name, type, group, choices, whether it needs a restart. */
const known: readonly [string, string, string, string[] | null, boolean][] = [
  ['inbox_path', 'path', 'places', null, true],
  ['max_upload_mb', 'integer', 'places', null, false],
  ['audio_format', 'choice', 'sound', ['mp3', 'ogg'], false],
  ['port', 'integer', 'network', null, true],
  ['password', 'secret', 'network', null, false],
  ['open_browser', 'boolean', 'network', null, true],
  ['allowed_hosts', 'list', 'network', null, false],
];

export function describeConfig(name: string, open: () => Promise<OpenedConfig>): void {
  describe(`${name} as the configuration`, () => {
    let opened: OpenedConfig;
    let service: ConfigService;
    beforeEach(async () => {
      opened = await open();
      service = opened.service;
    });
    afterEach(() => opened.close());

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

    it.each(known)('describes %s', (one, type, group, choices, needsRestart) => {
      expect(field(one)).toEqual({
        name: one,
        type,
        group,
        choices,
        needs_restart: needsRestart,
        help: expect.stringMatching(/\.$/),
        default: expect.anything(),
        environment: `TONSTIFT_${one.toUpperCase()}`,
        flag: `--${one.replaceAll('_', '-')}`,
        source: 'default',
      });
    });

    it('takes values as a form sends them, and as JSON does', async () => {
      const given = { port: '10021', open_browser: 'true', allowed_hosts: 'a.home, b.home', audio_format: 'ogg' };
      const wanted = { port: 10021, open_browser: true, allowed_hosts: ['a.home', 'b.home'], audio_format: 'ogg' };
      expect((await service.update(given)).config).toMatchObject(wanted);
      expect(service.values()).toMatchObject(wanted);
      const json = { port: 10022, open_browser: false, allowed_hosts: ['c.home'], inbox_path: '/elsewhere' };
      expect((await service.update(json)).config).toEqual(service.values());
      expect(service.values()).toMatchObject({ ...json, audio_format: 'ogg' });
      expect([field('port')?.source, field('max_upload_mb')?.source]).toEqual(['file', 'default']);
    });

    it('says which of the changes wait for a restart, until they are taken back', async () => {
      const { needs_restart: first } = await service.update({ port: '10021', audio_format: 'ogg' });
      expect([first, service.pendingRestart()]).toEqual([['port'], ['port']]);
      const { needs_restart: second } = await service.update({ open_browser: true });
      expect([second, service.pendingRestart().sort()]).toEqual([['open_browser'], ['open_browser', 'port']]);
      const { needs_restart: none } = await service.update({ port: 10020, open_browser: false });
      expect([none, service.pendingRestart()]).toEqual([[], []]);
    });

    it('takes nothing where nothing differs', async () => {
      expect(await service.update({})).toEqual({ config: service.values(), needs_restart: [] });
      expect((await service.update({ port: '10020', audio_format: 'mp3' })).needs_restart).toEqual([]);
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
      await refuses(() => service.update({ max_upload_mb: '77', [one]: value }), 'bad_field', {
        [one]: expect.stringMatching(/\S/),
      });
      expect([service.values(), service.pendingRestart()]).toEqual([before, []]);
    });

    it('names each field that is wrong', async () => {
      await refuses(() => service.update({ port: 'x', audio_format: 'wav', nothing: 1 }), 'bad_field', {
        port: expect.any(String),
        audio_format: expect.any(String),
        nothing: expect.any(String),
      });
    });

    it('shows no secret, and takes what it shows for no change', async () => {
      expect(service.values()['password']).toBe('');
      const { config } = await service.update({ password: 'geheimnis' });
      expect([config['password'], service.values()['password']]).toEqual(['********', '********']);
      expect((await service.update({ password: '********', audio_format: 'ogg' })).config).toMatchObject({
        password: '********',
        audio_format: 'ogg',
      });
      expect(JSON.stringify([service.values(), service.fields()])).not.toContain('geheimnis');
      expect((await service.update({ password: '' })).config['password']).toBe('');
    });

    it('keeps what two change at once', async () => {
      await Promise.all([service.update({ audio_format: 'ogg' }), service.update({ max_upload_mb: 5 })]);
      expect(service.values()).toMatchObject({ audio_format: 'ogg', max_upload_mb: 5 });
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
