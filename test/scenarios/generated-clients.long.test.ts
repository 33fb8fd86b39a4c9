/** Clients that are generated from the document get JSON from the real program, and nobody sets a header for them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mp3 } from '../fixtures/mp3.js';
import { fetched, type FetchedSet } from '../support/fetched.js';
import { suiteFolder } from '../support/folder.js';
import { Checker, operationsOf, type Document, type Json, type Operation } from '../support/openapi.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const run = promisify(execFile);
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const album = { path: { oid: 920 } };

/** By the names of operations. An album has the number 920. */
const asked: Record<string, { params?: { path?: Json; query?: Json }; body?: Json }> = {
  showStart: {},
  listAlbums: { params: { query: { q: 'forest' } } },
  getAlbum: { params: album },
  listOids: {},
  proposeSplit: { params: album },
  proposeJoin: { params: album },
  listDeletedAlbums: {},
  backupStatus: {},
  listArrivals: {},
  previewSheet: {},
  countPages: {},
  showTry: {},
  listPens: {},
  getSettings: {},
  readLog: {},
  showHelp: {},
  readStatus: {},
  isAlive: {},
  isReady: {},
  showFirstRun: {},
  listProblems: {},
  listSavedPapers: {},
  actOnAlbum: { body: { action: 'update', uid: 920, album_artist: 'Owl' } },
  changeSettings: { body: { audio_format: 'ogg' } },
  setLogLevel: { body: { level: 'debug' } },
  actOnArrival: { body: { action: 'see' } },
  goOnWithFirstRun: { body: { action: 'later' } },
  getGme: { params: { path: { oid: 7 } } },
};

let daemon: RunningDaemon;
let document: Document;
let operations: Operation[];
afterAll(() => daemon.stop());
const home = suiteFolder();
beforeAll(async () => {
  daemon = await startProgram(join(home, 'daemon'));
  await daemon.upload({ 'a.mp3': await mp3({ tags: { TALB: 'Forest' } }) });
  document = await daemon.json('/openapi.json');
  operations = operationsOf(document);
});

function operationOf(id: string): Operation {
  const found = operations.find(({ told }) => told.operationId === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** A folder with the packages of a set, as a person installs them. */
async function folderWith(set: FetchedSet): Promise<string> {
  const folder = join(home, set);
  await mkdir(folder);
  await symlink(await fetched(set), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  return folder;
}

/** Each answer is JSON as the document says it. */
async function getsJson(set: FetchedSet, folder: string): Promise<void> {
  const calls = Object.entries(asked).map(([id, { params = {}, body }]) => {
    const { method, path, told } = operationOf(id);
    return { id, method, path, tag: told.tags[0], params, body };
  });
  await copyFile(fileOf('../support/call-with-client.js'), join(folder, 'call.js'));
  const address = `${daemon.url}/openapi.json`;
  const [server] = document['servers'] as { url: string }[];
  const baseUrl = new URL(server?.url ?? '', address).href;
  const args = ['call.js', set, address, baseUrl, JSON.stringify(calls)];
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 1e8 });
  const answers = JSON.parse(stdout) as { status: number; type: string; body: unknown }[];
  const checker = new Checker(document);
  const wrong = answers.flatMap(({ status, type, body }, n) => {
    const { id = '' } = calls[n] ?? {};
    const answer = { status, headers: { 'content-type': type }, text: JSON.stringify(body) };
    const problems = [
      ...(type === 'application/json; charset=utf-8' ? [] : [`the type is ${type}`]),
      ...(status === (id === 'getGme' ? 404 : 200) ? [] : [`the status is ${status}`]),
      // The client has the headers.
      ...checker.problemsOf(operationOf(id), answer).filter((problem) => !problem.startsWith('the header')),
    ];
    return problems.map((problem) => `${id}: ${problem}`);
  });
  expect([answers.length, wrong]).toEqual([calls.length, []]);
}

/** Compiles and runs a program of `docs/programs.md`, which lists the album. */
async function doesAsDocumented(folder: string, name: string): Promise<void> {
  const page = await readFile(fileOf('../../docs/programs.md'), 'utf8');
  const [, language = '', program = ''] =
    new RegExp(`^\\*\\*${name}\\*\\*[^]*?^\`\`\`(\\w+)\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  const text = program.replaceAll('http://127.0.0.1:10020', daemon.url);
  await writeFile(join(folder, `main.${language}`), text);
  if (language === 'ts') await compile(folder);
  const file = join(folder, language === 'ts' ? 'out/main.js' : 'main.js');
  expect((await run(process.execPath, [file], { cwd: folder })).stdout).toBe('920 Forest\n');
}

async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
    ...{ rootDir: '.', outDir: 'out', types: [], skipLibCheck: false },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['main.ts'] }));
  const compiled = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder });
  const wrong = await compiled.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(wrong).toBe('');
}

describe('a client made by', () => {
  it('openapi-fetch gets JSON, and has types of it', async () => {
    const folder = await folderWith('openapi-fetch');
    const args = ['node_modules/openapi-typescript/bin/cli.js', `${daemon.url}/openapi.json`, '-o', 'tonstift.ts'];
    await run(process.execPath, args, { cwd: folder });
    await doesAsDocumented(folder, 'openapi-fetch');
    await getsJson('openapi-fetch', folder);
  });

  it('hey-api gets JSON, and has types of it', async () => {
    const folder = await folderWith('hey-api');
    // It looks for this above its own folder, so it must not see where the link leads.
    await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions":{"module":"nodenext"}}');
    const env = { ...process.env, NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' };
    const args = ['node_modules/@hey-api/openapi-ts/bin/run.js', '-i', `${daemon.url}/openapi.json`, '-o', 'client'];
    await run(process.execPath, args, { cwd: folder, env });
    await doesAsDocumented(folder, 'hey-api');
    await getsJson('hey-api', folder);
  });

  it('swagger-client gets JSON', async () => {
    const folder = await folderWith('swagger-client');
    await doesAsDocumented(folder, 'swagger-client');
    await getsJson('swagger-client', folder);
  });
});
