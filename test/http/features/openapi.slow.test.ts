/** The document of the HTTP interface says what is: each route is asked for real, by nothing but the document. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Router } from '@koa/router';
import { Validator } from '@seriousme/openapi-schema-validator';
import { allParts } from '../../support/features.js';
import { createApp } from '../../../http/app.js';
import { silentLog } from '../../../workers/base/ports.js';
import { operationsOf, requestsOf, type Operation, type Request } from '../../support/openapi.js';
import { browser, start, type Answer } from '../client.js';
import { checker, document, files, operations, operation, published, send, world, type World } from '../documented.js';
import { allowsOnly } from '../every-path.js';
import { forAllTests } from '../../support/opened.js';

const named = (some: readonly Operation[]) => some.map((one) => [`${one.method} ${one.path}`, one] as const);

/** Paths that no route of the table serves. */
const assets = '/assets/{file}';

/** What no resource has told of, and what is told of and is not there. */
function differences(router: Router): string[] {
  const routes = router.stack.flatMap(({ methods, path }) =>
    // HEAD goes with every GET.
    methods
      .filter((method) => method !== 'HEAD' || !methods.includes('GET'))
      .map((method) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
  );
  const told: string[] = named(operations.filter(({ path }) => path !== assets)).map(([name]) => name);
  return [
    ...routes.filter((one) => !told.includes(one)).map((one) => `${one} has no description (api.ts of its resource)`),
    ...told.filter((one) => !routes.includes(one)).map((one) => `${one} is described, and is no route`),
  ];
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    for (const one of [document, published])
      expect(await new Validator().validate(structuredClone(one))).toEqual({ valid: true });
  });

  it('has JSON first wherever there is JSON, and no operation that answers only pages', () => {
    const contents = operationsOf(published).flatMap(({ told: { responses } }) =>
      Object.values(responses).flatMap((one) => ('content' in one ? [Object.keys(one.content ?? {})] : [])),
    );
    const withJson = contents.filter((types) => types.includes('application/json'));
    expect(withJson.length).toBeGreaterThan(50);
    expect(withJson.filter(([first]) => first !== 'application/json')).toEqual([]);
    expect(contents.filter((types) => types.join() === 'text/html')).toEqual([]);
    const left = operations.filter(({ method, path }) => published.paths[path]?.[method.toLowerCase()] === undefined);
    expect(left.map(({ path }) => path).toSorted()).toEqual([
      '/backup/part',
      '/first-run/part',
      '/library/delete',
      '/library/filters',
      '/library/wall',
      '/library/{oid}/card',
      '/login',
      '/problems/short',
      '/uploads/card',
    ]);
    // Only tus has a HEAD of its own.
    const heads = Object.keys(published.paths).filter((path) => published.paths[path]?.['head'] !== undefined);
    expect(heads).toEqual(['/uploads/{id}']);
  });

  it('has each name once, and refers to what is there', () => {
    const ids = operations.map(({ told: { operationId } }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, ref = '']) => ref.split('/'));
    expect(refs.length).toBeGreaterThan(100);
    for (const [kind = '', name = ''] of refs)
      expect((document.components as unknown as Record<string, object>)[kind]).toHaveProperty([name]);
    expect(text).not.toContain('$defs');
    for (const { path, told } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(told.parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });
});

describe('the routes', () => {
  let running: World;
  let router: Router;
  beforeAll(async () => {
    running = await world();
    const { middleware } = createApp({ services: running.services, features: allParts, log: silentLog });
    router = middleware.flatMap((one) => ('router' in one ? [one.router as Router] : []))[0] as Router;
  });
  afterAll(() => running.stop());

  it('are those of the document', () => {
    expect(router.stack.length).toBeGreaterThan(50);
    expect(differences(router)).toEqual([]);
  });

  it('cannot be more without a description, nor fewer', () => {
    const more = new Router();
    more.stack.push(...router.stack.slice(1));
    more.get('/nobody/:id', () => undefined);
    expect(differences(more)).toEqual([
      'GET /nobody/{id} has no description (api.ts of its resource)',
      'GET / is described, and is no route',
    ]);
  });
});

/** The stream of events has no end. */
const ended = operations.filter(({ method, path }) => path !== '/events' || method !== 'GET');

/** Each try needs a service of its own. */
const changes = ({ method }: Operation): boolean => ['POST', 'PATCH', 'DELETE'].includes(method);

async function ask(running: World, one: Operation, request: Request, accept: string): Promise<void> {
  const answer = await send(running, { ...request, headers: { ...request.headers, accept } });
  const failed = answer.status < 400 ? [] : [`${answer.status} ${answer.text}`];
  const wrong = [...failed, ...checker.problemsOf(one, answer), ...running.errors.splice(0)];
  expect([request.name, accept, wrong]).toEqual([request.name, accept, []]);
}

describe('each example of', () => {
  const running = forAllTests(world, (one) => one.stop());

  it.each(named(ended.filter((one) => !changes(one))))('%s is answered as documented', async (_, one) => {
    for (const request of requestsOf(one, files, running.instead))
      for (const accept of ['application/json', browser.accept]) await ask(running, one, request, accept);
  });

  it.each(named(ended.filter(changes)))('%s is answered as documented', async (_, one) => {
    const count = requestsOf(one, files).length;
    expect(count).toBeGreaterThan(0);
    for (let n = 0; n < count; n += 1)
      // A browser sends forms; that of the first example stands for all.
      for (const accept of n === 0 ? ['application/json', browser.accept] : ['application/json']) {
        const fresh = await world();
        try {
          const request = requestsOf(one, files, fresh.instead)[n] as Request;
          await ask(fresh, one, request, accept);
        } finally {
          await fresh.stop();
        }
      }
  });

  it('GET is answered by HEAD too, without the body, and with JSON below /json, whatever Accept says', async () => {
    const reading = operations.filter(({ method, path }) => method === 'GET' && path !== '/events');
    expect(reading.length).toBeGreaterThan(50);
    const facts = ({ status, headers: { etag, location, 'content-type': type } }: Answer): object => ({
      ...{ status, type, location, etag },
    });
    for (const one of reading) {
      const [request] = requestsOf(one, files, running.instead) as [Request];
      const sent = (accept: string, other: Partial<Request> = {}): Promise<Answer> =>
        send(running, { ...request, ...other, headers: { ...request.headers, accept } });
      const usual = await sent('application/json');
      for (const accept of ['application/json', browser.accept]) {
        const get = accept === 'application/json' ? usual : await sent(accept);
        const head = await sent(accept, { method: 'HEAD' });
        expect([one.path, head.text, facts(head)]).toEqual([one.path, '', facts(get)]);
      }
      const path = `/json${request.path}`;
      for (const accept of [browser.accept, '*/*']) {
        const answer = await sent(accept, { path });
        const { status, headers } = answer;
        expect([path, status, headers['content-type']]).toEqual([path, usual.status, usual.headers['content-type']]);
        expect([path, checker.problemsOf(one, answer)]).toEqual([path, []]);
        if ('application/json' in (checker.responseOf(one, 200)?.content ?? {}))
          expect([path, headers['content-type']]).toEqual([path, 'application/json; charset=utf-8']);
      }
    }
  });

  it('GET /events begins as documented', async () => {
    const asked = await fetch(`http://127.0.0.1:${running.port}/events`);
    const headers = Object.fromEntries(asked.headers);
    await asked.body?.cancel();
    const { status } = asked;
    expect([status, checker.problemsOf(operation('GET', '/events'), { status, headers, text: '' })]).toEqual([200, []]);
  });
});

describe('the checker itself', () => {
  it('finds what is not as documented', () => {
    const one = operation('GET', '/readyz');
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const problems = (status: number, text: string, more = {}) =>
      checker.problemsOf(one, { status, headers: { ...headers, ...more }, text });
    expect(problems(200, '{"ready":true}')).toEqual([]);
    expect(problems(503, '{"ready":true,"not_ready":[]}')).toHaveLength(1);
    expect(problems(200, '{"ready":true,"more":1}')).toHaveLength(1);
    expect(problems(200, '{}')).toHaveLength(1);
    expect(problems(204, '')).toHaveLength(1);
    expect(problems(200, 'x', { 'content-type': 'text/plain' })).toHaveLength(1);
    const album = operation('GET', '/library/{oid}');
    expect(checker.problemsOf(album, { status: 200, headers, text: '{"success":true,"album":{},"pens":[{}]}' }).length)
      // Each field of an album and of a pen is missing.
      .toBeGreaterThan(30);
  });
});

describe('the pages for programs', () => {
  const running = forAllTests(start, (one) => one.stop());
  const pages = ['/api', '/api/albums', '/api/pens'];

  it.each([...pages, '/openapi.json'])('%s refuses other methods', async (path) =>
    allowsOnly(running, path, 'HEAD, GET'),
  );

  it('are there for each group only', async () => {
    const page = await running.ask('/api/nothing', { headers: browser });
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await running.ask('/api/nothing')).json()).toMatchObject({ success: false, error: { code: 'not_found' } });
  });
});
