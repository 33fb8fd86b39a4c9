/** Checks of a path, for the suites of the core and of features. */
import { expect } from '@jest/globals';
import { browser, type Running } from './client.js';

/** Expects that a path refuses other methods than these. */
export async function allowsOnly(running: Running, path: string, methods: string): Promise<void> {
  const answer = await running.ask(path, { method: 'PUT' });
  expect([answer.status, answer.headers.allow]).toEqual([405, methods]);
  expect(answer.json()).toMatchObject({ success: false, error: { code: 'method_not_allowed' } });
}

/** Expects that a path asks programs for the password, and tells nothing. */
export async function asksForPassword(running: Running, path: string): Promise<void> {
  const answer = await running.ask(path, { headers: { accept: 'application/json' } });
  expect([path, answer.status, answer.headers['www-authenticate']]).toEqual([
    path,
    401,
    'Basic realm="Tonstift", charset="UTF-8"',
  ]);
  expect(answer.text).not.toContain('Inbox');
}

/** Returns where a login leads that was asked to lead to `next`. */
export async function afterLogin(running: Running, next: string): Promise<string | undefined> {
  const { password = '' } = running.services;
  return (await running.form('/login', { password, next }, browser)).headers.location;
}

/** Expects that a page asks for the password, and that the login leads back to it. */
export async function leadsBack(running: Running, page: string): Promise<void> {
  const asked = await running.ask(page, { headers: browser });
  const next = /name="next" value="([^"]*)"/.exec(asked.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect([asked.status, next]).toEqual([401, page]);
  expect(await afterLogin(running, next)).toBe(page);
  // A page whose session has ended leads there too.
  const link = await running.ask(`/login?next=${encodeURIComponent(page)}`, { headers: browser });
  expect(link.text).toContain(`name="next" value="${page.replaceAll('&', '&amp;')}"`);
}
