/** Addresses and the keys in them stay on their machine, and out of the log and of units. */
import '../../../workers/papers/settings-table.js';
import { beforeEach, expect, it } from '@jest/globals';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings } from '../../../config/settings.js';
import { chosenSettings, takeSettings } from '../../../daemon/features/backup/settings.js';
import { serviceCommand } from '../../../daemon/features/service/command.js';
import { hideSecrets } from '../../../daemon/cli/password-file.js';
import { createRedactor } from '../../../daemon/log/log-text.js';
import { addressFields, settingSecrets } from '../../../daemon/papers/secrets.js';
import { fieldNames, fieldOf } from '../../../config/fields.js';
import { settingsIn } from '../../support/settings.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
let home = '';
beforeEach(async () => void (home = realpathSync(await folder())));

const addresses = {
  llm_backend_url: 'https://KEY1@api.example/v1?api-key=KEY2',
  limiter_redis_url: 'redis://:KEY4@cache.example:6379',
  embedding_db: 'https://KEY5@chroma.example',
  paper_db: 'postgres://me:KEY6@db.example/papers',
};

function start(fields: object = {}, flags: Record<string, string> = {}): Settings {
  writeFileSync(join(home, 'config.json'), JSON.stringify(fields));
  return settingsIn(home, { flags });
}

it('a backup carries no address, with a key or without', () => {
  const plain = { ...addresses, llm_backend_url: 'http://localhost:5678' };
  for (const fields of [addresses, plain])
    expect(chosenSettings(start({ ...fields, print_dpi: 600 }))).toEqual({ print_dpi: 600 });
});

it('a restore takes no address', async () => {
  const settings = start();
  expect(await takeSettings({ ...addresses, print_dpi: 600 }, settings)).toEqual(['print_dpi']);
  expect(settings.saved.llm_backend_url).toBe('http://localhost:1234');
});

it('the log shows no key of an address', () => {
  const redactor = createRedactor();
  for (const secret of settingSecrets(start(addresses).current)) redactor.add(secret);
  expect(redactor.clean(JSON.stringify(addresses))).not.toMatch(/KEY/);
});

it('each setting that may be a URL is looked through for keys', () => {
  const urls = fieldNames.filter((name) => ['url', 'place'].includes(fieldOf(name).type));
  expect([...addressFields].sort()).toEqual(urls.sort());
});

it('a service is not installed with a key in an address, for everyone may read its unit', () => {
  for (const [name, value] of Object.entries(addresses))
    expect(() => serviceCommand(start({}, { [name]: value }), undefined)).toThrow(/must not be part of a service/);
  const plain = start({}, { llm_backend_url: 'http://localhost:5678' });
  expect(serviceCommand(plain, undefined)).toContain('--llm-backend-url=http://localhost:5678');
});

it('an address with a key is taken out of what ps shows', () => {
  const title = process.title;
  try {
    for (const words of [[`--paper-db=${addresses.paper_db}`], ['config', 'set', 'paper_db', addresses.paper_db]])
      expect(hideSecrets(words)).toMatch(/could see a password or key in an address/);
    expect(hideSecrets(['--llm-backend-url=http://localhost:1234', 'run'])).toBeUndefined();
  } finally {
    process.title = title;
  }
});
