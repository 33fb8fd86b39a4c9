/** Requests as browsers send them: for pages of other sites, for links on these, and for our own pages. */
import { expect } from '@jest/globals';
import type { Running } from './client.js';

type Headers = Record<string, string>;

const host = 'localhost:10020';
const from = (site: string, mode: string, dest: string): Headers => ({
  host,
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
  accept: dest === 'document' || dest === 'iframe' ? 'text/html,*/*;q=0.8' : '*/*',
});

const embedded = ['cross-site', 'same-site'].flatMap((site) => [
  from(site, 'no-cors', 'image'),
  from(site, 'no-cors', 'script'),
  from(site, 'no-cors', 'audio'),
  from(site, 'cors', 'empty'),
  from(site, 'navigate', 'iframe'),
  from(site, 'navigate', 'embed'),
  { ...from(site, 'navigate', 'document'), 'sec-purpose': 'prefetch;prerender' },
]);
const older: Headers[] = [
  { host, origin: 'http://evil.example' },
  { host, origin: 'null' },
  { host, referer: 'http://evil.example/page', accept: 'image/avif,image/*,*/*;q=0.8' },
  { host, referer: 'http://localhost:8000/page', accept: '*/*' },
];

/** A page of another site that takes an answer into itself. */
export const foreign: Headers[] = [...embedded, ...older];

const link = from('cross-site', 'navigate', 'document');
/** A person who clicks a link of another site. */
export const links: Headers[] = [
  link,
  from('same-site', 'navigate', 'document'),
  { host, referer: 'http://evil.example/', accept: 'text/html,*/*;q=0.8' },
];

/** Our own pages, typed addresses, and programs (without headers). */
export const ours: Headers[] = [
  {},
  { host, referer: 'http://localhost:10020/library', accept: '*/*' },
  { host, referer: 'no address' },
  from('same-origin', 'no-cors', 'image'),
  from('same-origin', 'navigate', 'document'),
  from('none', 'navigate', 'document'),
  { ...from('same-site', 'cors', 'empty'), origin: 'http://localhost:10020' },
];

/** Expects that a link of another site opens these paths. */
export async function opensByLink(running: Running, paths: readonly string[], headers = link): Promise<void> {
  for (const path of paths) expect([path, (await running.ask(path, { headers })).status]).toEqual([path, 200]);
}

/** Expects that a link of another site leads to a question, and from there to these paths. */
export async function asksFirst(running: Running, paths: readonly string[], headers = link): Promise<void> {
  for (const path of paths) {
    const answer = await running.ask(path, { headers });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain(`href="${path}"`);
    expect(answer.text).not.toContain('Tonstift Inbox');
  }
}

/** Expects that no other page can frame these or take them into itself. */
export async function standsAlone(running: Running, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { headers } = await running.ask(path);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
}
