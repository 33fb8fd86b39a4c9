import { describe, expect, it } from '@jest/globals';
import { start } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const get = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${running.port}/images/${name}`, { headers: { accept: 'application/json', ...headers } });

describe('GET /images/<pattern>', () => {
  it('draws what the name says', async () => {
    const answer = await get('920-24-1200-2.png');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24]]).toEqual([1134, 1134, 1]);
    const wide = Buffer.from(await (await get('2663-40x10.5-600-1.png')).arrayBuffer());
    expect([wide.readUInt32BE(16), wide.readUInt32BE(20)]).toEqual([945, 248]);
  });

  it('is not sent twice to one who has it', async () => {
    const { patterns } = running.services;
    const image = patterns.image.bind(patterns);
    let drawn = 0;
    patterns.image = (request) => ((drawn += 1), image(request));
    const tag = (await get('920-24-1200-2.png')).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"\w+"$/);
    const again = await get('920-24-1200-2.png', { 'if-none-match': tag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    expect(drawn).toBe(1);
    expect((await get('921-24-1200-2.png')).headers.get('etag')).not.toBe(tag);
  });

  it('answers HEAD, and stops when the client goes away', async () => {
    const head = await fetch(`http://127.0.0.1:${running.port}/images/920-24-1200-2.png`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png']);
    const controller = new AbortController();
    const large = await fetch(`http://127.0.0.1:${running.port}/images/920-500-2400-2.png`, {
      signal: controller.signal,
    });
    await large.body?.getReader().read();
    controller.abort();
    expect((await get('920-24-1200-2.png')).status).toBe(200);
  });

  it.each([
    ['99999-24-1200-2.png', 'code'],
    ['-1-24-1200-2.png', 'code'],
    ['920-0-1200-2.png', 'size'],
    ['920-1000000000-1200-2.png', 'size'],
    ['920-24x501-1200-2.png', 'size'],
    ['920-24-1200-9.png', 'pixel_size'],
    ['920-24-300-4.png', 'pixel_size'],
    ['920-24-72-1.png', 'dpi'],
    ['920-24-9600-1.png', 'dpi'],
  ])('refuses %s and names %s', async (name, field) => {
    const answer = await get(name);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      success: false,
      error: { code: 'bad_field', fields: { [field]: expect.any(String) as unknown } },
    });
  });

  it.each([
    '920.png',
    'x-24-1200-2.png',
    '920-24-1200-2.gif',
    '920-24-1200-2.png.exe',
    '920--1200-2.png',
    '..%2f920-24-1200-2.png',
    '920-1e3-1200-2.png',
  ])('knows no %s', async (name) => {
    expect((await get(name)).status).toBe(404);
  });
});
