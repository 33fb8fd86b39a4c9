/** Prints with the real program: a large library, and clients that disconnect early. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { mp3 } from '../fixtures/mp3.js';
import { programForSuite } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times } from '../support/times.js';

const daemon = programForSuite();

async function upload(title: string, tracks: number): Promise<void> {
  const files: Record<string, Buffer> = {};
  for (let n = 0; n < tracks; n++) {
    const tags = { TALB: title, TIT2: `Lied ${n + 1}`, TRCK: String(n + 1) };
    files[`${n}.mp3`] = await mp3({ frames: 3, offset: (title.length * 31 + n * 7) % 900, tags });
  }
  await daemon.upload(files);
}

const get = (path: string): Promise<Response> => fetch(daemon.url + path);
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const many = times(48, 198);

describe('with many albums', () => {
  beforeAll(async () => {
    for (let first = 0; first < many; first += 6)
      await Promise.all(Array.from({ length: 6 }, (_, n) => upload(`Sammlung ${first + n}`, 2)));
    await until('all albums', async () => (await daemon.albums()).length === many);
  });

  /** Events of printing, from now on. */
  async function listen(): Promise<{
    seen: { type: string; data: { kind?: string; done?: number; total?: number; outcome?: string } }[];
    close: () => void;
  }> {
    const seen: { type: string; data: { kind?: string } }[] = [];
    const stop = new AbortController();
    const answer = await fetch(`${daemon.url}/events`, {
      signal: stop.signal,
      headers: { accept: 'text/event-stream' },
    });
    void (async () => {
      let text = '';
      try {
        for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
          text += Buffer.from(piece).toString();
          for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
            const block = text.slice(0, end);
            text = text.slice(end + 2);
            const [type, data] = [/^event: ?(.*)$/m.exec(block)?.[1], /^data: ?(.*)$/m.exec(block)?.[1]];
            if (type?.startsWith('job.') === true && data !== undefined) {
              const parsed = JSON.parse(data) as { kind?: string };
              if (parsed.kind === 'print') seen.push({ type, data: parsed });
            }
          }
        }
      } catch {
        /* closed */
      }
    })();
    return { seen, close: () => stop.abort() };
  }

  it('prints them, streamed, with progress, while the pages go on answering', async () => {
    const events = await listen();
    const answer = await get('/pdf?preset=list');
    const printing = bytesOf(answer);
    let answers = 0;
    let printed = false;
    void printing.then(() => (printed = true));
    while (!printed) {
      await (await get('/healthz')).text();
      answers += 1;
    }
    const pdf = await printing;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(many / 5);
    await until('the end of the job', async () => events.seen.find((event) => event.type === 'job.ended'));
    expect(events.seen.filter((event) => event.type === 'job.progress').at(-1)?.data).toMatchObject({
      done: many,
      total: many,
    });
    expect(events.seen.at(-1)?.data.outcome).toBe('done');
    events.close();
    // Were it made in the event loop, one or two would come in all that time.
    expect(answers).toBeGreaterThan(10);
  });

  it('stops working when the client goes, and prints the next sheet all the same', async () => {
    const events = await listen();
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${daemon.url}/pdf?preset=list&show_general_controls=true`, (answer) => {
        answer.once('data', () => {
          asked.destroy();
          resolve();
        });
        answer.on('error', () => undefined);
      });
      asked.on('error', reject);
      asked.end();
    });
    const ended = await until('the end of the job', async () =>
      events.seen.find((event) => event.type === 'job.ended'),
    );
    expect(ended.data.outcome).toBe('not_now');
    const done = events.seen.filter((event) => event.type === 'job.progress').at(-1)?.data.done ?? 0;
    expect(done).toBeLessThan(many);
    events.close();
    expect((await get('/pdf?oids=920')).status).toBe(200);
    expect(daemon.output()).not.toMatch(/ error /);
  });
});
