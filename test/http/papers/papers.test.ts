import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { say } from '../../../workers/base/language/sentence.js';
import { until } from '../../support/patience.js';
import { browser, start } from '../client.js';
import { afterLogin, allowsOnly, leadsBack } from '../every-path.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

const line = (n: number): string =>
  JSON.stringify({
    title: `Paper ${n}`,
    year: 2020,
    conference: 'EMNLP',
    authors: ['Ada'],
    abstract: 'Text.',
    session: 'S',
  });
const error = (answer: {
  json(): Record<string, unknown>;
}): { code: string; message: string; fields: Record<string, string> } => answer.json()['error'] as never;

it('a body that is not read to its end leaves its connection to the next request', async () => {
  const socket = connect(running.port, '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
  // It cannot be unpacked, so most of it is never read.
  const body = Buffer.concat([Buffer.from('1f8b08000000000000030000', 'hex'), Buffer.alloc(2_000_000, 255)]);
  socket.write(
    'POST /papers HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await until('the first answer', () => answers.includes('cannot be unpacked'));
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await until('the second answer', () => answers.lastIndexOf('HTTP/1.1 200') > 0);
  socket.destroy();
  expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200']);
});

describe('the page Papers', () => {
  const navigation = async (): Promise<string> =>
    /<nav aria-label="Pages">[^]*?<\/nav>/.exec((await running.ask('/library', { headers: browser })).text)?.[0] ?? '';

  it('is in the navigation if there are papers, or if a setting says so; help always links to it', async () => {
    const { papers, config } = running.services;
    const isUsed = papers.isUsed.bind(papers);
    expect(await navigation()).toContain('href="/papers"');
    papers.isUsed = () => false;
    try {
      expect(await navigation()).not.toContain('href="/papers"');
      expect((await running.ask('/papers', { headers: browser })).status).toBe(200);
      expect((await running.ask('/help', { headers: browser })).text).toContain('<a href="/papers">');
      config.saved['show_papers'] = true;
      expect(await navigation()).toContain('href="/papers"');
    } finally {
      papers.isUsed = isUsed;
      delete config.saved['show_papers'];
    }
  });

  it('says without alarm that there is no embedding server, and links to its setting', async () => {
    const { papers } = running.services;
    const status = papers.status.bind(papers);
    papers.status = async () => ({ ...(await status()), state: 'embedding', fact: say('papers.no_server') });
    try {
      const { text } = await running.ask('/papers', { headers: browser });
      expect(text).toMatch(/set up an embedding server\. <a href="\/config\?all=true#f-llm_backend_url">/);
      expect(text).not.toMatch(/class="piece (busy|bad)"|class="note warning"/);
    } finally {
      papers.status = status;
    }
  });
});

describe('GET /papers', () => {
  it('answers what was found, as JSON and as a page in which nothing of a paper is markup', async () => {
    const facts = (
      await running.ask('/papers?q=pens+ink&year=2020&year=2021&limit=3', { headers: { accept: 'application/json' } })
    ).json();
    expect(facts).toMatchObject({
      success: true,
      query: { q: 'pens ink', years: [2020, 2021], limit: 3, distance: 1.1, conferences: [] },
      papers: [{ uid: 'a', distance: expect.closeTo(1) as unknown }],
      status: { papers: 1 },
    });
    const page = await running.ask('/papers?q=pens+ink', { headers: browser });
    expect(page.status).toBe(200);
    expect(page.text).toContain('On &lt;b&gt;Pens&lt;/b&gt;');
    expect(page.text).not.toContain('distance 1.000');
    expect(page.text).not.toContain('javascript:');
    expect((await running.ask('/papers?q=nothing', { headers: browser })).text).toContain('none is similar enough');
  });

  it('gives a search up when whoever asked has left', async () => {
    const { papers } = running.services;
    const real = papers.search.bind(papers);
    const begun = new Promise<AbortSignal | undefined>((begin) => {
      papers.search = (_, signal) => {
        begin(signal);
        return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)));
      };
    });
    const asking = request({ host: '127.0.0.1', port: running.port, path: '/papers?q=pens', agent: false });
    asking.on('error', () => undefined).end();
    const signal = await begun;
    asking.destroy();
    await until('the search to be given up', () => signal?.aborted);
    papers.search = real;
  });

  it('names a field that there is none of, and keeps what was asked', async () => {
    const path = `/papers?${new URLSearchParams({ q: 'pens autor:"ada" größe:"1"', distance: '0.8' }).toString()}`;
    const answer = await running.ask(path, { headers: { accept: 'application/json' } });
    expect([answer.status, error(answer)]).toEqual([
      400,
      {
        code: 'bad_field',
        message: expect.any(String) as unknown,
        fields: {
          q: expect.stringMatching(/^There are no fields autor, größe; the fields are .*title.*author/) as unknown,
        },
      },
    ]);
    const page = await running.ask(path, { headers: { ...browser, 'accept-language': 'de' } });
    expect(page.status).toBe(400);
    expect(page.text).toContain('role="alert">Felder autor, größe gibt es nicht; die Felder sind ');
    expect(page.text).toContain('value="pens autor:&quot;ada&quot; größe:&quot;1&quot;"');
    expect(page.text).toMatch(/name="distance"[^>]* value="0\.8"/);
    expect(page.text).not.toContain('Kein Artikel');
    const excluded = await running.ask('/papers?q=pens+-title%3A%22ink%22', { headers: browser });
    expect([excluded.status, excluded.text]).toEqual([
      400,
      expect.stringContaining('A filter such as title cannot be'),
    ]);
    const text = await running.ask('/papers?q=autor%3A+%22ada%22', { headers: browser });
    expect(text.status).toBe(200);
  });

  it('shows how near a paper is and must be, in words and as a bar', async () => {
    const page = await running.ask('/papers?q=pens+ink&distance=1.25', { headers: browser });
    expect(page.text).toMatch(/type="range"[^>]* name="distance" min="0" max="2" step="0\.01"\s+value="1\.25"/);
    expect(page.text).toContain('>somewhat similar topics too</output>');
    expect(page.text).toMatch(/<meter [^>]*value="0\.500"[^]*Similar topic</);
    const all = await running.ask('/papers?q=pens&distance=2', { headers: { ...browser, 'accept-language': 'de' } });
    expect(all.text).toContain('>beliebig</output>');
    const facts = await running.ask('/papers?q=pens&threshold=0.5', { headers: { accept: 'application/json' } });
    expect(facts.json()).toMatchObject({ query: { distance: 0.5 } });
  });

  it('finds by words where the server is away, and says so on the page and to programs', async () => {
    running.services.papers.away = true;
    const page = await running.ask('/papers?q=pens', { headers: browser });
    const none = await running.ask('/papers?q=away', { headers: browser });
    const answer = await running.ask('/papers?q=pens', { headers: { accept: 'application/json' } });
    running.services.papers.away = false;
    expect(page.text).toMatch(
      /Found by words only\.<\/strong> The embedding server is away\.[^]*Contains the word <mark>Pens</,
    );
    expect([none.status, none.text.includes('No paper contains these words.')]).toEqual([200, true]);
    expect(none.text).not.toContain('Show the most similar papers anyway');
    expect(answer.json()).toMatchObject({
      by: 'words',
      why: 'The embedding server is away.',
      is_whole: true,
      papers: [{ uid: 'a', found_by: ['words'], words: ['Pens'], distance: null }],
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1e3', 'limit'],
    ['year=20', 'year'],
    ['distance=-1', 'distance'],
    ['threshold=far', 'threshold'],
    ['q=a&q=b', 'q'],
    ['colour=red', 'colour'],
    [`q=${'a'.repeat(13_000)}${'b'.repeat(100)}&limit=x`, 'limit'],
  ])('refuses %s', async (query, field) => {
    const answer = await running.ask(`/papers?${query}`, { headers: { accept: 'application/json' } });
    expect([answer.status, Object.keys(error(answer).fields)]).toEqual([400, [field]]);
  });
});

describe('POST /papers', () => {
  it.each([
    ['application/x-ndjson', `${line(1)}\n\n{"title": \n${line(2)}\n`, 2, 1],
    ['application/json', `[${line(3)},${line(4)}]`, 2, 0],
    ['application/json; charset=utf-8', `{"papers": [${line(5)}]}`, 1, 0],
    ['text/csv', 'title,year,conference\nOne,2020,EMNLP\nTwo,never,EMNLP\n', 1, 1],
  ])('takes a body of %s as it comes', async (type, body, added, rejected) => {
    const answer = await running.ask('/papers', { method: 'POST', headers: { 'content-type': type }, body });
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ success: true, added, rejected_count: rejected }),
    ]);
  });

  it('takes files, and names what it could not take by file and line', async () => {
    const parts = [
      { name: 'files', filename: 'a.jsonl', content: line(6) },
      { name: 'files', filename: 'b.CSV', content: 'title,year,conference\nX,1,EMNLP\n' },
    ];
    const answer = await running.parts('/papers', parts);
    expect(answer.json()).toMatchObject({
      success: true,
      added: 1,
      rejected_count: 1,
      files: [
        { filename: 'a.jsonl', added: 1 },
        { filename: 'b.CSV', rejected: [{ line: 2 }] },
      ],
    });
    const page = await running.parts('/papers', parts, browser);
    expect([page.status, page.headers.location]).toEqual([303, '/papers']);
    expect(await running.leftovers()).toEqual([]);
  });

  it('takes conference and year from the form, the address, and the names of file and folder', async () => {
    const open = [{ title: 'Open', authors: ['Ada'], abstract: 'x', venue: null }];
    const file = { name: 'files', filename: 'all.json', content: JSON.stringify(open) };
    const ask = async (more: { name: string; content: string }[], path = '/papers'): Promise<object> =>
      (await running.parts(path, [...more, file])).json();
    const field = (name: string, content: string): { name: string; content: string } => ({ name, content });
    const by = (...ways: string[]): object => ({
      added: 1,
      taken: ways.map((way) => expect.objectContaining({ by: way })),
    });
    expect(await ask([field('conference', 'A'), field('year', '2001')])).toMatchObject(by('given', 'given'));
    expect(await ask([field('conference', 'B'), field('year', '')], '/papers?year=2002')).toMatchObject(
      by('given', 'given'),
    );
    expect(await ask([field('folder', 'ICML 2003')])).toMatchObject(by('name', 'name'));
    expect(await ask([field('year', '20x')])).toMatchObject({
      error: { fields: { year: expect.any(String) as unknown } },
    });
    const alone = await running.post('/papers?filename=iclr2018.json&year=2004', open);
    expect(alone.json()).toMatchObject(by('name', 'given'));
    expect(await ask([])).toMatchObject({
      rejected_kinds: [
        {
          reason: 'year is missing; conference is missing. The record has the keys title, authors, abstract, venue.',
          ...{ count: 1, lines: [1] },
        },
      ],
    });
  });

  it('refuses what is no file of papers, an empty form and other types', async () => {
    const bad = await running.parts('/papers', [{ name: 'files', filename: 'a.mp3', content: 'x' }]);
    expect([bad.status, error(bad).fields['files']]).toEqual([400, expect.stringContaining('.jsonl')]);
    expect((await running.ask('/papers', { method: 'POST' })).status).toBe(400);
    const others: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
    ];
    for (const headers of others)
      expect((await running.ask('/papers', { method: 'POST', headers, body: 'x' })).status).toBe(415);
  });

  it('takes no more than an upload may have', async () => {
    running.services.uploadLimit = 1000;
    const answer = await running.ask('/papers', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${line(1)}\n`.repeat(50),
    });
    running.services.uploadLimit = 10e6;
    expect([answer.status, error(answer).code]).toEqual([413, 'too_large']);
  });
});

describe('embeddings', () => {
  it('are started again or gone on with', async () => {
    expect((await running.form('/papers/embed', {})).json()).toMatchObject({
      success: true,
      status: { papers: 12, embedded: 12 },
    });
    expect((await running.form('/papers/embed', { all: 'perhaps' })).status).toBe(400);
    expect((await running.form('/papers/embed', { how: 'fast' })).status).toBe(400);
  });

  it('go out and come in by conference and year', async () => {
    const answer = await running.ask('/papers/embeddings?conference=EMNLP&year=2020');
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringContaining('embeddings%20EMNLP%202020.json') as unknown,
      'tonstift-embeddings': '8',
    });
    const data = answer.json();
    expect(Object.keys(data)).toEqual(['ids', 'documents', 'metadatas', 'embeddings']);
    expect(Object.values(data).map((list) => (list as unknown[]).length)).toEqual([8, 8, 8, 8]);
    expect(data).toMatchObject({
      ids: expect.arrayContaining(['a']) as unknown,
      documents: expect.arrayContaining(['On <b>Pens</b>\n\nInk & sound.']) as unknown,
    });
    const back = await running.post('/papers/embeddings?conference=EMNLP&year=2020', data);
    expect(back.json()).toEqual({ success: true, imported: 8 });
    expect((await running.ask('/papers/embeddings?conference=EMNLP')).status).toBe(400);
    const cut = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    expect((await running.ask('/papers/embeddings?conference=EMNLP&year=2020', cut)).status).toBe(400);
  });

  it('are not compressed, because they are saved', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    const answer = await running.ask('/papers/embeddings?conference=EMNLP&year=2020', { headers });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    expect(answer.json()).toHaveProperty('ids');
  });

  it.each([
    ['{"ids":[],"documents":[],"metadatas":[]}', 'bad_field'],
    [`{"ids":${'['.repeat(1e6)}`, 'bad_request'],
    [`{"ids":[${'[],'.repeat(1e6)}1]}`, 'bad_field'],
  ])('refuse %.40s', async (body, code) => {
    const headers = { 'content-type': 'application/json' };
    const path = '/papers/embeddings?conference=EMNLP&year=2020';
    const answer = await running.ask(path, { method: 'POST', headers, body });
    expect([answer.status, error(answer).code]).toEqual([400, code]);
  });
});

it.each([
  ['/papers', 'HEAD, GET, POST'],
  ['/papers/embed', 'POST'],
])('%s refuses other methods', async (path, allowed) => allowsOnly(running, path, allowed));

describe('a login', () => {
  beforeAll(() => void (running.services.password = 'secret word'));
  afterAll(() => void (running.services.password = undefined));

  it('leads back to a search', async () =>
    leadsBack(running, '/papers?q=title%3A%22graph%22+pens&year=2020&year=2021'));
  it.each([
    '/papers/paper?uid=a',
    '/papers/like?uid=a',
    '/papers/duplicates',
    '/library/920/try',
    '/library/920/split',
  ])('leads back to %s', async (page) => expect(await afterLogin(running, page)).toBe(page));
  it('leads back to a query of 8,000 letters', async () => {
    const long = `/papers?q=${'a'.repeat(8000)}`;
    expect(await afterLogin(running, long)).toBe(long);
  });
  it('leads never to a form', async () => expect(await afterLogin(running, '/papers/embed')).toBe('/'));
});
