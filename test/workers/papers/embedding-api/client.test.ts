import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createEmbeddingApi,
  type EmbeddingApi,
  type EmbeddingApiOptions,
} from '../../../../workers/papers/embedding-api/client.js';
import { EmbeddingApiError, type EmbeddingApiProblem } from '../../../../workers/papers/embedding-api/errors.js';
import { ValueError } from '../../../../workers/papers/embedding-api/errors.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';
import { hastyClock } from '../../../support/hasty-clock.js';
import { until } from '../../../support/patience.js';

const token = 'sk-very-secret-4711';

describe('the client of the embedding API', () => {
  let server: EmbeddingServer;
  let clock: ReturnType<typeof hastyClock>;
  const open: EmbeddingApi[] = [];
  const client = (options: Partial<EmbeddingApiOptions> = {}) => {
    const api = createEmbeddingApi({ apiUrl: server.url, modelName: 'm', requestsPerMinute: 0, clock, ...options });
    open.push(api);
    return api;
  };
  beforeEach(async () => {
    clock = hastyClock();
    server = await startEmbeddingServer({ dimension: 4 });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((api) => api.close()));
    await server.close();
  });
  const failure = async (work: Promise<unknown>): Promise<EmbeddingApiError> => {
    const thrown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(thrown).toBeInstanceOf(EmbeddingApiError);
    return thrown as EmbeddingApiError;
  };

  describe('asks', () => {
    it.each(['', '/', '/v1', '/v1/', '//'])('at an address that ends in "%s"', async (end) => {
      await client({ apiUrl: server.url + end, authToken: ` ${token}\n` }).embed(['a text']);
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/embeddings']);
      expect(server.requests[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      });
    });

    it('with half of a character mended, as no server could read it', async () => {
      await client().embed(['half \ud800 here', 'whole 🙂']);
      expect(server.requests[0]?.texts).toEqual(['half \ufffd here', 'whole 🙂']);
    });

    it.each([
      ['a byte order mark before it', (data: object) => `\ufeff${JSON.stringify(data)}`],
      ['an error that is none', (data: object) => JSON.stringify({ ...data, error: false })],
      ['an error that is empty', (data: object) => JSON.stringify({ ...data, error: '' })],
      ['an error without fields', (data: object) => JSON.stringify({ ...data, error: {} })],
      ['a message that is no error', (data: object) => JSON.stringify({ ...data, message: 'ok' })],
    ])('and takes an answer with %s', async (_, body) => {
      server.next({ body: body({ data: [{ index: null, embedding: [1, 2, 3, 4] }] }) });
      expect(await client().embed(['a'])).toEqual([Float32Array.of(1, 2, 3, 4)]);
    });

    it('with one text as text, many as a list, unchanged, in one request', async () => {
      const odd = '  ü 🙂 \\textbf{x}\n"quoted" ';
      expect(await client().embed([odd])).toEqual([server.vectorOf(odd)]);
      expect(await client().embed(['a', odd])).toEqual([server.vectorOf('a'), server.vectorOf(odd)]);
      expect(server.requests.map((one) => one.body)).toEqual([
        { model: 'm', input: odd, encoding_format: 'float' },
        { model: 'm', input: ['a', odd], encoding_format: 'float' },
      ]);
      expect(server.requests[0]?.headers.authorization).toBeUndefined();
    });

    it('not at all without a text', async () => {
      expect(await client().embed([])).toEqual([]);
      for (const texts of [[''], ['a', ' \n\t']])
        expect(await failure(client().embed(texts))).toMatchObject({ kind: 'text', index: texts.length - 1 });
      expect(server.requests).toEqual([]);
    });

    it('with the credentials of the address where there is no token', async () => {
      const apiUrl = server.url.replace('//', '//us%40er:100%pass-word@');
      await client({ apiUrl }).embed(['a']);
      expect(server.requests[0]?.headers.authorization).toBe(
        `Basic ${Buffer.from('us@er:100%pass-word').toString('base64')}`,
      );
      server.settings.token = 'x';
      expect((await failure(client({ apiUrl }).embed(['a']))).message).not.toMatch(/pass-word/);
    });
  });

  describe('reads', () => {
    it('base64, and vectors in any order', async () => {
      server.settings.encoding = 'base64';
      server.settings.shuffled = true;
      expect(await client().embed(['a', 'b', 'c'], { dimension: 4 })).toEqual(
        ['a', 'b', 'c'].map((text) => server.vectorOf(text)),
      );
    });

    it('base64 in lines of 76 characters', async () => {
      const vector = Float32Array.from({ length: 64 }, (_, n) => n + 1);
      const embedding = Buffer.from(vector.buffer).toString('base64').replace(/.{76}/g, '$&\r\n');
      server.next({ body: { data: [{ index: 0, embedding }] } });
      expect(await client().embed(['a'])).toEqual([vector]);
    });

    it('vectors without index in their order', async () => {
      server.next({ body: { data: [{ embedding: [1, 0] }, { embedding: [0, 1] }] } });
      expect(await client().embed(['a', 'b'])).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    });

    it('vectors of Gemini, which leaves out an index of 0', async () => {
      server.next({ body: { data: [{ embedding: [1, 0] }, { index: 1, embedding: [0, 1] }] } });
      expect(await client().embed(['a', 'b'])).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
      server.next({ body: { data: [{ index: 1, embedding: [0, 1] }, { embedding: [1, 0] }] } });
      expect(await client().embed(['a', 'b'])).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    });

    it.each([
      ['null', 'float'],
      ['NaN', 'float'],
      ['NaN', 'base64'],
      ['zero', 'float'],
      ['zero', 'base64'],
      ['short', 'float'],
      ['empty', 'float'],
      ['empty', 'base64'],
      ['text', 'float'],
    ] as const)('%s as no vector, in %s, and says of which text', async (as, encoding) => {
      Object.assign(server.settings, { odd: { text: /bad/, as }, encoding });
      expect(await failure(client().embed(['good', 'bad', 'fine'], { dimension: 4 }))).toMatchObject({
        kind: 'text',
        index: 1,
      });
      expect(server.requests).toHaveLength(1);
    });

    it.each<[string, unknown]>([
      ['no JSON', '<html>Bad gateway</html>'],
      ['half of it', '{"data":[{"embedding":[1,'],
      ['nothing', ''],
      ['null', 'null'],
      ['a list', []],
      ['no data', { object: 'list' }],
      ['an error object', { error: { message: 'model is not loaded', code: 'not_loaded' } }],
      ['an error text', { error: 'model is not loaded' }],
      ['one vector too few', { data: [{ index: 0, embedding: [1] }] }],
      [
        'one index twice',
        {
          data: [
            { index: 0, embedding: [1] },
            { index: 0, embedding: [1] },
          ],
        },
      ],
      [
        'an index beyond',
        {
          data: [
            { index: 0, embedding: [1] },
            { index: 2, embedding: [1] },
          ],
        },
      ],
      ['brackets without end', '['.repeat(200_000)],
      ['more bytes than vectors of any model need', `{"data":[],"more":"${'x'.repeat(5_000_000)}"}`],
      ['an index on one only', { data: [{ index: 0, embedding: [1] }, { embedding: [1] }] }],
    ])('%s as nonsense', async (_, body) => {
      server.next({ body });
      expect(await failure(client().embed(['a', 'b']))).toMatchObject({ kind: 'nonsense' });
      expect(server.requests).toHaveLength(1);
    });

    it('more bytes than vectors of the known dimension need as nonsense', async () => {
      const body = `{"data":[],"more":"${'x'.repeat(2_500_000)}"}`;
      server.next({ body }, { body });
      const known = String(await failure(client().embed(['a', 'b'], { dimension: 4 })));
      const unknown = String(await failure(client().embed(['a', 'b'])));
      expect([known, unknown].map((words) => /bytes/.test(words))).toEqual([true, false]);
      // A model with another dimension is read, and the error names it.
      server.next({
        body: { data: [0, 1].map((index) => ({ index, embedding: Array.from({ length: 3000 }, () => 0.5) })) },
      });
      expect(String(await failure(client().embed(['a', 'b'], { dimension: 4 })))).toMatch(/3,?000/);
    });

    it.each<[string, unknown]>([
      ['numbers too large for 32 bits', [1e39, 1]],
      ['text for numbers', ['1', '2']],
      ['no list', { 0: 1 }],
      ['null', null],
      ['broken base64', 'AAA'],
      ['true', [true]],
    ])('%s as no vector', async (_, embedding) => {
      server.next({ body: { data: [{ index: 0, embedding }] } });
      expect(await failure(client().embed(['a']))).toMatchObject({ kind: 'text', index: 0 });
    });
  });

  describe('tries again', () => {
    it.each([408, 409, 429, 500, 502, 503, 599])('twice after %i', async (status) => {
      server.next({ status }, { status });
      expect(await client().embed(['a'])).toHaveLength(1);
      server.next({ status }, { status }, { status });
      expect(await failure(client().embed(['a']))).toMatchObject({ kind: status === 429 ? 'rate' : 'away', status });
      expect(server.requests).toHaveLength(6);
      expect(clock.pauses).toEqual([500, 1000, 500, 1000]);
    });

    it.each<[EmbeddingApiProblem, number[]]>([
      ['text', [400, 413, 422]],
      ['refused', [401, 402, 403, 404, 405, 301, 307]],
    ])('not where it is %s', async (kind, statuses) => {
      for (const status of statuses) {
        server.next({ status, body: { error: { message: 'the reason' } } });
        const thrown = await failure(client().embed(['a', 'b']));
        expect(thrown).toMatchObject({ kind, status, index: undefined });
        expect(thrown.message).toMatch(new RegExp(`responded with ${status} \\([A-Z][A-Za-z ]+\\): “the reason”\\.$`));
      }
      expect(server.requests).toHaveLength(statuses.length);
    });

    it.each([{ code: 'insufficient_quota' }, { type: 'insufficient_quota', code: null }])(
      'not where the quota is used up: %j',
      async (error) => {
        const body = { error: { ...error, message: 'You exceeded your current quota' } };
        server.settings.misbehave = () => ({ status: 429, headers: { 'retry-after': '1' }, body });
        const thrown = await failure(client().embed(['a', 'b']));
        expect(thrown).toMatchObject({ kind: 'refused', status: 429 });
        expect(thrown.message).toContain('“You exceeded your current quota”');
        expect(server.requests).toHaveLength(1);
      },
    );

    it('after broken connections', async () => {
      server.next({ broken: 'at once' }, { broken: 'half way' });
      expect(await client().embed(['a'])).toHaveLength(1);
      await server.close();
      const thrown = await failure(client().embed(['a']));
      expect(thrown.kind).toBe('away');
      expect(thrown.message).toMatch(/ECONNREFUSED/);
    });

    it('after an answer that takes too long', async () => {
      // A client loads its HTTP library at the first request.
      await client().embed(['a']);
      server.next({ hang: true }, { hang: true }, { hang: true });
      const thrown = await failure(client({ timeout: 500 }).embed(['a']));
      expect(thrown).toMatchObject({ kind: 'away', message: 'The embedding server did not respond within 0.5 s.' });
      // A request may reach a slow server after its client has given up.
      await until('three requests', () => server.requests.length === 4);
    });

    it('when an error in a 200 has such a code', async () => {
      server.next({ body: { error: { code: 503, message: 'x' } } }, { body: { error: { code: '429' } } });
      expect(await client().embed(['a'])).toHaveLength(1);
      server.next({ body: { error: { code: 401, message: 'no' } } });
      expect(await failure(client().embed(['a']))).toMatchObject({ kind: 'refused' });
    });

    it('when the server says, in seconds or as a date', async () => {
      server.next(
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 503, headers: { 'retry-after': 'Wed, 01 Jan 2025 00:00:20 GMT' } },
      );
      await client().embed(['a']);
      server.next(
        { status: 429, headers: { 'retry-after': 'soon' } },
        { status: 429, headers: { 'retry-after': 'Tue, 31 Dec 2024 00:00:00 GMT' } },
      );
      await client().embed(['a']);
      expect(clock.pauses).toEqual([7000, 20_000, 500, 1000]);
    });

    it.each(['Wednesday, 01-Jan-25 00:00:20 GMT', 'Wed Jan  1 00:00:20 2025'])(
      'when the server says so by a date of an older form: %s',
      async (date) => {
        server.next({ status: 503, headers: { 'retry-after': date } });
        await client().embed(['a']);
        expect(clock.pauses).toEqual([20_000]);
      },
    );

    it('but leaves long pauses to its caller', async () => {
      server.next({ status: 429, headers: { 'retry-after': '3600' } });
      expect(await failure(client().embed(['a']))).toMatchObject({ kind: 'rate', retryAfterMs: 3_600_000 });
      expect(clock.pauses).toEqual([]);
    });
  });

  describe('stops', () => {
    it('when it is told to, while it waits for an answer or for the next try', async () => {
      const reason = new Error('enough');
      for (const misbehaviour of [{ hang: true }, { status: 429, headers: { 'retry-after': '50' } }]) {
        const controller = new AbortController();
        const before = server.requests.length;
        server.settings.misbehave = () => (setTimeout(() => controller.abort(reason), 20), misbehaviour);
        await expect(client({ clock: undefined }).embed(['a'], { signal: controller.signal })).rejects.toBe(reason);
        expect(server.requests).toHaveLength(before + 1);
      }
      await expect(client().embed(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    it('when it is closed', async () => {
      server.next({ hang: true });
      const api = client();
      const asking = failure(api.embed(['a']));
      await api.close();
      await api.close();
      expect(await asking).toMatchObject({ kind: 'away' });
      expect(await failure(api.embed(['a']))).toMatchObject({
        kind: 'away',
        message: 'The connection to the embedding server is closed.',
      });
      expect(await api.test()).toBe(false);
    });
  });

  it('shows an error message, but no page and no data: they may be another server’s', async () => {
    const page = 'root:x:0:0';
    server.next(
      { status: 403, body: `<html>${page}` },
      { status: 404, body: { error: { message: ['x'], type: page, code: page } } },
      { status: 400, body: [page] },
      { status: 400, body: { users: page } },
      { status: 302, headers: { location: `http://x/?${page}` } },
      { body: page },
      { body: { data: [{ index: page, embedding: [1] }] } },
      { body: { data: [{ index: 0, embedding: [page] }] } },
    );
    for (let i = 0; i < 8; i++) expect((await failure(client().embed(['a']))).message).not.toContain('root');
  });

  it.each<[string, number, unknown, string]>([
    ['OpenAI', 400, { error: { message: 'a\u0000b\u202e\n c', code: null } }, ': “a b c”.'],
    ['NVIDIA', 400, { error: "'input_type' parameter is required" }, ": “'input_type' parameter is required”."],
    ['FastAPI', 418, { detail: 'Short and stout' }, ': “Short and stout”.'],
    [
      'FastAPI, fields',
      422,
      { detail: [{ loc: ['body', 'input'], msg: 'Field required' }] },
      ': “body.input: Field required”.',
    ],
    ['vLLM', 400, { object: 'error', message: 'no', type: 'x' }, ': “no”.'],
    ['plain text', 402, 'Payment is due', ': “Payment is due”.'],
    ['a long text', 400, `${'x '.repeat(400)}`, `: “${'x '.repeat(150)}…”.`],
    [
      'Ollama without the model',
      404,
      { error: { message: 'model "x" not found, try pulling it first', type: 'api_error' } },
      ': the server does not have this model (“model "x" not found, try pulling it first”).',
    ],
    [
      'Ollama without the route',
      404,
      '404 page not found',
      ': there is no embedding API at this address (“404 page not found”).',
    ],
    ['Gemini', 400, [{ error: { code: 400, message: 'Please pass a key', status: 'X' } }], ': “Please pass a key”.'],
    ['an empty list', 400, [], ' with 400 (Bad Request).'],
    ['a web page', 404, '<html>Not here</html>', ': there is no embedding API at this address.'],
    ['a shop', 404, { error: 'We are closed.' }, ': “We are closed.”.'],
    ['an error in a 200', 200, { error: 'model is loading' }, 'an error: “model is loading”.'],
    ['vLLM in a 200', 200, { object: 'error', message: 'CUDA OOM', code: 50001 }, 'an error: “CUDA OOM”.'],
    ['FastAPI in a 200', 200, { detail: 'Short and stout' }, 'an error: “Short and stout”.'],
  ])('says what the server says: %s', async (_, status, body, end) => {
    server.next({ status, body });
    const { message } = await failure(client().embed(['a']));
    expect(message.slice(-end.length)).toBe(end);
  });

  it('keeps other secrets out of a message, and quotes markup as text', async () => {
    const apiUrl = `${server.url.replace('//', '//me:my-password@')}/?key=my-secret-key`;
    server.next(
      {
        status: 400,
        body: 'my-password my-secret-key Bearer abcdefgh.ijkl sk-proj-12345678901234567890 text-embedding-3-large',
      },
      { status: 400, body: { error: '<img src=x onerror=alert(1)>' } },
    );
    const { message } = await failure(client({ apiUrl }).embed(['a']));
    expect(message).toMatch(/: “\*{8} \*{8} Bearer \*{8} \*{8} text-embedding-3-large”\.$/);
    expect((await failure(client().embed(['a']))).message).toContain('“<img src=x onerror=alert(1)>”');
  });

  it('asks again without encoding_format if the server rejects that, and remembers it', async () => {
    const message = `litellm.UnsupportedParamsError: ${'x'.repeat(400)} parameters: ['encoding_format']`;
    server.settings.misbehave = ({ body }) =>
      Object.hasOwn(body as object, 'encoding_format') ? { status: 400, body: { error: { message } } } : undefined;
    const api = client();
    expect(await api.embed(['a', 'b'])).toHaveLength(2);
    expect(await api.embed(['c'])).toHaveLength(1);
    expect(server.requests.map(({ body }) => body)).toEqual([
      { model: 'm', input: ['a', 'b'], encoding_format: 'float' },
      { model: 'm', input: ['a', 'b'] },
      { model: 'm', input: 'c' },
    ]);
    server.settings.misbehave = () => ({ status: 400, body: { error: { message } } });
    expect((await failure(client().embed(['a']))).kind).toBe('text');
    expect(server.requests).toHaveLength(5);
  });

  it('takes a list in a list of one as that list', async () => {
    server.next({ body: { data: [{ index: 0, embedding: [[1, 2, 3, 4]] }] } });
    expect(await client().embed(['a'])).toEqual([Float32Array.of(1, 2, 3, 4)]);
    server.next({
      body: {
        data: [
          {
            index: 0,
            embedding: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      },
    });
    expect(await failure(client().embed(['a']))).toMatchObject({ kind: 'text', index: 0 });
  });

  it.each([
    [{ code: 'context_length_exceeded', message: 'x' }, 'a text is too long for the model (“x”)'],
    [{ code: null, type: 'model_not_found' }, 'the server does not have this model'],
  ])('says what an error is about by known codes: %j', async (error, words) => {
    server.next({ status: 400, body: { error } });
    expect((await failure(client().embed(['a']))).message).toMatch(`responded with 400 (Bad Request): ${words}.`);
  });

  it('keeps the token out of every error', async () => {
    server.settings.token = 'another';
    const echo = { error: { message: `Incorrect API key provided: ${token}.` } };
    server.next(
      { status: 401, body: echo },
      { body: echo },
      { status: 302, headers: { location: `http://x/?key=${token}` } },
      { body: `no JSON ${token}` },
      { status: 400, body: `plain ${token}` },
    );
    const api = client({ authToken: token });
    for (let i = 0; i < 6; i++) {
      const thrown = await failure(api.embed(['a']));
      expect([thrown.message, thrown.stack, JSON.stringify(thrown), String(thrown.cause)].join()).not.toContain(token);
    }
    const broken = await failure(client({ authToken: `${token}\n${token}` }).embed(['a']));
    expect(broken.kind).toBe('refused');
    expect(`${broken.message}${broken.stack}`).not.toContain(token);
    const leaky = {
      handleRequest: (request: Request): never => {
        throw new Error(`with ${request.headers.get('authorization')}`);
      },
    };
    expect((await failure(client({ authToken: token, transport: leaky }).embed(['a']))).message).toBe(
      'The embedding server cannot be reached: with Bearer ….',
    );
  });

  it.each(['localhost:1234', 'ftp://host', '', 'user:pass@host'])('refuses the address "%s"', async (apiUrl) => {
    const thrown = await failure(client({ apiUrl }).embed(['a']));
    expect(thrown.kind).toBe('refused');
    expect(thrown.message).toMatch(/must begin with http/);
    expect(thrown.message).not.toMatch(/pass/);
    expect(await client({ apiUrl }).test()).toBe(false);
  });

  it('takes another transport and closes it', async () => {
    const seen: string[] = [];
    const transport = {
      handleRequest: async (request: Request) => (
        seen.push(await request.text()),
        Response.json({ data: [{ embedding: [1, 2] }] })
      ),
      close: () => void seen.push('closed'),
    };
    const api = client({ transport });
    expect(await api.embed(['a'])).toEqual([Float32Array.of(1, 2)]);
    await api.close();
    expect(seen).toEqual(['{"model":"m","input":"a","encoding_format":"float"}', 'closed']);
  });

  it.each([-1, NaN, Infinity])('refuses %p requests a minute', (requestsPerMinute) => {
    expect(() => client({ requestsPerMinute })).toThrow(ValueError);
  });

  describe('tests the connection', () => {
    it('with the list of models', async () => {
      server.settings.token = token;
      expect(await client({ authToken: token }).test()).toBe(true);
      expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v1/models' });
      expect(await client({ authToken: 'wrong' }).test()).toBe(false);
    });

    it('with a list of a thousand models', async () => {
      const data = Array.from({ length: 1000 }, (_, n) => ({ id: `${n}`.repeat(100) }));
      server.next({ status: 200, body: { data } });
      expect(await client().test()).toBe(true);
    });

    it.each([
      [200, true],
      [204, true],
      [404, true],
      [302, false],
      [400, false],
      [401, false],
      [429, false],
      [500, false],
    ])('%i is %s, in one try', async (status, reachable) => {
      server.next({ status, body: '' });
      expect(await client().test()).toBe(reachable);
      expect(server.requests).toHaveLength(1);
    });

    it('false where nobody answers', async () => {
      server.next({ broken: 'at once' });
      expect(await client().test()).toBe(false);
      server.next({ hang: true });
      expect(await client().test({ signal: AbortSignal.timeout(50) })).toBe(false);
      await server.close();
      expect(await client().test()).toBe(false);
    });
  });
});
