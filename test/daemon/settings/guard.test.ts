/** What a change of the settings over HTTP needs, with real settings. */
import '../../../workers/papers/settings-table.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadInput } from '../../../config/load.js';
import { settingsService } from '../../../daemon/settings/service.js';
import type { ConfigService } from '../../../http/resources/config/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { hashPassword } from '../../../workers/base/password-hash.js';
import { processorTime } from '../../support/linear.js';
import { settingsIn } from '../../support/settings.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
let home = '';
beforeEach(async () => void (home = realpathSync(await folder())));

function open(given: Partial<LoadInput> = {}, kept: Record<string, unknown> = {}): ConfigService {
  writeFileSync(join(home, 'config.json'), JSON.stringify(kept));
  return settingsService(settingsIn(home, given));
}

const stranger = { knowsPassword: false, isLocal: true, isCommand: false };
const refusedFields = (update: Promise<unknown>): Promise<string[]> =>
  update.then(
    () => [],
    (thrown: unknown) => Object.keys(thrown instanceof TonstiftError ? thrown.fields : {}),
  );

describe('a token of the command line or the environment', () => {
  it.each<[string, Partial<LoadInput>]>([
    ['flag', { flags: { llm_backend_auth_token: 'sesame' } }],
    ['environment', { environment: { TONSTIFT_LLM_BACKEND_AUTH_TOKEN: 'sesame' } }],
  ])('keeps its server, whatever token is saved meanwhile (%s)', async (source, given) => {
    const service = open(given);
    const moved = { llm_backend_url: 'http://elsewhere:1' };
    expect(await refusedFields(service.update(moved, stranger))).toEqual(['llm_backend_url']);
    for (const token of ['another', '']) {
      await service.update({ llm_backend_auth_token: token }, stranger);
      expect(await refusedFields(service.update(moved, stranger))).toEqual(['llm_backend_url']);
      expect(service.fields().find(({ name }) => name === 'llm_backend_auth_token')?.source).toBe(source);
    }
  });
});

describe('a secret that is kept as it is', () => {
  it('is not found out by giving it: right and wrong are refused alike', async () => {
    const url = 'postgres://me:sesame@db.example/papers';
    const service = open({}, { password: 'plain letters', paper_db: url });
    for (const password of ['plain letters', 'other letters'])
      expect(await refusedFields(service.update({ password }, stranger))).toEqual(['password']);
    for (const paper_db of [url, url.replace('sesame', 'simsim')])
      expect(await refusedFields(service.update({ paper_db }, stranger))).toEqual(['paper_db']);
    const { config } = await service.update({ password: '********', paper_db: service.values()['paper_db'] }, stranger);
    expect(config['password']).toBe('********');
    expect(await refusedFields(service.update({ paper_db: url }, { ...stranger, knowsPassword: true }))).toEqual([]);
  });

  it('costs no hash where a new one is refused', async () => {
    const service = open({}, { password: 'plain letters' });
    const hash = await processorTime(() => hashPassword('other letters'));
    const refusals = await processorTime(async () => {
      for (let n = 0; n < 20; n += 1)
        expect(await refusedFields(service.update({ password: `other letters ${n}` }, stranger))).toEqual(['password']);
    });
    expect(refusals / hash).toBeLessThan(10);
  });
});

describe('the address to listen on', () => {
  const everywhere = { host: '0.0.0.0' };

  it('is changed together with the first password on this computer only', async () => {
    const service = open();
    const both = { ...everywhere, password: 'sesame street' };
    expect(await refusedFields(service.update(everywhere, stranger))).toEqual(['host']);
    expect(await refusedFields(service.update(both, { ...stranger, isLocal: false }))).toEqual(['host', 'password']);
    expect((await service.update(both, stranger)).needs_restart).toEqual(['host']);
  });

  it('needs the current password if there is one, whatever new one is given', async () => {
    const service = open({}, { password: 'plain letters' });
    const both = { ...everywhere, password: 'sesame street' };
    expect(await refusedFields(service.update(both, stranger))).toEqual(['host', 'password']);
    expect(await refusedFields(service.update(everywhere, { ...stranger, knowsPassword: true }))).toEqual([]);
  });
});
