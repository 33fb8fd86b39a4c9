/**
 * The real program with papers:
 * from the inbox to the search, with a server that plays the embedding API and misbehaves.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PaperStatus } from '../../http/papers/papers/service.js';
import { Sandbox, type Ended } from '../daemon/cli/program.js';
import { zipOf } from '../support/zip.js';
import { embeddingFlags, startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { temporaryFolders } from '../support/folder.js';
import { until } from '../support/patience.js';

const topics = ['graphs', 'parsing', 'speech', 'vision', 'translation', 'dialogue', 'music', 'pens'];

interface FoundPaper {
  uid: string;
  title: string;
  distance: number | null;
}

let home: string;
let api: EmbeddingServer;
let daemon: RunningDaemon;
afterEach(async () => {
  await daemon?.stop();
  await api.close();
});
const folder = temporaryFolders();
beforeEach(async () => {
  home = await folder();
  api = await startEmbeddingServer({ dimension: 32, token: 'sesame-token' });
});

const flags = (): string[] => [...embeddingFlags(api), '--llm-backend-auth-token', 'sesame-token'];
const begin = async (...more: string[]): Promise<void> =>
  void (daemon = await startProgram(home, [...flags(), ...more]));
const paper = (n: number): Record<string, unknown> => ({
  title: `Paper ${n} on ${topics[n % topics.length]}`,
  abstract: `What we found about ${topics[n % topics.length]} in study ${n}.`,
  authors: ['Ada Lovelace', `Author ${n}`],
  year: 2000 + (n % 20),
  conference: n % 2 === 0 ? 'EMNLP' : 'ACL',
  session: 'S',
  original_id: n,
});
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => JSON.stringify(paper(from + n))).join('\n');
const json = <Answer>(path: string): Promise<Answer> => daemon.json(path);
const status = async (): Promise<PaperStatus> => (await json<{ status: PaperStatus }>('/papers')).status;
const search = async (q: string): Promise<FoundPaper[]> =>
  (await json<{ papers: FoundPaper[] }>(`/papers?${new URLSearchParams({ q }).toString()}`)).papers;
const embedded = (count: number): Promise<PaperStatus> =>
  until(`${count} embedded papers`, async () => {
    const now = await status();
    return now.embedded === count && now.state === 'idle' && now;
  });
const put = (body: string): Promise<Response> =>
  fetch(`${daemon.url}/papers`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
const sandbox = new Sandbox();
afterAll(() => sandbox.clear());
const run = (...words: string[]): Promise<Ended> => sandbox.run(['--home', home, ...flags(), ...words]);

/** A file is linked to its new place before its old name is removed: for a moment it has both names. */
const putAway = async (ending: string): Promise<void> => {
  await until(`the ${ending} put away`, async () => !readdirSync(daemon.inbox).some((name) => name.endsWith(ending)));
  expect(readdirSync(join(home, 'imported-papers'))).toEqual([expect.stringMatching(new RegExp(`${ending}$`))]);
};

describe('papers', () => {
  it('come from the inbox, are embedded many at a time, and are found by meaning, author and field', async () => {
    await begin();
    expect(existsSync(join(home, 'papers.db'))).toBe(false);
    writeFileSync(join(daemon.inbox, 'good.jsonl'), lines(0, 250));
    await embedded(250);
    expect(api.embeddings().length).toBeLessThanOrEqual(4);
    await putAway('good.jsonl');
    expect((await search('speech study 2'))[0]?.title).toMatch(/speech/);
    expect((await search('Author 249'))[0]?.title).toBe('Paper 249 on parsing');
    expect((await search('title:"Paper 11 on"')).map(({ title }) => title)).toEqual(['Paper 11 on vision']);
    const page = await (await fetch(`${daemon.url}/papers?q=music`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('on music');
    expect(page).toContain('250 papers');

    writeFileSync(join(daemon.inbox, 'mixed.csv'), `title,year,conference\nNew,2020,ACL\nNever,when,ACL\n`);
    await until('the note', async () => existsSync(join(daemon.inbox, 'failed/mixed.csv.why.txt')));
    expect(readFileSync(join(daemon.inbox, 'failed/mixed.csv.why.txt'), 'utf8')).toMatch(/line 3: .*year/);
    await until('the file beside it', async () => existsSync(join(daemon.inbox, 'failed/mixed.csv')));
    await embedded(251);

    const before = api.embeddings().length;
    expect(await (await put(lines(0, 250))).json()).toMatchObject({
      success: true,
      read: 250,
      added: 0,
      updated: 0,
      unchanged: 250,
    });
    await put(JSON.stringify({ ...paper(3), abstract: 'Something else about vision now.' }));
    await until('the change embedded', async () => api.embeddings().length > before);
    expect(
      api
        .embeddings()
        .slice(before)
        .flatMap(({ texts }) => texts),
    ).toEqual(['Paper 3 on vision\n\nSomething else about vision now.']);

    const asked = api.embeddings().length;
    await put(JSON.stringify({ ...paper(5), award: 'Best paper' }));
    await until('the award in the index', async () => {
      const slice = await json<{ metadatas: { award?: string; title: string }[] }>(
        '/papers/embeddings?conference=ACL&year=2005',
      );
      return slice.metadatas.some(({ award, title }) => award === 'Best paper' && title === paper(5)['title']);
    });
    expect(api.embeddings().length).toBe(asked);
    expect(`${daemon.output()}${page}${JSON.stringify(await json('/config'))}`).not.toContain('sesame');
  });

  it('are found by their words while their vectors are away in PostgreSQL, whose password nobody sees', async () => {
    await begin('--embedding-db', 'postgresql://me:sesame-word@127.0.0.1:9/vectors');
    await put(lines(0, 5));
    const { problem } = await until('the trouble', async () => {
      const now = await status();
      return now.problem !== null && now;
    });
    expect(problem).toMatch(/vector database at postgresql:\/\/127\.0\.0\.1:9\/vectors cannot be reached/);
    expect((await search('speech'))[0]?.title).toMatch(/speech/);
    const page = await (await fetch(`${daemon.url}/papers?q=speech`, { headers: { accept: 'text/html' } })).text();
    const logs = await (await fetch(`${daemon.url}/logs`)).text();
    expect(`${daemon.output()}${page}${logs}${JSON.stringify(await json('/config'))}`).not.toContain('sesame');
  });

  it('wait for an API that is away, go on where they were, and name the one that it refuses', async () => {
    api.settings.refuse = { text: /Paper 42 / };
    await begin();
    // Three batches. The one that is refused is sent again in halves.
    const answered = (): number =>
      api
        .embeddings()
        .filter(({ status: code }) => code === 200)
        .reduce((sum, { texts }) => sum + texts.length, 0);
    api.settings.misbehave = () => (answered() < 300 ? undefined : { status: 503 });
    await put(lines(0, 1000));
    const stuck = await until('the trouble', async () => {
      const now = await status();
      return now.state === 'waiting' && now;
    });
    expect(stuck.problem).toMatch(/503/);
    expect(stuck.embedded).toBeGreaterThan(0);
    expect(await (await fetch(`${daemon.url}/papers`)).text()).toContain('503');
    api.settings.misbehave = undefined;
    const at = api.embeddings().length;
    await daemon.post('/papers/embed', {});
    const done = await until('the rest', async () => {
      const now = await status();
      return now.state === 'idle' && now.waiting === 0 && now;
    });
    expect(done).toMatchObject({
      papers: 1000,
      embedded: 999,
      failed: 1,
      problem: null,
      failures: [{ title: 'Paper 42 on speech' }],
    });
    expect(
      new Set(
        api
          .embeddings()
          .slice(at)
          .flatMap(({ texts }) => texts),
      ).size,
    ).toBeLessThanOrEqual(1000 - stuck.embedded);
    expect((await search('pens study 7')).length).toBeGreaterThan(0);
  });

  it('come in many files at once, while a client sends nothing, and the daemon ends all the same', async () => {
    await begin();
    const stalled = request(`${daemon.url}/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
    }).on('error', () => undefined);
    stalled.write(`${JSON.stringify(paper(999))}\n`);
    for (let n = 0; n < 6; n++) writeFileSync(join(daemon.inbox, `file${n}.jsonl`), lines(n * 10, n * 10 + 10));
    await embedded(60);
    expect(await daemon.stop()).toBe(0);
    await begin();
    expect(await status()).toMatchObject({ papers: 60, embedded: 60 });
  });

  it('come as a ZIP of lists by the inbox, a form, a body and a command, but none with a sound in it', async () => {
    await begin();
    const list = (from: number): Buffer =>
      Buffer.from(
        `[${lines(from, from + 5)
          .split('\n')
          .join(',')}]`,
      );
    const others = { 'lists/README.md': Buffer.from('# Lists'), 'lists/logo.png': Buffer.from('no picture') };
    const papers = async (count: number): Promise<void> =>
      void (await until(`${count} papers`, async () => (await status()).papers === count));
    const zip = zipOf({ 'lists/a.json': list(0), 'lists/b.json.gz': gzipSync(list(5)), ...others });
    writeFileSync(join(daemon.inbox, 'lists.zip'), zip);
    await papers(10);
    await putAway('lists.zip');

    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(zipOf({ 'c.json': list(10) }))]), 'more.zip');
    const headers = { accept: 'application/json' };
    const posted = await fetch(`${daemon.url}/papers`, { method: 'POST', headers, body: form });
    expect(await posted.json()).toMatchObject({ added: 5, rejected_count: 0 });
    const body = new Uint8Array(zipOf({ 'd.json': list(15), 'e.csv': Buffer.from('title,year\nNever,when') }));
    const sent = await fetch(`${daemon.url}/papers`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/zip' },
      body,
    });
    expect(await sent.json()).toMatchObject({
      added: 5,
      rejected: [{ line: 2, reason: expect.stringMatching(/^e\.csv: year/) as unknown }],
    });
    writeFileSync(join(home, 'last.zip'), zipOf({ 'f.json': list(20) }));
    expect((await run('papers', 'import', join(home, 'last.zip'))).stdout).toMatch(/5 read, 5 new/);
    await papers(25);

    writeFileSync(join(daemon.inbox, 'album.zip'), zipOf({ '1.mp3': Buffer.from('no sound'), 'g.json': list(25) }));
    await until('the album refused', async () => existsSync(join(daemon.inbox, 'failed/album.zip')));
    expect((await status()).papers).toBe(25);
  });

  it('are put in, found, counted, carried away and back by commands, with the daemon and without', async () => {
    const file = join(home, 'p.json');
    writeFileSync(file, `[${lines(0, 30).split('\n').join(',\n')},\n{"title": "No year", "conference": "ACL"}]`);
    const imported = await run('papers', 'import', file);
    expect([imported.code, imported.stdout, imported.stderr]).toEqual([
      1,
      expect.stringMatching(/31 read, 30 new/),
      expect.stringMatching(/line 31: year is missing/),
    ]);
    const known = JSON.parse((await run('papers', 'import', file, '--json')).stdout) as Record<string, unknown>;
    expect([known['unchanged'], known['success']]).toEqual([30, undefined]);
    const empty = join(home, 'empty.bib');
    writeFileSync(empty, '% Encoding: UTF-8\n@comment{nothing}\n');
    const none = await run('papers', 'import', empty);
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/empty\.bib contains no papers\./)]);
    expect((await run('papers', 'status')).stdout).toMatch(/30 papers, 0 embedded, 30 waiting/);
    const bare = await run('papers', 'search', 'graphs', 'study');
    expect([bare.code, bare.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Found by words only\. .* 0 of 30 papers.*\n {7}Paper \d+ on graphs\n.*\n {7}words: .*graphs/,
      ),
    ]);
    const [{ uid }] = (
      JSON.parse((await run('papers', 'search', 'title:"Paper 8 on"', '--json')).stdout) as { papers: [FoundPaper] }
    ).papers;
    expect((await run('papers', 'like', uid)).stdout).toMatch(
      /^Found by words only\. .* 0 of 30 papers.*\n {7}Paper \d+ on graphs\n.*\n {7}words: .*graphs/,
    );
    const embed = await run('papers', 'embed');
    expect([embed.code, embed.stdout]).toEqual([0, expect.stringMatching(/30 embedded, 0 waiting/)]);
    expect((await run('papers', 'search', 'graphs', 'study', '8')).stdout).toMatch(/^\d\.\d{3} {2}Paper \d+ on graphs/);
    const alike = await run('papers', 'like', uid, '--conference=EMNLP');
    expect([alike.code, alike.stdout]).toEqual([0, expect.stringMatching(/^\d\.\d{3} {2}Paper \d+ on graphs\n/)]);
    const sliceOf = async (file: string): Promise<{ ids: string[] }> => {
      const exported = await run('papers', 'export', 'EMNLP', '2002', file);
      expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/2 embeddings/)]);
      return JSON.parse(readFileSync(file, 'utf8')) as { ids: string[] };
    };
    const local = await sliceOf(join(home, 'local.json'));
    await begin();
    expect((await run('papers', 'like', uid, '--conference=EMNLP')).stdout).toBe(alike.stdout);
    expect(await run('papers', 'like', 'nobody')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/There is no paper with the uid “nobody”\./) as unknown,
    });
    expect(JSON.parse((await run('papers', 'search', 'music', '--json')).stdout)).toMatchObject({
      papers: expect.arrayContaining([expect.objectContaining({ conference: 'EMNLP' })]),
    });
    const slice = join(home, 'slice.json');
    expect(await sliceOf(slice)).toEqual(local);
    expect(local.ids).toHaveLength(2);
    const nothing = join(home, 'nothing.json');
    expect((await run('papers', 'export', 'EMNLP', '1990', nothing)).stderr).toMatch(/no embeddings of EMNLP 1990/);
    expect(existsSync(nothing)).toBe(false);
    expect((await run('papers', 'import-embeddings', slice, 'EMNLP', '2002')).stdout).toMatch(/by 2 others/);
    expect((await run('papers', 'import-embeddings', slice, 'EMNLP', '2003')).code).toBe(1);
    expect((await run('papers', 'embed', 'all')).stdout).toMatch(/30 embedded/);
    expect((await run('papers', 'search', ' ')).code).not.toBe(0);
  });

  it('are listed by a command once they are saved, and handed on as files, with the daemon and without', async () => {
    await begin();
    await put(lines(0, 3));
    const { papers } = await json<{ papers: FoundPaper[] }>('/papers?q=graphs');
    const fields = { action: 'note', uid: papers[0]?.uid ?? '', note: 'Ask\nabout it' };
    await fetch(`${daemon.url}/papers/saved`, { method: 'POST', body: new URLSearchParams(fields) });
    const all = (): Promise<string[]> =>
      Promise.all(
        [[], ['--json'], ['--export=bibtex'], ['--export=ris']].map(
          async (more) => (await run('papers', 'saved', ...more)).stdout,
        ),
      );
    const [shown = '', facts = '', bibtex, ris = ''] = await all();
    expect(shown).toMatch(/^Paper \d+ on graphs\n.*\n {2}\| Ask\n {2}\| about it\n$/);
    expect(JSON.parse(facts)).toMatchObject({ note: 'Ask\nabout it', is_gone: false });
    expect(bibtex).toMatch(/^@inproceedings\{[^@]*\n\}\n+$/);
    expect(ris.split('\r\n')[0]).toMatch(/^TY {2}- CONF$/);
    expect(ris.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await run('papers', 'saved', '--export=word')).stderr).toMatch(/bibtex, ris, csl, markdown/);
    expect((await run('papers', 'saved', '--export=ris', '--json')).code).not.toBe(0);
    await daemon.stop();
    expect(await all()).toEqual([shown, facts, bibtex, ris]);
  });

  it('are looked at by the clock, and follow new settings', async () => {
    await begin('--embed-schedule', '*/1 * * * *');
    await until('the schedule', async () => /^\d{4}-/.test((await status()).next_run ?? ''));
    await put(lines(0, 5));
    await embedded(5);
    const other = await startEmbeddingServer({ dimension: 32 });
    try {
      await daemon.post('/config', { embedding_model: 'other' });
      await put(lines(5, 6));
      const mixed = await until('the refusal to mix', async () => {
        const now = await status();
        return now.other_model === 'mini' && now.state === 'waiting' && now;
      });
      expect(mixed).toMatchObject({
        state: 'waiting',
        embedded: 5,
        problem: expect.stringMatching(/“mini”.*“other”.*again/),
      });
      const page = await (await fetch(`${daemon.url}/papers?q=pens`, { headers: { accept: 'text/html' } })).text();
      expect(page).toContain('Embed all papers again');
      expect(page).not.toContain('tries again automatically');
      expect(page).toMatch(/Found by words only\.<\/strong> The embeddings were made by the model .*mini/);
      expect(await json('/papers?q=pens')).toMatchObject({ by: 'words', why: expect.stringMatching(/mini.*other/) });
      await daemon.post('/config', { embedding_model: 'mini' });
      await until('the former model again', async () => (await status()).problem === null);
      await embedded(6);
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          daemon.post('/config', { embed_batch_size: String(n + 1), embedding_model: n % 2 === 0 ? 'third' : 'other' }),
        ),
      );
      // Which of ten requests at once comes last, nobody can say.
      await daemon.post('/config', { embedding_model: 'other' });
      await until('the last of ten settings', async () => (await status()).other_model === 'mini');
      await daemon.post('/papers/embed', { all: 'true' });
      await embedded(6);
      expect((await status()).model).toBe('other');
    } finally {
      await other.close();
    }
  });
});
