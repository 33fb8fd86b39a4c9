/** What the document says is refused is refused, and as it says. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type * as z from 'zod/v4';
import { jsonSchema } from '../../../http/features/openapi/document/json-schema.js';
import { codesOf, meanings, statusOfCode } from '../../../http/operations/failure.js';
import { templateOf } from '../../../http/features/openapi/document/request.js';
import type { Code } from '../../../http/operations/operation.js';
import { allOperations as told } from '../../support/features.js';
import { TonstiftError, type ErrorCode } from '../../../workers/base/errors.js';
import { addressOf, bodyOf, headersOf, requestsOf, type Json, type Operation } from '../../support/openapi.js';
import { track, type Answer } from '../client.js';
import { checker, files, operation, operations, send, world, type World } from '../documented.js';

let running: World;
beforeAll(async () => void (running = await world()));
afterAll(() => running.stop());

const named = (some: readonly Operation[]) => some.map((one) => [`${one.method} ${one.path}`, one] as const);
const ended = operations.filter(({ method, path }) => path !== '/events' || method !== 'GET');
const accept = { accept: 'application/json' };

function codeIn(answer: Answer): unknown {
  return (answer.json() as { error?: { code?: string } }).error?.code;
}

function fieldsIn(answer: Answer): string[] {
  return Object.keys((answer.json() as { error?: { fields?: object } }).error?.fields ?? {});
}

describe('a field of the address that is not documented', () => {
  it.each(named(ended.filter(({ method }) => method === 'GET')))('is taken by %s as documented', async (_, one) => {
    const address = addressOf(one, running.instead);
    const path = `${address}${address.includes('?') ? '&' : '?'}nobody=1`;
    const answer = await running.ask(path, { headers: accept });
    expect(checker.problemsOf(one, answer)).toEqual([]);
    if (one.told['x-other-parameters'] === 'refused')
      expect([answer.status, codeIn(answer), fieldsIn(answer)]).toEqual([400, 'bad_field', ['nobody']]);
    else expect(answer.status).toBeLessThan(400);
  });
});

interface Given {
  type: string;
  name: string;
  schema: Json;
  value: Json;
}

/** Each form of an operation, as JSON where it can be. */
function formsOf({ told: { requestBody } }: Operation): Given[] {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema, examples }]) => {
    if (type === 'application/x-www-form-urlencoded' || examples === undefined) return [];
    const schemas = (schema['oneOf'] ?? [schema]) as Json[];
    return Object.entries(examples).map(([name, { value }], n) => ({ type, name, schema: schemas[n] as Json, value }));
  });
}

async function sendForm(one: Operation, { type }: Given, value: Json): Promise<Answer> {
  const media = one.told.requestBody?.content[type];
  if (media === undefined) throw new Error(`There is no body of the type ${type}.`);
  const { headers, body } = bodyOf(type, media, value, files);
  const answer = await running.ask(addressOf(one), { method: 'POST', headers: { ...headers, ...accept }, body });
  expect(checker.problemsOf(one, answer)).toEqual([]);
  return answer;
}

const without = (value: Json, name: string): Json => {
  const { [name]: _, ...rest } = value;
  return rest;
};

describe('a body', () => {
  const forms = operations.flatMap((one) => formsOf(one).map((given) => ({ one, given })));
  const cases = forms.map((form) => [`${form.one.path} ${form.given.name} as ${form.given.type}`, form] as const);

  it('is of some forms', () => expect(cases.length).toBeGreaterThan(40));

  it.each(cases)('of %s is refused with a field that is not documented', async (_, { one, given }) => {
    expect(given.schema['additionalProperties']).toBe(false);
    const answer = await sendForm(one, given, { ...given.value, nobody: '1' });
    // Who is no restart has no such setting, and who is one has no such field.
    expect([answer.status, codeIn(answer), fieldsIn(answer)]).toEqual([400, 'bad_field', ['nobody']]);
  });

  const needed = cases.flatMap(([name, form]) =>
    ((form.given.schema['required'] ?? []) as string[]).map((field) => [name, field, form] as const),
  );
  it.each(needed)('of %s is refused without %s', async (_, field, { one, given }) => {
    // Without a password everybody is let in; and what is no action changes settings.
    if (one.path === '/login') running.services.password = 'right password';
    const answer = await sendForm(one, given, without(given.value, field));
    running.services.password = undefined;
    if (one.path === '/config') return expect(answer.status).toBeLessThan(500);
    expect([answer.status, fieldsIn(answer)]).toEqual([400, [field]]);
  });
});

it.each(
  named(ended.filter(({ told: { parameters } }) => parameters.some((one) => one.in === 'query' && one.required))),
)('%s is refused without what it needs', async (_, one) => {
  for (const { name } of one.told.parameters.filter(({ required, in: place }) => required && place === 'query')) {
    const parameters = one.told.parameters.filter((other) => other.name !== name);
    const path = addressOf({ ...one, told: { ...one.told, parameters } });
    const answer = await running.ask(path, { method: one.method, headers: accept });
    expect(checker.problemsOf(one, answer)).toEqual([]);
    if (one.method !== 'HEAD') expect([answer.status, fieldsIn(answer)]).toEqual([400, [name]]);
  }
});

const withHeaders = ended.flatMap((one) =>
  one.told.parameters
    .filter(({ in: place, required }) => place === 'header' && required)
    .map(({ name }) => [`${one.method} ${one.path}`, name, one] as const),
);
it.each(withHeaders)('%s is refused without the header %s, and with another one', async (_, name, one) => {
  const [request] = requestsOf(one, files, running.instead);
  if (request === undefined) throw new Error('There is no example.');
  const status = name === 'Tus-Resumable' ? 412 : 400;
  for (const headers of [without(request.headers, name), { ...request.headers, [name]: 'x' }]) {
    const answer = await send(running, { ...request, headers: { ...(headers as typeof request.headers), ...accept } });
    expect([checker.problemsOf(one, answer), answer.status]).toEqual([[], status]);
  }
});

describe('what is taken', () => {
  const pool: unknown[] = [
    ...[
      '',
      ' ',
      'x',
      'A4',
      'list',
      'all',
      'none',
      'true',
      'on',
      '0',
      '1',
      '1.5',
      '-1',
      '920',
      '920abc',
      '1e3',
      '99999',
    ],
    ...['a\tb', 'a\u0000b', 'x'.repeat(301), 'x'.repeat(20_001), 'warn', 'zip', '24', '40x10', 'error', 'newest'],
    ...[
      -1,
      0,
      1,
      1.5,
      4,
      5,
      10,
      99,
      300,
      301,
      920,
      992,
      993,
      999,
      1000,
      1900,
      2100,
      2101,
      9999,
      10_000,
      100_001,
      2 ** 53,
    ],
    ...[
      true,
      false,
      null,
      [],
      [1],
      ['x'],
      ['all'],
      [920, 921],
      [{ id: 1 }],
      [{ id: 0 }],
      [{ id: 1, x: 1 }],
      {},
      { id: 1 },
    ],
  ];
  /** What no notation of schemas can say: which host, which schedule, which path. */
  const unsaid =
    /_path$|_paths$|_folder$|_db$|_url$|_model$|^embed_schedule$|host|_proxies$|^(print_)?tile_size$|^password$/;
  /** Whatever it is: what is no page of ours leads to the start. */
  const lenient = /^next$/;
  const fields = told.flatMap(({ id, params, query, headers, body }) =>
    [params, query, headers, ...Object.values(body?.forms ?? {}).map((form) => form.fields)].flatMap((schema) =>
      Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, one]) => ({ id, name, one })),
    ),
  );
  const different = [...new Map(fields.map((field) => [field.one, field])).values()];

  it('is of many fields', () => expect(different.length).toBeGreaterThan(60));

  it.each(different.map((field) => [`${field.name} of ${field.id}`, field] as const))(
    '%s: what the document allows, and nothing but text of it',
    (_, { one, name }) => {
      const json = jsonSchema(one, 'input', new Map());
      const isAllowed = new Ajv2020({ strict: false }).compile(json);
      const isAllowedAsText = new Ajv2020({ strict: false, coerceTypes: 'array' }).compile({
        type: 'object',
        properties: { value: json },
      });
      const wrong = pool.flatMap((value) => {
        const isTaken = one.safeParse(value).success;
        if (isTaken)
          return isAllowedAsText({ value: structuredClone(value) }) || isLoose(json, value) || lenient.test(name)
            ? []
            : [['untold', value]];
        return isAllowed(value) && !unsaid.test(name) ? [['refused', value]] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  /** Leniency that the documents name: blanks around, JSON text, texts separated by commas, an empty one for none. */
  function isLoose(json: unknown, value: unknown): boolean {
    const text = JSON.stringify(json);
    if (text.includes('"boolean"')) return [0, 1, '0', '1', 'on'].some((one) => one === value);
    if (typeof value !== 'string') return text.includes('"array"') || value === null;
    return value.trim() === '' || text.includes('"array"') || text.includes('"enum"');
  }
});

describe('whoever may not ask', () => {
  const guarded = ended.filter(({ path }) => path !== '/healthz' && !path.startsWith('/assets/'));

  it.each(named(ended))('%s says so as documented', async (_, one) => {
    const [request] = requestsOf(one, files, running.instead);
    if (request === undefined) throw new Error('There is no example.');
    const tell = async (more: Record<string, string>): Promise<number> => {
      const answer = await send(running, { ...request, headers: { ...request.headers, ...accept, ...more } });
      expect(checker.problemsOf(one, answer)).toEqual([]);
      return answer.status;
    };
    expect(await tell({ host: 'evil.example' })).toBe(403);
    expect(await tell({ 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' })).toBe(403);
    running.services.password = 'right password';
    const isOpen = !guarded.includes(one) || one.path === '/login';
    if (one.path !== '/login') expect(one.told.security).toEqual(isOpen ? [] : undefined);
    const status = isOpen ? 401 : await tell({});
    running.services.password = undefined;
    expect(status).toBe(401);
  });

  const sending = named(ended.filter(({ told: { requestBody } }) => requestBody !== undefined));
  it.each(sending)('%s refuses bodies of other types, and broken ones', async (_, one) => {
    for (const [type, status] of [
      ['image/tiff', 415],
      ['application/json', 400],
    ] as const) {
      const headers = { ...headersOf(one), ...accept, 'content-type': type };
      const answer = await running.ask(addressOf(one, running.instead), { method: one.method, headers, body: '{' });
      // The report names a broken file of papers; a file in pieces is bytes, and a backup comes as a part alone.
      const takesNoJson = one.told.tags.includes('Uploads') || one.path === '/backup';
      const own = takesNoJson || status === 415 ? 415 : { '/papers': 200 }[one.path];
      expect([checker.problemsOf(one, answer), answer.status]).toEqual([[], own ?? status]);
    }
  });
});

describe('each code that is documented', () => {
  beforeEach(async () => {
    await running.stop();
    running = await world();
  });

  type Try = readonly [method: string, path: string, ask: () => Promise<Answer>];
  const get = (template: string, path = template, headers: Record<string, string> = {}): Try => [
    'GET',
    template,
    () => running.ask(path, { headers: { ...accept, ...headers } }),
  ];
  const form = (path: string, fields: Record<string, string>): Try => ['POST', path, () => running.form(path, fields)];
  const library = (fields: Record<string, string>): Try => form('/library', { uid: '920', ...fields });
  const posted = (type: string, body: string): Try => [
    'POST',
    '/library',
    () => running.ask('/library', { method: 'POST', headers: { 'content-type': type }, body }),
  ];
  /** The answers of a service that fails. */
  const troubled = (code: ErrorCode): Try => {
    const [method, path, ask] = library({ action: 'create_gme' });
    return [
      method,
      path,
      () => {
        running.services.albums.createGme = () => Promise.reject(new TonstiftError(code, 'It cannot be.'));
        return ask();
      },
    ];
  };
  const before = (prepare: () => unknown, [method, path, ask]: Try): Try => [
    method,
    path,
    async () => {
      await prepare();
      return ask();
    },
  ];
  const big = (): Promise<Answer> => running.parts('/', [track('a.mp3', 'x'.repeat(1000))]);

  /** Made by hand what the documents of `docs/` tell of; another account needs another process (account.test.ts). */
  const tries: Partial<Record<Code, () => Try>> = {
    bad_field: () => get('/library', '/library?page=0'),
    bad_request: () => posted('application/json', '{'),
    unknown_action: () => form('/pens', { action: 'dance' }),
    unauthorized: () => before(() => (running.services.password = 'right password'), get('/library')),
    forbidden_host: () => get('/library', '/library', { host: 'evil.example' }),
    forbidden_origin: () => get('/library', '/library', { origin: 'http://evil.example' }),
    not_found: () => get('/library/{oid}', '/library/0'),
    album_not_found: () => get('/library/{oid}', '/library/5'),
    track_not_found: () => get('/library/{oid}/tracks/{id}', '/library/920/tracks/99'),
    no_albums: () => before(empty, get('/pdf')),
    gme_missing: () =>
      before(() => running.services.albums.cleanup(920), get('/download_gme/{oid}', '/download_gme/920')),
    conflict: () =>
      before(() => running.services.albums.deleteTrack(920, 2), library({ action: 'delete_track', id: '1' })),
    no_free_oid: () =>
      before(
        () => (running.services.albums.upload = () => Promise.reject(new TonstiftError('no_free_oid', 'Full.'))),
        ['POST', '/', big],
      ),
    aborted: () => troubled('aborted'),
    too_large: () => before(() => (running.services.uploadLimit = 100), ['POST', '/', big]),
    unsupported_type: () => posted('text/xml', 'x'),
    precondition_failed: () => get('/thumbnails/{oid}', '/thumbnails/920', { 'if-match': '"other"' }),
    range_not_satisfiable: () => get('/thumbnails/{oid}', '/thumbnails/920', { range: 'bytes=999999-' }),
    key_reused: () => [
      'POST',
      '/',
      async () => {
        const key = { 'idempotency-key': 'abcdef0123456789' };
        await running.parts('/', [track('a.mp3')], key);
        return running.parts('/', [track('b.mp3')], key);
      },
    ],
    unreadable_audio: () => ['POST', '/', () => running.parts('/', [track('a.mp3', '')])],
    too_many_requests: () => before(() => (running.services.password = 'right password'), ['GET', '/library', guesses]),
    internal: () => before(() => (running.services.pens.list = failing), get('/pens')),
    build_failed: () => troubled('build_failed'),
    not_now: () => troubled('not_now'),
    no_pen: () => before(() => running.services.pens.unplug('A1'), form('/pens', { action: 'sync' })),
    papers_unavailable: () =>
      before(
        () => (running.services.papers.search = () => Promise.reject(new TonstiftError('papers_unavailable', 'Away.'))),
        get('/papers', '/papers?q=x'),
      ),
    unreadable_backup: () => [
      'POST',
      '/backup',
      () => running.parts('/backup', [{ name: 'backup', filename: 'b.zip', content: 'x' }]),
    ],
    library_unavailable: () => troubled('library_unavailable'),
    locked: () =>
      before(
        () => (running.services.config.update = () => Promise.reject(new TonstiftError('locked', 'Held.'))),
        form('/config', { audio_format: 'ogg' }),
      ),
    no_space: () => troubled('no_space'),
  };
  async function empty(): Promise<void> {
    for (const { oid } of running.services.albums.list()) await running.services.albums.remove(oid);
  }
  const failing = (): never => {
    throw new Error('unforeseen');
  };
  /** More at once than one guesser may have waiting. */
  async function guesses(): Promise<Answer> {
    const authorization = `Basic ${Buffer.from('me:wrong').toString('base64')}`;
    const asked = Array.from({ length: 12 }, () => running.ask('/library', { headers: { ...accept, authorization } }));
    const answers = await Promise.all(asked);
    return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
  }

  const documented = [...new Set(told.flatMap(codesOf))];

  it('is tried, and has a meaning', () => {
    const untried = documented.filter((code) => tries[code] === undefined);
    expect(untried).toEqual(['forbidden_account']);
    expect(documented.every((code) => meanings[code].endsWith('.'))).toBe(true);
  });

  it.each(Object.entries(tries))('%s is answered as documented', async (code, tryOut) => {
    const [method, path, ask] = tryOut();
    const one = operation(method, path);
    const own = told.find((other) => other.method.toUpperCase() === method && templateOf(other.path) === path);
    expect(own && codesOf(own)).toContain(code);
    const answer = await ask();
    expect([answer.status, codeIn(answer)]).toEqual([statusOfCode[code as Code], code]);
    expect(checker.problemsOf(one, answer)).toEqual([]);
  });
});
