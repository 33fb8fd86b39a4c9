/** Printing on the real program: pages, settings, downloads, a large library, and whoever leaves early. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trackCode } from '../../workers/gme/codes.js';
import { mp3, mp3Frames } from '../fixtures/mp3.js';
import { coverPicture } from '../workers/print/sheets.js';
import { findFields } from '../support/print/find-dots.js';
import { renderPdf, withPoppler } from '../support/print/poppler.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times } from '../support/times.js';

let daemon: RunningDaemon;
let home: string;

interface Failure {
  success: boolean;
  error: { code: string; message: string; fields: Record<string, string> };
}
interface PrintFacts {
  success: boolean;
  layout: Record<string, unknown>;
  oids: number[];
  pages: number;
}

beforeAll(async () => {
  await mp3Frames();
  home = await mkdtemp(join(tmpdir(), 'tonstift-test-'));
  daemon = await startProgram(home);
});
afterAll(async () => {
  await daemon.stop();
  await rm(home, { recursive: true, force: true });
});

async function upload(title: string, tracks: number, cover?: Uint8Array): Promise<void> {
  const form = new FormData();
  for (let n = 0; n < tracks; n++)
    form.append(
      'files',
      new Blob([
        new Uint8Array(
          await mp3({
            frames: 3,
            offset: (title.length * 31 + n * 7) % 900,
            tags: { TALB: title, TIT2: `Lied ${n + 1}`, TRCK: String(n + 1) },
          }),
        ),
      ]),
      `${n}.mp3`,
    );
  if (cover !== undefined) form.append('cover', new Blob([new Uint8Array(cover)]), 'cover.jpg');
  const answer = await fetch(daemon.url, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(daemon.url + path, { headers });
const facts = async (path = '/print'): Promise<PrintFacts> =>
  (await (await get(path, { accept: 'application/json' })).json()) as PrintFacts;
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const failure = async (answer: Response): Promise<[number, string, Record<string, string>]> => {
  const { error } = (await answer.json()) as Failure;
  return [answer.status, error.code, error.fields];
};

describe('without albums', () => {
  it('says so, and the test sheet is there', async () => {
    expect(await failure(await get('/pdf'))).toEqual([404, 'no_albums', {}]);
    expect(await failure(await daemon.post('/print', { action: 'create_pdf' }))).toEqual([404, 'no_albums', {}]);
    expect(await facts()).toMatchObject({
      success: true,
      oids: [],
      pages: 0,
      layout: { preset: 'list', dpi: 1200, pixel_size: 2 },
    });
    const page = await get('/print');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('print the test sheet')]);
    expect(await (await daemon.post('/print', { action: 'save_config', margin: '9' })).json()).toMatchObject({
      success: true,
      action: 'save_config',
      layout: { margin: 9 },
    });
    await daemon.post('/print', { action: 'save_config', margin: '10' });
  });
});

describe('with two albums', () => {
  beforeAll(async () => {
    await upload('Eins', 24, await coverPicture());
    await upload('Zwei', 3);
  });

  withPoppler('the sheet of one album', () => {
    it('has the power-on field, the buttons and every track', async () => {
      const answer = await get('/pdf?oids=920&dpi=600&pixel_size=2');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pages = await renderPdf(await bytesOf(answer), 600);
      const codes = pages
        .flatMap((page) => findFields(page, { dpi: 600 }).map((field) => field.code))
        .sort((a, b) => a - b);
      const wanted = [920, 3944, 3945, 3946, 3947, ...Array.from({ length: 24 }, (_, n) => trackCode(n))].sort(
        (a, b) => a - b,
      );
      expect(codes).toEqual(wanted);
    });
  });

  it('prints again what was printed last, and all albums before', async () => {
    const title = async (answer: Response): Promise<string | undefined> =>
      /tonstift-\S+\.pdf/.exec(answer.headers.get('content-disposition') ?? '')?.[0];
    expect(await title(await get('/pdf'))).toBe('tonstift-2-albums.pdf');
    const printed = await daemon.post('/print', { action: 'save_pdf', oids: '921', preset: 'tiles' });
    expect([printed.status, printed.headers.get('content-type'), await title(printed)]).toEqual([
      200,
      'application/pdf',
      'tonstift-921.pdf',
    ]);
    expect(await title(await get('/pdf'))).toBe('tonstift-921.pdf');
    expect(await title(await get('/pdf?oids=920,921,920'))).toBe('tonstift-2-albums.pdf');
    expect(await title(await get('/pdf?preset=cd'))).toBe('tonstift-2-albums.pdf');
    const head = await fetch(`${daemon.url}/pdf`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('keeps the layout, in the configuration too', async () => {
    const saved = await fetch(`${daemon.url}/print`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'save_config', preset: 'cd', show_cover: false, dpi: 600, pixel_size: 3 }),
    });
    expect(await saved.json()).toMatchObject({
      success: true,
      action: 'save_config',
      layout: { preset: 'cd', show_cover: false, dpi: 600, pixel_size: 3, page_size: 'A4' },
    });
    expect((await facts()).layout).toMatchObject({ preset: 'cd', show_cover: false, dpi: 600, pixel_size: 3 });
    const { config } = (await (await get('/config', { accept: 'application/json' })).json()) as {
      config: Record<string, unknown>;
    };
    expect(config).toMatchObject({ print_preset: 'cd', print_show_cover: false, print_dpi: 600, print_pixel_size: 3 });
    const form = await fetch(`${daemon.url}/print`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams([
        ['action', 'save_config'],
        ['preset', 'list'],
        ['show_cover', 'false'],
        ['show_cover', 'true'],
        ['dpi', '1200'],
        ['pixel_size', '2'],
      ]),
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/print']);
    expect((await facts()).layout).toMatchObject({ preset: 'list', show_cover: true, dpi: 1200, pixel_size: 2 });
  });

  it('shows the page that was asked for, the last one where there are fewer', async () => {
    const page = await (await get('/print?oids=920&page_size=A5&page=2')).text();
    expect(page).toContain('Page 2 of');
    expect(page).toContain('Eins (continued)');
    expect(await (await get('/print?oids=920&page=99')).text()).toContain('Page 1 of 1');
  });

  it.each([
    ['oids=abc', 'oids', /album numbers.*"abc"/],
    ['oids=920,abc', 'oids', /"920,abc"/],
    ['oids=1e3', 'oids', /album numbers/],
    ['oids=-1', 'oids', /album numbers/],
    ['preset=poster', 'preset', /list, tiles, cd, round, not "poster"/],
    ['page_size=A3', 'page_size', /A4, A5, Letter/],
    ['dpi=500', 'dpi', /300, 600, 1200 or 2400, not "500"/],
    ['dpi=300&pixel_size=2', 'pixel_size', /run into each other at 300 dpi/],
    ['pixel_size=5', 'pixel_size', /from 1 to 4, not "5"/],
    ['margin=1e9', 'margin', /from 0 to 50, not "1e9"/],
    ['tile_size=5', 'tile_size', /at least 15 mm/],
    ['tile_size=100', 'tile_size', /at most/],
    ['columns=9', 'columns', /at most 3/],
    ['show_cover=maybe', 'show_cover', /true or false/],
    ['colour=red', 'colour', /not a field/],
  ])('refuses ?%s with the field and the reason', async (query, field, why) => {
    for (const path of [`/pdf?${query}`, `/print?${query}`]) {
      const answer = await get(path, { accept: 'application/json' });
      expect(await failure(answer)).toEqual([400, 'bad_field', { [field]: expect.stringMatching(why) }]);
    }
    const posted = await fetch(`${daemon.url}/print`, {
      method: 'POST',
      body: new URLSearchParams(`${query}&action=create_pdf`),
    });
    expect((await failure(posted)).slice(0, 2)).toEqual([400, 'bad_field']);
    const shown = await get(`/print?${query}`);
    expect([shown.status, await shown.text()]).toEqual([400, expect.stringContaining('Cannot create this sheet')]);
  });

  it('knows its actions and its albums', async () => {
    expect(await failure(await daemon.post('/print', { action: 'fold' }))).toEqual([
      400,
      'unknown_action',
      { action: expect.stringContaining('save_config, create_pdf') },
    ]);
    expect(await failure(await daemon.post('/print', {}))).toEqual([400, 'unknown_action', expect.anything()]);
    expect(await failure(await get('/pdf?oids=5'))).toEqual([404, 'album_not_found', {}]);
    expect(await failure(await get('/print?oids=5', { accept: 'application/json' }))).toEqual([
      404,
      'album_not_found',
      {},
    ]);
  });
});

/** Beside the two. */
const many = times(48, 198);

describe('with many albums', () => {
  beforeAll(async () => {
    for (let first = 0; first < many; first += 6)
      await Promise.all(Array.from({ length: 6 }, (_, n) => upload(`Sammlung ${first + n}`, 2)));
    await until('all albums', async () => (await daemon.albums()).length === many + 2);
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
      done: many + 2,
      total: many + 2,
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
    expect(done).toBeLessThan(many + 2);
    events.close();
    expect((await get('/pdf?oids=920')).status).toBe(200);
    expect(daemon.output()).not.toMatch(/ error /);
  });
});
