/** The password is kept as a hash, and is long enough. */
import '../../workers/papers/settings-table.js';
import { describe, expect, it, beforeEach } from '@jest/globals';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings } from '../../config/settings.js';
import { hashPassword, isPassword, isPasswordHash } from '../../workers/base/password-hash.js';
import { settingsIn } from '../support/settings.js';
import { temporaryFolders } from '../support/folder.js';

const folder = temporaryFolders();
let home = '';
beforeEach(async () => void (home = realpathSync(await folder())));

const file = (): string => join(home, 'config.json');
const written = (): Record<string, unknown> => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;

function start(kept: Record<string, unknown> = {}): Settings {
  writeFileSync(file(), JSON.stringify(kept));
  return settingsIn(home);
}

describe('a hash of a password', () => {
  it('knows its password, also in other code points, and no other', async () => {
    const hash = await hashPassword('süß & geheim');
    expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPassword('süß & geheim')).not.toBe(hash);
    expect(await isPassword('süß & geheim'.normalize('NFD'), hash)).toBe(true);
    for (const other of ['', 'x', 'süß & geheim ', hash]) expect(await isPassword(other, hash)).toBe(false);
  });
  it('is looked at without keeping the event loop busy', async () => {
    const hash = await hashPassword('x');
    let turns = 0;
    const count = setInterval(() => (turns += 1), 5);
    await isPassword('y', hash);
    clearInterval(count);
    expect(turns).toBeGreaterThan(2);
  });
  it.each(['scrypt$', 'scrypt$3$8$1$AAAAAAAAAAAAAAAAAAAAAA$' + 'A'.repeat(43), 'plain', 'scrypt$1073741824$8$1$a$b'])(
    '%j is none',
    (text) => expect(isPasswordHash(text)).toBe(false),
  );
  it('is not needed: plain text does too', async () => {
    expect(await isPassword('plain text', 'plain text')).toBe(true);
    expect(await isPassword('plain', 'plain text')).toBe(false);
  });
});

describe('the settings', () => {
  it('keep a new password as a hash only, in the file and in memory', async () => {
    const settings = start();
    await settings.update({ password: 'eight letters' });
    expect(readFileSync(file(), 'utf8')).not.toContain('eight letters');
    expect(JSON.stringify([settings.current, settings.saved])).not.toContain('eight letters');
    expect(await isPassword('eight letters', settings.current.password)).toBe(true);
    expect(start(written()).current.password).toBe(written()['password']);
  });
  it('make a plain one in the file a hash at the next save, and go on with it', async () => {
    const settings = start({ password: 'eight letters' });
    await settings.update({ audio_format: 'ogg' });
    expect(await isPassword('eight letters', String(written()['password']))).toBe(true);
    expect(settings.current.password).toBe('eight letters');
  });
  it('hide a plain one in memory, and leave the file as it is until it is written', async () => {
    const settings = start({ password: 'eight letters' });
    await settings.hidePassword();
    expect(JSON.stringify([settings.current, settings.saved, settings.overrides])).not.toContain('eight letters');
    expect(await isPassword('eight letters', settings.current.password)).toBe(true);
    expect([written()['password'], settings.pendingRestart()]).toEqual(['eight letters', []]);
    const { current } = settings;
    await settings.hidePassword();
    expect(settings.current).toBe(current);
    const open = start();
    await open.hidePassword();
    expect(open.current.password).toBe('');
  });
  it.each(['a', 'seven77', 'scrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA$' + 'A'.repeat(43)])(
    'refuse %j',
    async (password) => {
      await expect(start().update({ password })).rejects.toThrow(/password must be/);
    },
  );
  it('refuse a short one wherever it stands, and take a hash', async () => {
    expect(() => start({ password: 'short' })).toThrow(/password in .* must be at least 8 characters long\.$/);
    const settings = start();
    await settings.update({ password: 'eight letters' });
    expect(start(written()).current.password).toMatch(/^scrypt/);
  });
  it('take eight characters of any script', async () => {
    await start().update({ password: '🔑🔑🔑🔑🔑🔑🔑🔑' });
  });
  it('take 1,024 characters, however they are composed, and no more', async () => {
    const settings = start();
    for (const long of ['x'.repeat(1025), '🔑'.repeat(1025), 'x'.repeat(1e6)])
      await expect(settings.update({ password: long })).rejects.toThrow('must be at most 1024 characters long');
    expect(() => start({ password: 'x'.repeat(1025) })).toThrow('must be at most 1024 characters long');
    await settings.update({ password: 'ü'.repeat(1024).normalize('NFD') });
  });
  it('forget the token of a server that is another now, unless a new one comes with it', async () => {
    const settings = start({ llm_backend_auth_token: 'sesame' });
    await settings.update({ llm_backend_url: 'http://elsewhere:1', llm_backend_auth_token: '********' });
    expect(settings.current.llm_backend_auth_token).toBe('');
    expect(written()).not.toHaveProperty('llm_backend_auth_token');
    await settings.update({ llm_backend_url: 'http://elsewhere:2', llm_backend_auth_token: 'new' });
    await settings.update({ embedding_model: 'other' });
    expect(settings.current.llm_backend_auth_token).toBe('new');
  });
});
