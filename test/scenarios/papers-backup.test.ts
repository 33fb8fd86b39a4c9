/** Papers in backups: the real program writes them, and another home takes them. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Sandbox, type Ended } from '../daemon/cli/program.js';
import { changed, entriesOf, sha256 } from '../support/backup.js';
import { embeddingFlags, startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server.js';
import { suiteFolder } from '../support/folder.js';
import { until } from '../support/patience.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const count = 450;

let api: EmbeddingServer;
let daemon: RunningDaemon | undefined;
const flags = (model?: string): string[] => embeddingFlags(api, model);

const sandbox = new Sandbox();
const run = (home: string, ...words: string[]): Promise<Ended> => sandbox.run(['--home', at(home), ...words]);

const paper = (n: number): Record<string, unknown> => ({
  title: `Größe <b>${n}</b> and \\alpha`,
  abstract: `Study ${n}.\nSecond line.`,
  authors: [`Ada Lovelace`, `Author ${n}`],
  year: 2000 + (n % 20),
  conference: n % 2 === 0 ? 'EMNLP' : 'ACL',
  original_id: n,
});

const json = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${daemon?.url}${path}`, { headers: { accept: 'application/json' } })).json()) as Answer;
const post = (path: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${daemon?.url}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
const embedded = (): Promise<unknown> =>
  until('all papers embedded', async () => {
    const { status } = await json<{ status: { embedded: number; state: string } }>('/papers');
    return status.embedded === count && status.state === 'idle';
  });
interface Saved {
  saved: { paper: { uid: string; title: string }; note: string; saved_at: string }[];
}
const search = (q: string): Promise<unknown> =>
  json<{ papers: unknown }>(`/papers?q=${encodeURIComponent(q)}`).then(({ papers }) => papers);

let before: { found: unknown; saved: Saved };

beforeAll(async () => {
  api = await startEmbeddingServer({ dimension: 32 });
  daemon = await startProgram(at('one'), flags());
  const given = Array.from({ length: count }, (_, n) => paper(n));
  expect((await daemon.putPapers(given)).status).toBe(200);
  await embedded();
  const { papers } = await json<{ papers: { uid: string }[] }>('/papers?q=study');
  const uids = papers.map(({ uid }) => uid);
  expect((await post('/papers/saved', { action: 'note', uid: uids[0] ?? '', note: 'Read “this”\nfirst' })).status).toBe(
    200,
  );
  expect((await post('/papers/saved', { action: 'save', uid: uids[1] ?? '' })).status).toBe(200);
  expect((await post('/papers/alerts', { action: 'keep', q: 'study', year: '2001' })).status).toBe(200);
  expect((await post('/papers/feeds', { action: 'add', address: api.url })).status).toBe(200);
  before = { found: await search('study 7'), saved: await json<Saved>('/papers/saved') };
  expect(before.saved.saved).toHaveLength(2);
});
afterAll(async () => {
  await daemon?.stop();
  await api.close();
  await sandbox.clear();
});
// After the hook above, which ends what writes there.
const folder = suiteFolder();
const at = (...parts: string[]): string => join(folder, ...parts);

it('papers, notes and vectors come back in another home, and nothing is embedded again', async () => {
  const made = await run('one', 'backup', at('a.zip'));
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('papers/saved.jsonl: 2 saved papers.\npapers/papers.jsonl: 450 papers.\n');
  expect(made.stdout).toContain('papers/vectors.jsonl: 450 vectors.\n');
  await daemon?.stop();
  const asked = api.embeddings().length;

  const back = await run('two', ...flags(), 'restore', at('a.zip'));
  expect(back.code).toBe(0);
  expect(back.stdout).toBe(
    'No album was added.\n1 kept search was restored.\n450 papers were added.\n2 saved papers were restored.\n' +
      '450 embeddings were restored.\n',
  );
  daemon = await startProgram(at('two'), flags());
  await embedded();
  expect(
    api
      .embeddings()
      .slice(asked)
      .flatMap(({ texts }) => texts),
  ).toEqual([]);
  expect(await json('/papers/saved')).toEqual(before.saved);
  expect(await search('study 7')).toEqual(before.found);
  // Addresses are never restored.
  expect(await json('/papers/alerts')).toMatchObject({
    searches: [{ q: 'study', years: [2001], count: 0 }],
    feeds: [],
  });

  const twice = await run('two', 'restore', at('a.zip'));
  expect(twice).toMatchObject({ code: 0, stderr: '' });
  expect(twice.stdout).toContain('No paper was added.\n450 papers were already here and are unchanged.\n');
  expect(await json('/papers/saved')).toEqual(before.saved);
});

it('without a daemon the backup has the same papers, also without vectors', async () => {
  await daemon?.stop();
  const made = await run('two', ...flags(), 'backup', '--without-vectors', at('b.zip'));
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [one, other] = [await entriesOf(at('a.zip')), await entriesOf(at('b.zip'))];
  const lines = (bytes: Buffer | undefined): string[] => String(bytes).trimEnd().split('\n').sort();
  for (const name of ['papers/papers.jsonl', 'papers/saved.jsonl'])
    expect(lines(other[name]).join('\n') === lines(one[name]).join('\n')).toBe(true);
  expect(Object.keys(other).filter((name) => name.includes('vectors'))).toEqual([]);
});

it('commands list kept searches, and add and fetch feeds, without a daemon', async () => {
  await daemon?.stop();
  const added = await run('two', 'papers', 'feeds', 'add', 'http://127.0.0.1:9/new', 'week');
  expect(added.stdout).toMatch(/^\w+ {2}127\.0\.0\.1:9\/new, every week: not fetched yet\n$/);
  const listed = await run('two', 'papers', 'alerts');
  expect([listed.code, listed.stdout]).toEqual([
    0,
    expect.stringMatching(/^study · 2001: 0 new since .*Z\n\w+ {2}127\.0\.0\.1:9\/new, /),
  ]);
  const fetched = await run('two', 'papers', 'feeds', 'fetch');
  expect([fetched.code, fetched.stderr]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:9 cannot be reached: /)]);
});

it('vectors of another model stay out, and notes here stay', async () => {
  await daemon?.stop();
  const back = await run('three', ...flags('maxi'), 'restore', at('a.zip'));
  expect(back.code).toBe(0);
  expect(back.stdout).toContain(
    'The embeddings in the backup were made by the model mini, but the settings name maxi.',
  );
  daemon = await startProgram(at('three'), flags('maxi'));
  await embedded();
  const noted = before.saved.saved.find(({ note }) => note !== '');
  expect((await post('/papers/saved', { action: 'note', uid: noted?.paper.uid ?? '', note: 'mine' })).status).toBe(200);
  const again = await run('three', 'restore', at('a.zip'));
  expect(again.stdout).toContain('1 saved paper has another note here than in the backup. The notes here were kept.');
  const { saved } = await json<Saved>('/papers/saved');
  expect(saved.map(({ note }) => note).sort()).toEqual(['', 'mine']);
});

it('what cannot be read costs nothing else, and is named when the backup is made and when it is restored', async () => {
  await daemon?.stop();
  const made = await run('two', ...flags(), '--embedding-db', 'http://127.0.0.1:9', 'backup', at('part.zip'));
  expect(made.code).toBe(1);
  expect(made.stdout).toContain('papers/saved.jsonl: 2 saved papers.\npapers/papers.jsonl: 450 papers.\n');
  expect(made.stderr).toMatch(/^The backup lacks vectors: .*127\.0\.0\.1:9/m);
  const back = await run('six', ...flags(), 'restore', at('part.zip'));
  expect(back.code).toBe(1);
  expect(back.stdout).toMatch(/When the backup was made, these could not be included: vectors: /);
  expect(back.stdout).toContain('450 papers were added.\n2 saved papers were restored.\n');
  // The vectors cannot be restored either; papers and notes are.
  const partly = await run('seven', ...flags(), '--embedding-db', 'http://127.0.0.1:9', 'restore', at('a.zip'));
  expect(partly.code).toBe(1);
  expect(partly.stdout).toContain('450 papers were added.\n2 saved papers were restored.\n');
  expect(partly.stdout).toContain('papers/vectors.jsonl was not restored: ');
});

it('a damaged line loses one record, a damaged file none of the albums', async () => {
  await daemon?.stop();
  await changed(at('a.zip'), at('line.zip'), (entries, manifest) => {
    const listed = manifest.others.find(({ name }) => name === 'papers/papers.jsonl');
    const lines = String(entries['papers/papers.jsonl']).split('\n');
    lines[3] = `${'['.repeat(100_000)}`;
    lines[4] = '{"title": "no conference"}';
    const bytes = (entries['papers/papers.jsonl'] = Buffer.from(lines.join('\n')));
    if (listed !== undefined) Object.assign(listed, { size: bytes.length, sha256: sha256(bytes) });
  });
  const partly = await run('four', ...flags(), 'restore', at('line.zip'));
  expect(partly.code).toBe(1);
  expect(partly.stdout).toContain('448 papers were added.\n2 lines of papers/papers.jsonl could not be read.\n');

  await changed(at('a.zip'), at('bytes.zip'), (entries) => {
    const bytes = entries['papers/papers.jsonl'] as Buffer;
    bytes[20] = (bytes[20] ?? 0) ^ 1;
  });
  const not = await run('five', ...flags(), 'restore', at('bytes.zip'));
  expect(not.code).toBe(1);
  expect(not.stdout).toContain('papers/papers.jsonl was not restored: "papers/papers.jsonl" has changed');
});
