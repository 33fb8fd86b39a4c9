/** What the addresses of printing take and refuse. What is printed: test/print, test/scenarios/print.test.ts. */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { browser, png, start, track, type Answer } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

const json = { accept: 'application/json' };
const refusal = (answer: Answer): unknown[] => {
  const { code, fields } = answer.json()['error'] as { code: string; fields: unknown };
  return [answer.status, code, fields];
};
const layout = async (): Promise<{ margin: number }> =>
  (await running.ask('/print', { headers: json })).json()['layout'] as { margin: number };

/** The same with an empty library and with albums. */
function savesConfig(): void {
  it('keeps a layout, and looks at no albums for it', async () => {
    for (const oids of ['', '5', '920,921', 'abc', '-1']) {
      const answer = await running.form('/print', { action: 'save_config', margin: '9', page: '3', oids });
      expect([answer.status, answer.json()]).toEqual([
        200,
        expect.objectContaining({ action: 'save_config', layout: expect.objectContaining({ margin: 9 }) }),
      ]);
    }
    expect((await layout()).margin).toBe(9);
  });

  it('takes the last of a repeated field, as a checkbox sends it', async () => {
    const send = (body: string) => running.form('/print', body);
    expect((await send('action=save_config&show_cover=true&show_cover=false&margin=7&margin=9')).json()).toMatchObject({
      layout: { show_cover: false, margin: 9 },
    });
    expect((await send('action=save_config&show_cover=false&show_cover=true')).json()).toMatchObject({
      layout: { show_cover: true },
    });
  });
}

describe('an empty library', () => {
  savesConfig();

  it('has nothing to print', async () => {
    for (const method of ['GET', 'HEAD']) expect((await running.ask('/pdf', { method })).status).toBe(404);
    expect(refusal(await running.ask('/pdf?preset=cd'))).toEqual([404, 'no_albums', {}]);
    expect((await running.ask('/print/pages')).json()).toMatchObject({ pages: 0, pages_complete: true });
    const page = await running.ask('/print', { headers: browser });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('/download_oid_images')]);
  });
});

describe('a library with albums', () => {
  beforeAll(async () => {
    for (const name of ['a.mp3', 'b.mp3']) expect((await running.parts('/', [track(name)])).status).toBe(201);
  });

  savesConfig();

  it('shows the reader who prints the page itself that the PDF must be printed, in their language', async () => {
    const page = await running.ask('/print', { headers: { ...browser, 'accept-language': 'de' } });
    expect(page.text).toContain('data-printed="Das PDF drucken, nicht die Webseite: ');
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
    ['page_size=A5&margin=50', 'margin', /at most 27 mm on A5, not 50/],
    ['tile_size=5', 'tile_size', /at least 15 mm/],
    ['tile_size=100', 'tile_size', /at most/],
    ['columns=9', 'columns', /at most 3/],
    ['show_cover=maybe', 'show_cover', /true or false/],
    ['colour=red', 'colour', /is not a field of this request/],
  ])('refuses %s with the field and the reason, and keeps nothing', async (query, field, why) => {
    const refused = [400, 'bad_field', { [field]: expect.stringMatching(why) }];
    for (const path of [`/pdf?${query}`, `/print?${query}`])
      expect(refusal(await running.ask(path, { headers: json }))).toEqual(refused);
    const fields = Object.fromEntries(new URLSearchParams(query));
    const before = await layout();
    // It looks at no albums where a layout is to be kept.
    for (const action of field === 'oids' ? ['create_pdf'] : ['create_pdf', 'save_config'])
      expect(refusal(await running.form('/print', { action, ...fields }))).toEqual(refused);
    expect(await layout()).toEqual(before);
    const shown = await running.ask(`/print?${query}`, { headers: browser });
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('Cannot create this sheet')]);
  });

  it('names every wrong field at once, and a file', async () => {
    const fields = { action: 'save_config', dpi: '72', columns: 'two' };
    expect(refusal(await running.form('/print', fields))).toEqual([
      400,
      'bad_field',
      { dpi: expect.stringContaining('not "72"'), columns: expect.stringContaining('not "two"') },
    ]);
    const file = await running.parts('/print', [{ name: 'action', content: 'save_config' }, track('a.mp3')]);
    expect(refusal(file)).toEqual([400, 'bad_field', { files: 'must not be a file.' }]);
  });

  it('lists its actions to one that asks for another', async () => {
    const actions = { action: expect.stringContaining('save_config, create_pdf') };
    for (const fields of [{ action: 'fold' }, {}] as Record<string, string>[])
      expect(refusal(await running.form('/print', fields))).toEqual([400, 'unknown_action', actions]);
  });

  it('takes a print back for the albums that are named, and only while it is recent', async () => {
    const { albums } = running.services;
    const now = jest.spyOn(Date, 'now');
    await albums.notePrinted([920, 921], 'page');
    const shown = async (): Promise<string[]> =>
      [
        ...(await running.ask('/print?oids=920,921', { headers: browser })).text.matchAll(
          /name="oids" value="([\d,]+)"/g,
        ),
      ]
        .map(([, oids = '']) => oids)
        .filter((oids) => oids.includes(','));
    expect(await shown()).toEqual(['920,921']);
    const wrong: Record<string, string>[] = [{}, { oids: '' }, { oids: 'x' }];
    for (const fields of wrong)
      expect(refusal(await running.form('/print', { action: 'not_printed', ...fields }))).toEqual([
        400,
        'bad_field',
        { oids: expect.anything() },
      ]);
    expect(albums.list().map(({ printed }) => printed.length)).toEqual([1, 1]);
    expect((await running.form('/print', { action: 'not_printed', oids: '920' })).json()).toEqual({
      ...{ success: true, action: 'not_printed', oids: [920] },
    });
    const printed = new Map(albums.list().map((album) => [album.oid, album.printed]));
    expect([printed.get(920), printed.get(921)?.length]).toEqual([[], 1]);
    const page = async (): Promise<string> => (await running.ask('/print?oids=921', { headers: browser })).text;
    expect(await page()).toContain('counts as printed');
    now.mockReturnValue(Date.now() + 25 * 3_600_000);
    expect(await page()).not.toContain('counts as printed');
    now.mockRestore();
    await albums.forgetPrinted([921]);
  });

  it('says where tiles have their buttons', async () => {
    const page = async (query: string): Promise<string> =>
      (await running.ask(`/print?preset=${query}`, { headers: browser })).text;
    const [nowhere, atTheEnd] = ['These tiles have only the start field', 'at the end of the sheet'];
    const said = async (query: string): Promise<string[]> => {
      const text = await page(query);
      return [nowhere, atTheEnd].filter((words) => text.includes(words));
    };
    expect(await said('tiles')).toEqual([nowhere]);
    expect(await said('tiles&show_general_controls=true')).toEqual([atTheEnd]);
    expect(await said('tiles&show_tile_controls=true')).toEqual([]);
    expect(await said('list')).toEqual([]);
    expect(await page('tiles&show_tile_controls=true')).toContain('<title>stop, code');
  });

  it('says under a cover behind the start field that not every printer can print it', async () => {
    const page = async (query: string): Promise<string> =>
      (await running.ask(`/print?${query}`, { headers: browser })).text;
    const hint = 'Print this sheet in colour, not in black.';
    const over = await page('show_start_cover=true');
    expect(over).toMatch(/name="show_start_cover" value="true" checked/);
    expect(over).toContain(hint);
    expect(await page('show_start_cover=false')).not.toContain(hint);
    // It is off by default.
    expect(await page('')).not.toContain(hint);
  });

  it('says where pictures of tracks are, to who wants them and sees none', async () => {
    const said = async (query: string): Promise<string | undefined> =>
      /(No track here has a picture|Pictures of tracks are printed only in lists)/.exec(
        (await running.ask(`/print?show_track_pictures=true&${query}`, { headers: browser })).text,
      )?.[1];
    expect(await said('preset=list')).toBe('No track here has a picture');
    expect(await said('preset=tiles')).toBe('Pictures of tracks are printed only in lists');
    const id = String(running.services.albums.get(920).tracks[0]?.id);
    const fields = Object.entries({ action: 'add_track_picture', uid: '920', id });
    const parts = fields.map(([name, content]) => ({ name, content }));
    await running.parts('/library', [
      ...parts,
      { name: 'picture', filename: 'x.png', content: png, type: 'image/png' },
    ]);
    expect(await said('preset=list&oids=920')).toBeUndefined();
    expect(await said('preset=list&oids=921')).toBe('No track here has a picture');
    expect(await said('preset=list&show_track_pictures=false')).toBeUndefined();
  });

  it('shows its sheet, page by page', async () => {
    const first = await running.ask('/print?preset=cd', { headers: browser });
    expect([first.status, first.text]).toEqual([
      200,
      expect.stringMatching(/Page 1 of 2<\/span> <a [^>]*href="\/print\?preset=cd&amp;page=2">Next page</),
    ]);
    expect((await running.ask('/print?preset=cd&page=2', { headers: browser })).text).toMatch(/page=1">Previous page</);
    expect((await running.ask('/print?preset=cd', { headers: json })).json()).toMatchObject({
      pages: 2,
      oids: [920, 921],
    });
  });
});

describe('the form of a sheet', () => {
  /** What is ticked, and what stands in a field. */
  const ticked = ({ text }: Answer): number[] =>
    [...text.matchAll(/name="oids" value="(\d+)" checked/g)].map(([, oid]) => Number(oid));
  const typed = ({ text }: Answer, name: string): string | undefined =>
    new RegExp(`<input name="${name}" value="([^"]*)"`).exec(text)?.[1];
  const keep = (fields: string): Promise<Answer> => running.form('/print', `action=save_config&${fields}`, browser);

  beforeAll(async () => {
    expect((await running.parts('/', [track('c.mp3')])).status).toBe(201);
  });

  it('keeps the albums and what was typed where a value is refused', async () => {
    for (const query of ['oids=920&oids=922', 'oids=920,922', 'oids=%5B920%2C+922%5D', 'oids=920,x,922']) {
      const answer = await running.ask(`/print?${query}&margin=wide&columns=2&page=2`, { headers: browser });
      expect([query, answer.status, ticked(answer)]).toEqual([query, 400, [920, 922]]);
      expect([typed(answer, 'margin'), typed(answer, 'columns')]).toEqual(['wide', '2']);
      expect(answer.text).toContain('name="page" value="2" form="sheet"');
    }
  });

  it('keeps them where settings that cannot be are to be kept', async () => {
    const answer = await keep('oids=920&oids=922&margin=60&preset=cd&page=3');
    expect([answer.status, ticked(answer), typed(answer, 'margin')]).toEqual([400, [920, 922], '60']);
    expect(answer.text).toMatch(/Margin in mm<\/strong> must be[^<]*from 0 to 50/);
    expect(answer.text).toContain('name="page" value="3" form="sheet"');
    expect((await layout()).margin).not.toBe(60);
  });

  it('keeps them where an album is gone by now', async () => {
    const answer = await running.ask('/print?oids=921,7', { headers: browser });
    expect([answer.status, ticked(answer)]).toEqual([404, [921]]);
    expect(answer.text).toContain('<strong>Albums</strong> There is no album 7.');
  });

  it('leads to the next page before all pages are counted', async () => {
    const { print } = running.services;
    const preview = print.preview.bind(print);
    const slow = jest
      .spyOn(print, 'preview')
      .mockImplementation(async (...order) => ({ ...(await preview(...order)), pages: 1, complete: false }));
    const { text } = await running.ask('/print?preset=cd', { headers: browser });
    slow.mockRestore();
    expect(text).toMatch(/<span data-page="1" [^>]*>Page 1 of more than 1<\/span> <a [^>]*page=2">Next page</);
  });

  it('comes back to the same albums and the same page when its settings are kept', async () => {
    const locations = [
      ['', '/print'],
      ['&oids=922&oids=920&page=2', '/print?oids=922,920&page=2'],
      ['&oids=922,7,x&page=1', '/print?oids=922'],
      ['&oids=&page=0', '/print'],
    ];
    for (const [sent, location] of locations) {
      const answer = await keep(`margin=10${sent}`);
      expect([sent, answer.status, answer.headers.location]).toEqual([sent, 303, location]);
    }
  });

  it('shows the sheet, and opens nothing, by its first button', async () => {
    const { text } = await running.ask('/print', { headers: browser });
    const form = text.slice(text.indexOf('<form class="sheet-settings"'));
    expect(/<button[^>]*>/.exec(form)?.[0]).not.toMatch(/formaction|formtarget|formmethod|hidden[ >]|display/);
  });

  it('counts the pages of a sheet by themselves', async () => {
    const count = async (query: string): Promise<unknown> => (await running.ask(`/print/pages?${query}`)).json();
    expect(await count('preset=cd')).toEqual({ success: true, pages: 3, pages_complete: true });
    expect(await count('preset=cd&oids=920&page=7')).toMatchObject({ pages: 1 });
    expect(refusal(await running.ask('/print/pages?margin=60'))).toEqual([400, 'bad_field', expect.anything()]);
    expect((await running.ask('/print/pages?oids=7')).status).toBe(404);
  });

  it('names each of 992 albums', async () => {
    const all = Array.from({ length: 992 }, (_, n) => `oids=${n + 1}`).join('&');
    const rest = 'preset=cd&show_cover=false&show_cover=true&show_tracks=false&dpi=600&pixel_size=3';
    expect((await keep(`${all}&${rest}&margin=10`)).headers.location).toBe('/print?oids=920,921,922');
    const shown = await running.ask(`/print?${all}&${rest}&margin=wide`, { headers: browser });
    expect([shown.status, ticked(shown), typed(shown, 'margin')]).toEqual([400, [920, 921, 922], 'wide']);
    expect(shown.text).toMatch(/<option value="3" selected>/);
    await keep('preset=list&show_tracks=true&dpi=1200&pixel_size=2');
  });
});

describe('HEAD', () => {
  const sheets: [string, string][] = [
    ['/pdf', 'application/pdf'],
    ['/pdf?oids=920&preset=tiles', 'application/pdf'],
    ['/download_oid_images', 'application/zip'],
    ['/download_oid_images?format=pdf', 'application/pdf'],
    ['/download_oid_images?format=png', 'image/png'],
  ];

  it.each(sheets)('of %s answers as GET does, without a length and without the work', async (path, type) => {
    const before = running.services.printJobs.length;
    const head = await running.ask(path, { method: 'HEAD' });
    expect([head.status, head.headers['content-type'], head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      type,
      undefined,
      0,
    ]);
    expect(running.services.printJobs).toHaveLength(before);
    const get = await running.ask(path);
    expect(running.services.printJobs.length).toBeGreaterThan(before);
    expect(get.bytes.length).toBeGreaterThan(1000);
    for (const name of ['content-type', 'content-disposition', 'content-length', 'cache-control', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  });

  it('of a PDF tells its name: that of the album, or how many there are', async () => {
    const nameOf = async (query: string): Promise<string | undefined> =>
      (await running.ask(`/pdf${query}`, { method: 'HEAD' })).headers['content-disposition'];
    const many = (count: number): string => `inline; filename="tonstift-${count}-albums.pdf"`;
    const all = many(running.services.albums.list().length);
    expect(await nameOf('?oids=921')).toBe('inline; filename="tonstift-921.pdf"');
    expect(await nameOf('?oids=920,921,920')).toBe(many(2));
    // Nothing was printed before.
    expect([await nameOf(''), await nameOf('?preset=cd')]).toEqual([all, all]);
  });

  it('is refused what GET is refused', async () => {
    for (const path of [
      '/pdf?oids=5',
      '/pdf?dpi=72',
      '/pdf?colour=red',
      '/download_oid_images?format=exe',
      '/download_oid_images?dpi=600',
      '/print?margin=x',
    ]) {
      expect([path, (await running.ask(path, { method: 'HEAD' })).status]).toEqual([
        path,
        (await running.ask(path)).status,
      ]);
    }
  });
});

describe('GET /patterns/<oid>.zip', () => {
  it('answers a ZIP, by GET, and by HEAD without the work', async () => {
    for (const query of ['', '?size=10', '?size=40x10&dpi=600&pixel_size=1', '?size=7.5x30.25&dpi=720']) {
      const get = await running.ask(`/patterns/920.zip${query}`);
      expect([query, get.status, get.text.slice(0, 2)]).toEqual([query, 200, 'PK']);
      expect(get.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="tonstift-920-patterns.zip"',
      });
      const head = await running.ask(`/patterns/920.zip${query}`, { method: 'HEAD' });
      expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, undefined]);
    }
  });

  it('takes resolution and dots of the settings where they are not given', async () => {
    const widthOf = async (query: string): Promise<number> => {
      const zip = await fromBufferPromise((await running.ask(`/patterns/920.zip${query}`)).bytes);
      for await (const entry of zip.eachEntry())
        return (await buffer(await zip.openReadStreamPromise(entry))).readUInt32BE(16);
      return 0;
    };
    expect(await widthOf('')).toBe(1134);
    await running.form('/print', { action: 'save_config', dpi: '600' });
    expect([await widthOf(''), await widthOf('?dpi=1200')]).toEqual([567, 1134]);
    await running.form('/print', { action: 'save_config', dpi: '1200' });
  });

  it.each([
    ['/patterns/920.zip?size=0', 400],
    ['/patterns/920.zip?size=501', 400],
    ['/patterns/920.zip?size=10x', 400],
    ['/patterns/920.zip?size=1e2', 400],
    ['/patterns/920.zip?dpi=2401', 400],
    ['/patterns/920.zip?dpi=300&pixel_size=2', 400],
    ['/patterns/920.zip?size=500&dpi=2400', 400],
    ['/patterns/920.zip?colour=red', 400],
    ['/patterns/5.zip', 404],
    ['/patterns/0920.zip', 404],
    ['/patterns/1000.zip', 404],
    ['/patterns/920.png', 404],
    ['/patterns/920', 404],
  ])('refuses %s', async (path, status) => {
    for (const method of ['GET', 'HEAD']) expect((await running.ask(path, { method })).status).toBe(status);
  });

  it('is offered with the sheet of one album', async () => {
    const one = await running.ask('/print?oids=920&dpi=600&pixel_size=3', { headers: browser });
    expect(one.text).toContain('href="/patterns/920.zip?dpi=600&amp;pixel_size=3"');
    expect((await running.ask('/print?oids=920,921', { headers: browser })).text).not.toContain('/patterns/');
  });
});

describe('GET /download_oid_images', () => {
  it('refuses fields that it does not know, and formats', async () => {
    expect(refusal(await running.ask('/download_oid_images?page_size=A5&format=pdf'))).toEqual([
      400,
      'bad_field',
      { page_size: expect.stringContaining('The test sheet accepts: format') },
    ]);
    expect(refusal(await running.ask('/download_oid_images?Format=pdf&x'))).toEqual([
      400,
      'bad_field',
      { Format: expect.anything(), x: expect.anything() },
    ]);
    expect(refusal(await running.ask('/download_oid_images?format=pdf&format=png'))).toEqual([
      400,
      'bad_field',
      { format: expect.stringContaining('zip, pdf, png') },
    ]);
    expect(refusal(await running.ask('/download_oid_images?format='))).toEqual([
      400,
      'bad_field',
      { format: expect.anything() },
    ]);
    expect((await running.ask('/download_oid_images?__proto__=x')).status).toBe(400);
  });

  it('is what Accept asks for, and a ZIP for a browser', async () => {
    for (const [accept, type] of [
      ['application/pdf', 'application/pdf'],
      ['image/png', 'image/png'],
      ['text/html,application/xhtml+xml,image/png,*/*;q=0.8', 'application/zip'],
    ] as const) {
      const answer = await running.ask('/download_oid_images', { method: 'HEAD', headers: { accept } });
      expect([accept, answer.status, answer.headers['content-type']]).toEqual([accept, 200, type]);
    }
  });

  it('holds the sheet, its picture and the file for the pen', async () => {
    const zip = await fromBufferPromise((await running.ask('/download_oid_images')).bytes);
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    expect(names).toEqual(['test-sheet.pdf', 'test-sheet.png', 'test-sheet.gme']);
  });

  it('is as large as the paper in the settings', async () => {
    const widthOn = async (page_size: string): Promise<number> => {
      await running.form('/print', { action: 'save_config', page_size });
      return (await running.ask('/download_oid_images?format=png')).bytes.readUInt32BE(16);
    };
    const small = await widthOn('A5');
    expect(small).toBeLessThan(await widthOn('A4'));
  });
});

describe('a PDF', () => {
  const printed = (): unknown[] =>
    running.services.albums.list().map((album) => album.printed.map(({ oid, by }) => [oid, by]));

  it('is noted with the albums that are on it, and who asked; what is not made is not', async () => {
    for (const name of ['c.mp3', 'd.mp3']) await running.parts('/', [track(name)]);
    const before = printed();
    const withBoth = (by: string): unknown[] => [
      ...before.slice(0, 2),
      [[922, 'page']],
      [[923, by]],
      ...before.slice(4),
    ];
    for (const path of ['/pdf?oids=922,5', '/pdf?oids=922&dpi=72', '/print?oids=922'])
      await running.ask(path, { headers: browser });
    await running.ask('/pdf?oids=922', { method: 'HEAD' });
    expect(printed()).toEqual(before);
    await running.ask('/pdf?oids=922', { headers: browser });
    await running.form('/print', { action: 'create_pdf', oids: '923' });
    expect(printed()).toEqual(withBoth('http'));
    // What is printed again, without a query, is what create_pdf has printed last.
    await running.ask('/pdf', { headers: browser });
    expect(printed()).toEqual(withBoth('page'));
  });
});

it('takes a layout from JSON and from a multipart form too', async () => {
  const asked = { action: 'create_pdf', oids: [921], preset: 'tiles', show_cover: false };
  const posted = await running.post('/print', asked);
  expect([posted.status, posted.headers['content-disposition'], posted.text.slice(0, 5)]).toEqual([
    200,
    'inline; filename="tonstift-921.pdf"',
    '%PDF-',
  ]);
  const parts = [
    { name: 'action', content: 'save_config' },
    { name: 'margin', content: '11' },
  ];
  expect((await running.parts('/print', parts)).json()).toMatchObject({ layout: { margin: 11 } });
  expect(running.errors).toEqual([]);
});
