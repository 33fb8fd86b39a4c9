/** The five lines of `docs/papers.md`, "From a file to a search in five lines", do what they promise. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.js';
import { packageFolder, Sandbox } from '../cli/program.js';

const page = readFileSync(join(packageFolder, 'docs/papers.md'), 'utf8');
const [, papers = ''] = /^```jsonl\n(.*?)^```$/ms.exec(page) ?? [];
const scripts = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => script.trim().split('\n'));
const [ollama = [], lmStudio = []] = scripts;

let api: EmbeddingServer;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = new Sandbox();
  api = await startEmbeddingServer({ dimension: 32 });
  writeFileSync(join(sandbox.folder, 'papers.jsonl'), papers);
});
afterAll(async () => {
  await api.close();
  await sandbox.clear();
});

it.each([
  ['Ollama', ollama, 'nomic-embed-text'],
  ['LM Studio', [...lmStudio, ...ollama.slice(2)], 'text-embedding-nomic-embed-text-v1.5'],
])('work with %s', async (server, lines, model) => {
  expect(lines.length).toBe(5);
  const environment = { TONSTIFT_HOME: join(sandbox.folder, server) };
  let last = '';
  for (const line of lines) {
    const words = line.replace(/http:\/\/localhost:\d+/, api.url).split(' ');
    expect(words.shift()).toBe('tonstift');
    const { code, stdout, stderr } = await sandbox.run(words, environment);
    expect([line, code, stderr.replace(/^.* info .*\n/gm, '')]).toEqual([line, 0, '']);
    last = stdout;
  }
  expect(last).toMatch(/^ *0?\.?\d+.*Birds and their songs/m);
  expect(api.requests.at(-1)?.body).toMatchObject({ model });
});
