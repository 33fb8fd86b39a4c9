import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { say, textIn } from '../../workers/base/language/sentence.js';
import { start, type Running } from './client.js';

interface Listener {
  response: IncomingMessage;
  /** Resolves once the stream so far contains the text. */
  until(text: string): Promise<string>;
  closed: Promise<void>;
  close(): void;
}

let running: Running;
let asked: ClientRequest[] = [];
beforeEach(async () => {
  running = await start();
});
afterEach(async () => {
  for (const one of asked) one.destroy();
  asked = [];
  await running.stop();
});

const listen = (headers: Record<string, string> = {}, path = '/events'): Promise<Listener> =>
  new Promise((done, failed) => {
    const asking = request({ host: '127.0.0.1', port: running.port, path, headers, agent: false }, (response) => {
      let text = '';
      let check = (): void => undefined;
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        check();
      });
      response.on('error', () => undefined);
      done({
        response,
        until: (wanted) =>
          new Promise((found) => {
            check = () => text.includes(wanted) && found(text);
            check();
          }),
        closed: new Promise((ended) => response.once('close', ended)),
        close: () => asking.destroy(),
      });
    });
    asking.on('error', failed);
    asking.end();
    asked.push(asking);
  });

const idOf = (number: number): string => `${running.services.events.epoch}-${number}`;

describe('GET /events', () => {
  it('streams what happens, numbered within the run', async () => {
    const one = await listen({ 'accept-encoding': 'gzip' });
    expect(one.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(one.response.headers['content-encoding']).toBeUndefined();
    await one.until(': listening');
    running.services.events.publish('job.started', { title: 'a\nb' });
    expect(await one.until('{"title":"a\\nb"}\n\n')).toContain(`id: ${idOf(1)}\nevent: job.started\n`);
  });

  it('says reasons in the reader’s language, also those of before', async () => {
    const problem = { name: 'CD', reason: say('inbox.forbidden') };
    const heard = [textIn(problem.reason, 'de'), textIn(problem.reason, 'en')];
    const read = async (language: string): Promise<boolean[]> => {
      const one = await listen({ 'accept-language': language, 'last-event-id': idOf(0) });
      running.services.events.publish('inbox.changed', { problems: [problem], last: true });
      const text = await one.until('"last":true');
      return heard.map((words) => text.split(`"reason":${JSON.stringify(words)}`).length === 3);
    };
    running.services.events.publish('inbox.changed', { problems: [problem] });
    expect(await read('de')).toEqual([true, false]);
  });

  it('says of which version the program is, as its pages do', async () => {
    const one = await listen();
    const { text } = await running.ask('/help');
    expect(one.response.headers['tonstift-build']).toBe(/data-build="([^"]+)"/.exec(text)?.[1]);
  });

  it('goes on where a client left off, without gap or repetition', async () => {
    for (let n = 1; n <= 5; n += 1) running.services.events.publish('tick', n);
    const one = await listen({ 'last-event-id': idOf(3) });
    running.services.events.publish('tick', 6);
    const text = await one.until('data: 6');
    expect([...text.matchAll(/^data: (.*)$/gm)].map(([, n]) => Number(n))).toEqual([4, 5, 6]);
    const again = await listen({}, `/events?last_event_id=${idOf(5)}`);
    expect(await again.until('data: 6')).not.toContain('data: 5');
  });

  it('names the last event to a client that has none, so that it misses nothing later', async () => {
    running.services.events.publish('tick', 1);
    const one = await listen();
    expect(await one.until(`id: ${idOf(1)}\n\n`)).not.toContain('tick');
  });

  it('gives a client that slept all that it missed, however much', async () => {
    for (let n = 1; n <= 100; n += 1) running.services.events.publish('tick', 'x'.repeat(20_000));
    const one = await listen({ 'last-event-id': idOf(0) });
    await one.until(`\n\nid: ${idOf(100)}\n\n`);
  });

  it('tells a client that comes back with an id of lost events, or of none, to look again', async () => {
    const { events } = running.services;
    for (let n = 1; n <= 1005; n += 1) events.publish('tick', n);
    for (const id of ['run0-3', 'nonsense', idOf(1), idOf(9999)]) {
      const one = await listen({ 'last-event-id': id });
      expect(await one.until('event: reset')).not.toContain('tick');
      await one.until(`\n\nid: ${idOf(events.last())}\n\n`);
      events.publish('tick', 6);
      await one.until(`id: ${idOf(events.last())}`);
    }
  });

  it('lets go of a client that left', async () => {
    let listening = 0;
    const subscribe = running.services.events.subscribe.bind(running.services.events);
    let left = (): void => undefined;
    const gone = new Promise<void>((done) => (left = done));
    Object.assign(running.services.events, {
      subscribe: (receive: Parameters<typeof subscribe>[0]) => {
        listening += 1;
        const end = subscribe(receive);
        return () => {
          listening -= 1;
          left();
          end();
        };
      },
    });
    const one = await listen();
    expect(listening).toBe(1);
    one.close();
    await gone;
    expect(listening).toBe(0);
  });

  it('cuts off a client that does not read, and those of an old password', async () => {
    running.services.password = 'one';
    const headers = { authorization: `Basic ${Buffer.from('x:one').toString('base64')}` };
    const slow = await listen(headers);
    slow.response.pause();
    for (let n = 0; n < 60; n += 1) {
      running.services.events.publish('tick', 'x'.repeat(300_000));
      await new Promise(setImmediate);
    }
    slow.response.resume();
    await slow.closed;
    const one = await listen(headers);
    await one.until(': listening');
    running.services.password = 'two';
    running.services.events.publish('tick', 'not for you');
    await one.closed;
  });

  it('answers HEAD without a stream', async () => {
    const answer = await running.ask('/events', { method: 'HEAD' });
    expect(answer.status).toBe(200);
  });
});
