/** Every route that reads, out of the router's own table: pages of other sites get nothing of it, whatever it is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Router } from '@koa/router';
import { allOperations, allParts } from '../support/features.js';
import { track, start, type Running } from './client.js';
import { foreign, links } from './visits.js';

let running: Running;
/** Paths of all routes that answer GET, with what stands in them filled in. */
const paths: string[] = [];
/** Tells no more than a number, which every request takes down before anything else. */
const harmless = 'events.last';
/** Calls of services that routes make. */
let called: string[] = [];

/** Notes each call of a service that does or tells something. */
function watch(name: string, service: object): void {
  for (const key of [...Object.keys(service), ...Object.getOwnPropertyNames(Object.getPrototypeOf(service))]) {
    const method: unknown = (service as Record<string, unknown>)[key];
    if (typeof method !== 'function' || key === 'constructor' || `${name}.${key}` === harmless) continue;
    Object.defineProperty(service, key, {
      value: (...args: unknown[]): unknown => {
        called.push(`${name}.${key}`);
        return (method as (...all: unknown[]) => unknown).apply(service, args);
      },
      configurable: true,
      writable: true,
    });
  }
}

const fillings: Record<string, string> = {
  oid: '920',
  id: '1',
  cover: 'cover.jpg',
  name: '920-24-1200-2.png',
  group: 'albums',
};
const filled = (path: string): string =>
  path.replace(/:([a-z_]+)(\([^)]*\))?/gi, (_, name: string) => fillings[name] ?? 'x');

beforeAll(async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its router below
  const add = Router.prototype.get;
  Router.prototype.get = function (this: Router, ...args: never[]) {
    const [path] = args as unknown as [string];
    paths.push(filled(path));
    return (add as (...all: never[]) => Router).apply(this, args);
  } as typeof add;
  running = await start();
  Router.prototype.get = add;
  await running.parts('/', [track('a.mp3', 'sound')]);
  const { papers, patterns, print, albums, backups, deleted, logs, config, pens, events } = running.services;
  for (const [name, service] of Object.entries({
    papers,
    patterns,
    print,
    albums,
    backups,
    deleted,
    logs,
    config,
    pens,
    events,
  }))
    watch(name, service);
  watch('services', running.services);
});
afterAll(() => running.stop());

/** What a link of another site may open without a question, out of memory. A new route is not among them. */
const freeInCore = [
  '/',
  '/library',
  '/library/920',
  '/pens',
  '/config',
  '/logs',
  '/help',
  '/login',
  '/healthz',
  '/readyz',
];
/** The suites of features have the paths of their own pages. */
const freePages = allParts.flatMap(({ pages = [] }) => pages).filter(({ asks }) => asks !== true);
const free = [...freeInCore, ...freePages.map(({ path }) => path)];

/** Paths that no route of the table serves. */
const assets = '/assets/:file';
const described = allOperations.filter(({ method, path }) => method === 'get' && path !== assets);

describe('the routes that read', () => {
  it('are all found', () => {
    expect(paths.toSorted()).toEqual(described.map(({ path }) => filled(path)).toSorted());
    expect(paths.length).toBeGreaterThanOrEqual(18);
    for (const one of ['/events', '/pdf', '/images/920-24-1200-2.png', ...freeInCore]) expect(paths).toContain(one);
    expect(paths.filter((path) => path.includes(':') || path.includes('*'))).toEqual([]);
  });

  it.each(foreign)('give a page of another site nothing, and do nothing for it: %j', async (headers) => {
    called = [];
    const queries = paths.map((one) => `${one}?conference=EMNLP&year=2020&q=ink`);
    for (const path of [...paths, ...queries, '/assets/style.css', '/nowhere'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await running.ask(path, { method, headers });
        expect([method, path, answer.status]).toEqual([method, path, 403]);
        expect(answer.text).not.toMatch(/Tonstift Inbox|a\.mp3|On <b>Pens/);
      }
    expect(called).toEqual([]);
  });

  it.each(links)('ask first where a link leads to what costs something: %j', async (headers) => {
    for (const path of paths.filter((one) => !free.includes(one))) {
      called = [];
      const answer = await running.ask(path, { headers });
      expect([path, answer.status, called]).toEqual([path, 403, []]);
    }
    for (const path of free) {
      // Without a password there is no login, and the page of it leads to the start.
      const { status } = await running.ask(path, { headers });
      expect([path, status]).toEqual([path, path === '/login' ? 302 : 200]);
    }
  });
});
