/** The real program with a key in each address: it is in nothing that can be read from it. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entry } from '../daemon/cli/program.js';
import { until } from '../support/patience.js';
import { suiteFolder } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { freePort } from '../support/servers.js';

let daemon: RunningDaemon;
afterAll(() => daemon.stop());
const home = suiteFolder();
beforeAll(async () => {
  const settings = { llm_backend_url: `http://KEY1@127.0.0.1:${await freePort()}/v1?api-key=KEY2` };
  await writeFile(join(home, 'config.json'), JSON.stringify(settings));
  daemon = await startProgram(home);
});

const read = async (path: string, accept: string): Promise<string> => {
  const answer = await fetch(daemon.url + path, { headers: { accept } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};

it('no page, answer, metric or log line shows it', async () => {
  const paper = { title: 'On keys', abstract: 'About keys.', authors: ['A'], year: 2025, conference: 'C' };
  expect((await daemon.putPapers([paper])).status).toBe(200);
  await until('the problem of the server', async () =>
    (await read('/problems', 'application/json')).includes('127.0.0.1'),
  );
  for (const path of ['/config', '/papers', '/papers?q=keys', '/problems', '/logs', '/status', '/'])
    for (const accept of ['application/json', 'text/html']) expect(await read(path, accept)).not.toMatch(/KEY\d/);
  expect(await read('/metrics', 'text/plain')).not.toMatch(/KEY\d/);
  const words = [entry, 'config', '--home', home];
  for (const more of [[], ['--json']])
    expect(execFileSync(process.execPath, [...words, ...more], { encoding: 'utf8' })).not.toMatch(/KEY\d/);
  const logs = await Promise.all(
    (await readdir(join(home, 'logs'))).map((name) => readFile(join(home, 'logs', name), 'utf8')),
  );
  expect([...logs, daemon.output()].join('\n')).not.toMatch(/KEY\d/);
});
