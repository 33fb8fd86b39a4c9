/** `tonstift doctor`, with and without a daemon. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../../support/patience.js';
import { Sandbox } from '../../cli/program.js';

let sandbox: Sandbox;
beforeEach(() => void (sandbox = new Sandbox()));
afterEach(() => sandbox.clear());

const report = async (): Promise<Record<string, string | string[]>> => {
  const { code, stdout } = await sandbox.start(['doctor', '--json']).ended;
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, string | string[]>;
};

it('tells versions, folders and the names of changed settings, and no secret', async () => {
  await mkdir(join(sandbox.folder, '.config/tonstift'), { recursive: true });
  const settings = { password: 'hush-hush', llm_backend_auth_token: 'sk-hush', port: 10_021 };
  await writeFile(join(sandbox.folder, '.config/tonstift/config.json'), JSON.stringify(settings));
  const { stdout, stderr } = await sandbox.start(['doctor'], { TONSTIFT_AUDIO_FORMAT: 'ogg' }).ended;
  expect(stderr).toBe('');
  expect(stdout).not.toContain('hush');
  expect(stdout).not.toContain(sandbox.folder);
  expect(stdout).toMatch(/^Node\.js +\d+\./m);
  expect(stdout).toMatch(/^data +~\/\.local\/share\/tonstift: /m);
  expect(stdout).toContain('audio_format (environment)');
  expect(stdout).toContain('password (file)');
  expect(await report()).toMatchObject({ daemon: 'does not run', pens: 'unknown' });
});

it('names what is wrong in the configuration, without the values', async () => {
  await mkdir(join(sandbox.folder, '.config/tonstift'), { recursive: true });
  await writeFile(join(sandbox.folder, '.config/tonstift/config.json'), '{"password":["hush"],"port":"hush"}');
  const { code, stdout, stderr } = await sandbox.start(['doctor']).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Node\.js +\d+\./m);
  expect(stdout).toMatch(/^configuration +port in ~\/.config\/tonstift\/config.json is not valid\.$/m);
  expect(stdout).toContain('password in ~/.config/tonstift/config.json is not valid.');
  expect(stdout).not.toContain('hush');
});

it('is legible without a home folder', async () => {
  const places = Object.fromEntries(['DATA', 'CONFIG', 'STATE'].map((name) => [`XDG_${name}_HOME`, sandbox.folder]));
  const { stdout } = await sandbox.start(['doctor'], { ...places, HOME: '' }).ended;
  expect(stdout).toMatch(/^Node\.js +\d+\./m);
});

it('tells what a running daemon knows of pens and problems', async () => {
  const pen = join(sandbox.folder, 'pen');
  expect(await sandbox.start(['pen', 'simulate', pen]).ended).toMatchObject({ code: 0 });
  sandbox.start(['--port', '0', '--open-browser=false', '--pen-paths', pen]);
  const found = await until('the pen', async () => {
    const now = await report();
    // Its free space is known once it was looked at.
    return now['daemon'] === 'runs' && /^(copying|ready)/.test(String(now['pens'])) && now;
  });
  expect(found).toMatchObject({ problems: ['none'] });
  expect(String(found['pens'])).toMatch(/^(copying|ready), .*MB free/);
});
