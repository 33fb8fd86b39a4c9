import { describe, expect, it } from '@jest/globals';
import { start } from '../client.js';
import { asksForPassword } from '../every-path.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

describe('GET /metrics', () => {
  it('is text for Prometheus, with the requests that were answered, by the pattern of their route', async () => {
    await running.ask('/library/920');
    await running.ask('/library/920', { method: 'HEAD' });
    await running.ask('/nowhere/at/all');
    const { status, headers, text } = await running.ask('/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toMatch(/\{method="GET",route="\/library\/:oid[^"]*",status="(200|404)"\} 1/);
    expect(text).toMatch(/\{method="HEAD",route="\/library\/:oid[^"]*"/);
    expect(text).toContain('{method="GET",route="other",status="404"} 1');
    expect(text).not.toContain('920');
  });

  it('counts what was refused before a route was found, and odd methods as one', async () => {
    await running.ask('/library', { headers: { host: 'evil.example' } });
    await running.ask('/library', { method: 'PROPFIND' });
    const { text } = await running.ask('/metrics');
    expect(text).toContain('{method="GET",route="other",status="403"} 1');
    expect(text).toMatch(/\{method="other",route="[^"]*",status="[45]\d\d"\} 1/);
  });

  it('asks for the password', async () => {
    running.services.password = 'secret word';
    await asksForPassword(running, '/metrics');
  });
});
