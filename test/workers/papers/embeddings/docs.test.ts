/**
 * The examples of `docs/embeddings.md` do what they say, in a plain program that ends by itself;
 * and the main entry works in threads.
 */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddingsManager } from '../../../../workers/papers/embeddings/manager.js';
import { patience } from '../../../support/patience.js';
import { startEmbeddingServer } from '../../../support/embedding-server.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const run = promisify(execFile);
const entry = new URL('../../../../dist/workers/papers/index.js', import.meta.url).href;
const docs = await readFile(new URL('../../../../docs/embeddings.md', import.meta.url), 'utf8');
const examples = [...docs.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1] ?? '');

async function runScript(script: string): Promise<string> {
  const home = await folder();
  const server = await startEmbeddingServer();
  await writeFile(join(home, 'script.mjs'), script.replaceAll("from 'tonstift'", `from ${JSON.stringify(entry)}`));
  try {
    const env = {
      PATH: process.env['PATH'],
      TONSTIFT_HOME: join(home, 'home'),
      LLM_BACKEND_URL: server.url,
      EMBEDDING_MODEL: 'all-minilm',
      NO_COLOR: '1',
    };
    // A program that does not end by itself fails here.
    const { stdout } = await run(process.execPath, ['script.mjs'], { cwd: home, env, timeout: patience() });
    return stdout;
  } finally {
    await server.close();
  }
}

describe('the documentation', () => {
  it('has an example of every operation', () => {
    const operations = Object.getOwnPropertyNames(EmbeddingsManager.prototype).filter((name) => name !== 'constructor');
    const statics = ['embeddingTextFromPaper', 'parseMetadata'];
    const text = examples.join('\n');
    expect([...operations, ...statics].filter((name) => !new RegExp(`\\.${name}\\b`).test(text))).toEqual([]);
  });

  it('tells the truth', async () => {
    const script = examples.join('\n');
    const promised = script.split('\n').flatMap((line) => {
      const comment = /\/\/ (.*)$/.exec(line)?.[1];
      return comment === undefined ? [] : comment.split(' | ').flatMap((part) => part.split('\\n'));
    });
    expect((await runScript(script)).trimEnd().split('\n')).toEqual(promised);
  });
});

describe('the main entry', () => {
  it('loads none of the heavy packages before they are needed', async () => {
    const loaded = await runScript(`
      import { createRequire, register } from 'node:module';
      import { appendFileSync, readFileSync } from 'node:fs';
      const hook = \`import { appendFileSync } from 'node:fs';
        export const load = (url, context, next) => (appendFileSync('loaded', url + ' '), next(url, context));\`;
      register('data:text/javascript,' + encodeURIComponent(hook));
      await import(${JSON.stringify(entry)});
      const { cache } = createRequire(import.meta.url);
      console.log(readFileSync('loaded', 'utf8') + Object.keys(cache).join(' '));`);
    const packages = [...loaded.matchAll(/node_modules\/(@[^/]+\/[^/]+|[^/]+)/g)].map(([, name]) => name);
    expect(packages).toContain('zod');
    for (const heavy of ['libsql', 'vectra', 'pg', 'ioredis', 'music-metadata', 'pdfmake', 'jimp', '@ffmpeg/core'])
      expect(packages).not.toContain(heavy);
  });

  it('works in a worker thread, beside a manager in the main one', async () => {
    const lines = await runScript(`
      import { isMainThread, Worker } from 'node:worker_threads';
      import { EmbeddingsManager } from 'tonstift';
      const manager = new EmbeddingsManager({ embeddingDb: isMainThread ? 'main' : 'thread' });
      await manager.addPaper({ uid: 'a', title: 'A title' });
      console.log(isMainThread, (await manager.getCollectionStats()).count);
      await manager.close();
      if (isMainThread) new Worker(new URL(import.meta.url));
    `);
    expect(lines).toBe('true 1\nfalse 1\n');
  });

  it('waits for an API that says "later", though nothing else keeps the program alive', async () => {
    const lines = await runScript(`
      import { createServer } from 'node:http';
      import { EmbeddingsManager } from 'tonstift';
      let requests = 0;
      const server = createServer((request, response) => {
        requests += 1;
        if (requests < 2) response.writeHead(429, { 'retry-after': '1' }).end();
        else response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }));
      });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      server.unref();
      const manager = new EmbeddingsManager({ apiUrl: 'http://127.0.0.1:' + server.address().port });
      console.log(await manager.generateEmbedding('x'), requests);
      await manager[Symbol.asyncDispose]();
    `);
    expect(lines).toBe('[ 1, 0 ] 2\n');
  });
});
