/** An assistant asks the real program for papers, by the client of the protocol's own library. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddingFlags, startEmbeddingServer } from '../support/embedding-server.js';
import { entry, Sandbox } from '../daemon/cli/program.js';
import { startProgram } from './daemon-process.js';
import { until } from '../support/patience.js';
import { forAllTests } from '../support/opened.js';

const paper = (uid: string, title: string, more: object = {}): string =>
  JSON.stringify({
    ...{ uid, title, abstract: `${title}, told at length.`, authors: ['Ada Lovelace', 'Grace Hopper'] },
    ...{ year: 2020, conference: 'EMNLP', session: 'S', ...more },
  });
const papers = [
  paper('larks', 'How larks sing songs', { doi: '10.1/larks', keywords: ['birds'] }),
  paper('owls', 'How owls sing songs', { year: 2021, session: 'T' }),
  paper('suns', 'Far away suns', { conference: 'ACL', year: 2021, authors: ['Emmy Noether'] }),
].join('\n');

interface Found {
  papers: { uid: string; closeness: number | null; words: string[]; url: string | null; snippet: string }[];
  by: string;
  why: string | null;
}

const api = forAllTests(
  () => startEmbeddingServer({ dimension: 256 }),
  (one) => one.close(),
);

const sandbox = new Sandbox();
let home: string;
beforeEach(() => void (home = join(sandbox.folder, 'home')));
afterEach(() => sandbox.clear());

const flags = (): string[] => embeddingFlags(api);
const words = (...more: string[]): string[] => ['--home', home, ...flags(), ...more];

/** Puts the papers in. */
async function filled(...more: string[]): Promise<void> {
  const file = join(sandbox.folder, 'papers.jsonl');
  writeFileSync(file, papers);
  expect((await sandbox.run(words('papers', 'import', file))).code).toBe(0);
  if (more.includes('embedded')) expect((await sandbox.run(words('papers', 'embed'))).code).toBe(0);
}

interface Assistant {
  client: Client;
  ask: <Facts = Found>(name: string, input?: object) => Promise<Facts>;
  /** What is said where it cannot be. */
  refused: (name: string, input?: object) => Promise<string>;
}

async function withAssistant(work: (assistant: Assistant) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [entry, ...words('mcp')];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  await client.connect(transport);
  // With the list the client knows what answers must be, and checks them.
  await client.listTools();
  const call = async (name: string, input: object): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
  const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '');
  try {
    await work({
      client,
      async ask<Facts>(name: string, input = {}) {
        const answer = await call(name, input);
        expect([textOf(answer), answer.isError]).toEqual([expect.stringMatching(/\S/), undefined]);
        return answer.structuredContent as Facts;
      },
      async refused(name, input = {}) {
        const answer = await call(name, input);
        expect([answer.isError, answer.structuredContent]).toEqual([true, undefined]);
        return textOf(answer);
      },
    });
  } finally {
    await client.close();
  }
}

const uidsOf = (found: Found): string[] => found.papers.map(({ uid }) => uid);

describe('an assistant', () => {
  it('is told what it may ask, and makes no database where there is none', async () => {
    await withAssistant(async ({ client, ask, refused }) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        ...['search_papers', 'fetch_paper', 'more_like_this', 'list_conferences', 'counts_over_time'],
      ]);
      for (const { description, annotations, inputSchema } of tools) {
        expect([description, annotations]).toEqual([
          expect.stringMatching(/\.$/),
          expect.objectContaining({ readOnlyHint: true }),
        ]);
        expect(inputSchema['additionalProperties']).toBe(false);
      }
      expect([client.getServerVersion()?.name, client.getInstructions()]).toEqual([
        'tonstift',
        expect.stringContaining('fetch_paper'),
      ]);
      expect((await ask('search_papers', { query: 'songs' })).papers).toEqual([]);
      expect(await ask('list_conferences')).toEqual({ papers: 0, conferences: [] });
      expect(await ask('counts_over_time', { query: 'x', years: [2020] })).toMatchObject({ papers: 0, years: [] });
      expect(await refused('fetch_paper', { uid: 'larks' })).toBe('There is no paper with the uid “larks”.');
    });
    expect(existsSync(join(home, 'papers.db'))).toBe(false);
  });

  it('finds papers by words where there are no vectors, and is told why', async () => {
    await filled();
    await withAssistant(async ({ ask }) => {
      const found = await ask('search_papers', { query: 'song of larks', limit: 5 });
      expect([found.by, found.why]).toEqual(['words', expect.stringMatching(/embedded 0 of 3 papers/)]);
      expect(found.papers).toMatchObject([
        { uid: 'larks', words: ['larks', 'songs'], closeness: null, url: 'https://doi.org/10.1/larks' },
        { uid: 'owls', words: ['songs'] },
      ]);
      expect(await ask('search_papers', { query: 'authors:"noether"' })).toMatchObject({ by: 'fields', why: null });
      const alike = await ask('more_like_this', { uid: 'larks' });
      expect([alike.by, alike.why, uidsOf(alike)[0]]).toEqual(['words', expect.stringMatching(/embedded/), 'owls']);
      expect(await ask('fetch_paper', { uid: 'larks' })).toMatchObject({
        paper: { uid: 'larks', abstract: 'How larks sing songs, told at length.', keywords: ['birds'], session: 'S' },
        citation: 'Ada Lovelace and Grace Hopper. How larks sing songs. EMNLP 2020. https://doi.org/10.1/larks',
        url: 'https://doi.org/10.1/larks',
      });
      expect(await ask('list_conferences')).toEqual({
        papers: 3,
        conferences: [
          { conference: 'ACL', papers: 1, years: [{ year: 2021, papers: 1 }] },
          {
            ...{ conference: 'EMNLP', papers: 2 },
            years: [
              { year: 2020, papers: 1 },
              { year: 2021, papers: 1 },
            ],
          },
        ],
      });
      expect(await ask('counts_over_time', { query: 'song sing', by_conference: true })).toEqual({
        papers: 2,
        years: [
          { year: 2020, papers: 1, of: 1 },
          { year: 2021, papers: 1, of: 2 },
        ],
        conferences: [
          { conference: 'ACL', years: [{ year: 2021, papers: 0, of: 1 }] },
          {
            conference: 'EMNLP',
            years: [
              { year: 2020, papers: 1, of: 1 },
              { year: 2021, papers: 1, of: 1 },
            ],
          },
        ],
        is_whole: true,
      });
    });
  });

  it('finds papers by meaning, the same without a daemon, beside one, and after it', async () => {
    await filled('embedded');
    await withAssistant(async ({ client, ask, refused }) => {
      const all = async (): Promise<unknown[]> => [
        await ask('search_papers', { query: 'larks sing', limit: 2, years: [2020, 2021] }),
        await ask('search_papers', { query: 'songs', conferences: ['EMNLP'], sessions: ['T'] }),
        await ask('more_like_this', { uid: 'larks', limit: 1 }),
        await ask('more_like_this', { uid: 'larks', conferences: ['ACL'], years: [2021] }),
        await ask('fetch_paper', { uid: 'suns' }),
        await ask('list_conferences'),
        await ask('counts_over_time', { query: 'songs', sessions: ['S'] }),
        await refused('fetch_paper', { uid: 'nobody' }),
        await refused('search_papers', { query: 'autor:"x"' }),
        await refused('more_like_this', { uid: 'larks', conferences: ['NeurIPS', 'ACL'], years: [1999] }),
        (await client.readResource({ uri: 'tonstift://paper/owls' })).contents,
      ];
      const alone = await all();
      expect(alone).toEqual([
        expect.objectContaining({ by: 'words and meaning', why: null }),
        expect.objectContaining({ papers: [expect.objectContaining({ uid: 'owls' })] }),
        expect.objectContaining({ by: 'meaning', papers: [expect.objectContaining({ uid: 'owls' })] }),
        expect.objectContaining({ papers: [expect.objectContaining({ uid: 'suns', found_by: ['meaning'] })] }),
        expect.objectContaining({ citation: 'Emmy Noether. Far away suns. ACL 2021.', url: null }),
        expect.objectContaining({ papers: 3 }),
        expect.objectContaining({ papers: 1 }),
        'There is no paper with the uid “nobody”.',
        expect.stringMatching(/^There is no field autor; the fields are /),
        'No paper has the conference "NeurIPS". Use one of these: ACL, EMNLP.',
        [expect.objectContaining({ text: expect.stringContaining('How owls sing songs. EMNLP 2021.') as unknown })],
      ]);
      const [
        {
          papers: [first],
        },
      ] = alone as [Found];
      expect(first).toMatchObject({ uid: 'larks', words: ['larks', 'sing'] });
      expect(first?.closeness).toBeGreaterThan(0.3);
      // Nothing is held between two questions.
      expect(readdirSync(join(home, 'embeddings')).filter((name) => name.includes('lock'))).toEqual([]);
      const daemon = await startProgram(home, flags());
      try {
        expect(await all()).toEqual(alone);
        const embedded = async () =>
          (await (await fetch(`${daemon.url}/papers`)).text()).includes('3 papers, 3 embedded');
        await until('the daemon at rest', embedded);
        expect(daemon.output()).not.toMatch(/warn|error/);
      } finally {
        await daemon.stop();
      }
      expect(await ask('more_like_this', { uid: 'larks', limit: 1 })).toEqual(alone[2]);
    });
  });

  it('is told what is wrong with what it asks', async () => {
    const wrong: [string, object, RegExp][] = [
      ['search_papers', {}, /query/],
      ['search_papers', { query: ' ' }, /must not be empty at query/],
      ['search_papers', { query: 'x', limit: 1000 }, /must be 100 or less at limit/],
      ['search_papers', { query: 'x', years: ['2020'] }, /must be a year such as 2020 at years\[0\]/],
      ['search_papers', { query: 'x', year: 2020 }, /Unrecognized key: "year"/],
      ['more_like_this', { uid: '' }, /must not be empty at uid/],
      ['counts_over_time', { by_conference: 'yes' }, /must be true or false at by_conference/],
      ['list_conferences', { all: true }, /Unrecognized key: "all"/],
      ['delete_papers', {}, /not found/],
    ];
    await withAssistant(async ({ client, refused }) => {
      for (const [name, input, sentence] of wrong)
        expect([name, input, await refused(name, input)]).toEqual([name, input, expect.stringMatching(sentence)]);
      await expect(client.readResource({ uri: 'tonstift://paper/nobody' })).rejects.toThrow(/no paper with the uid/);
      for (const uid of ['conf/acl/x', '%E0'])
        await expect(client.readResource({ uri: `tonstift://paper/${uid}` })).rejects.toThrow(/no paper with the uid/);
    });
  });
});

describe('the program', () => {
  const initialize = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  const calling = (id: number): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_conferences', arguments: {} } });

  it('says nothing but answers on standard output, passes over nonsense, and ends when its input does', async () => {
    await filled();
    const long = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'x'.repeat(11_000_000) });
    const input = ['nonsense', '{"a": 1}', '[]', initialize, calling(2), '{', long, calling(3), ''].join('\n');
    const { code, stdout, stderr } = await sandbox.run(words('--log-level', 'debug', 'mcp'), {}, input);
    const answers = stdout.trimEnd().split('\n');
    expect([code, answers.map((line) => (JSON.parse(line) as { id: number }).id).sort()]).toEqual([0, [1, 2, 3]]);
    expect(stderr.match(/^tonstift mcp: /gm)).toHaveLength(5);
    expect(stderr).toContain('A message of 11000037 bytes was skipped: the limit is 1048576 bytes.');
    expect(await sandbox.run(words('mcp'), {}, '')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('ends when nobody reads its answers', async () => {
    const running = sandbox.start(words('mcp'), {}, null);
    running.child.stdin?.on('error', () => undefined);
    running.child.stdin?.write(`${initialize}\n`);
    await running.says(/"serverInfo"/);
    running.child.stdout?.destroy();
    running.child.stdin?.write(`${calling(2)}\n`);
    expect((await running.ended).code).toBe(0);
  });

  it('does not begin with settings that are wrong', async () => {
    const { code, stdout, stderr } = await sandbox.run(words('--port', 'x', 'mcp'), {}, `${initialize}\n`);
    expect([code, stdout, stderr]).toEqual([78, '', expect.stringMatching(/port/)]);
  });
});
