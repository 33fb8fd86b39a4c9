/** The page of the settings as a browser uses it, without its script. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { browser, start, type Answer } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const german = { ...browser, 'accept-language': 'de-DE,de;q=0.9' };
const saved = (): Record<string, unknown> => running.services.config.saved;

/** What a browser sends of the form, had a person changed it so. */
function sent({ text }: Answer, changes: Readonly<Record<string, string>>): Record<string, string> {
  const form = /<form[^>]*id="settings"[^]*?<\/form>/.exec(text)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const of = (attribute: string): string =>
      new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const isSent = !tag.includes('type="checkbox"') || /\schecked/.test(tag);
    if (isSent && !/\sdisabled/.test(tag)) fields[of('name')] = of('value');
  }
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([^]*?)<\/select>/g))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  return { ...fields, ...changes };
}

const open = (): Promise<Answer> => running.ask('/config', { headers: browser });
const save = (page: Answer, changes: Record<string, string>, headers = browser): Promise<Answer> =>
  running.form('/config', sent(page, changes), headers);

it('commands on the pages name the home of the daemon', async () => {
  const page = await running.ask('/config?all=true', { headers: browser });
  expect(page.text).toContain('<code>tonstift --home=/srv/music config set allowed_hosts VALUE</code>');
  const help = await running.ask('/help', { headers: browser });
  expect(help.text).toContain('<code>tonstift --home=/srv/music password</code>');
});

it('a moved library names both folders, and says what may be done with the former one', async () => {
  const answer = await save(await open(), { library_path: '/srv/new' });
  const page = await running.ask('/config', { headers: { ...browser, cookie: cookiesOf(answer) } });
  expect(page.text).toMatch(/The library is now in \/srv\/new\. The former folder \S+ is unchanged: delete it/);
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['a script', { 'sec-fetch-mode': 'cors' }, { 'sec-fetch-mode': 'navigate' }],
  // There, browsers send no Sec-Fetch-Mode.
  ['a script on another machine', { accept: 'text/html' }, {}],
])('%s that reads a page leaves the message to the page that follows', async (_, script, person) => {
  const headers = { ...browser, cookie: cookiesOf(await save(await open(), { port: '10021' })) };
  const read = await running.ask('/config', { headers: { ...headers, ...script } });
  const shown = await running.ask('/config', { headers: { ...headers, ...person } });
  expect([read, shown].map(({ text }) => text.includes('The settings are saved.'))).toEqual([false, true]);
});

const cookiesOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

/** What stands beside a field. */
const whyOf = ({ text }: Answer, name: string): string | undefined =>
  new RegExp(`id="w-${name}"[^>]*>([^]*?)</p>`).exec(text)?.[1];

describe('two pages of the settings', () => {
  it('never undo each other', async () => {
    const [first, second] = [await open(), await open()];
    expect((await save(first, { port: '10021', open_browser: 'true' })).status).toBe(303);
    expect((await save(second, { audio_format: 'ogg' })).status).toBe(303);
    expect(saved()).toMatchObject({ port: 10021, open_browser: true, audio_format: 'ogg' });
  });

  it('say by field where both have changed it, keep what was typed, and take it the second time', async () => {
    const [first, second] = [await open(), await open()];
    await save(first, { port: '10021', max_upload_mb: '7', open_browser: 'true' });
    const answer = await save(second, { port: '10022', audio_format: 'ogg' });
    expect(answer.status).toBe(409);
    expect(whyOf(answer, 'port')).toContain('Changed to 10021 on another page in the meantime.');
    expect(saved()).toMatchObject({ port: 10021, audio_format: 'mp3' });
    expect(sent(answer, {})).toMatchObject({
      port: '10022',
      'was.port': '10021',
      audio_format: 'ogg',
      max_upload_mb: '7',
      'was.max_upload_mb': '7',
      open_browser: 'true',
    });
    expect((await save(answer, {})).status).toBe(303);
    expect(saved()).toMatchObject({ port: 10022, audio_format: 'ogg', max_upload_mb: 7, open_browser: true });
  });

  it('say it beside all else that is wrong, or it would be lost', async () => {
    const [first, second] = [await open(), await open()];
    await save(first, { port: '10021' });
    const answer = await save(second, { port: 'many', max_upload_mb: 'x' });
    expect(answer.status).toBe(400);
    expect(whyOf(answer, 'port')).toMatch(/must be a whole number.* Changed to .* on another page/);
    expect(whyOf(answer, 'max_upload_mb')).toContain('must be a whole number');
    expect(answer.text).toContain('2 settings are not valid');
  });

  it('agree where both want the same', async () => {
    const [first, second] = [await open(), await open()];
    await save(first, { allowed_hosts: 'a.home' });
    expect((await save(second, { port: '10021' })).status).toBe(303);
  });

  it('may be programs, that say what they had seen', async () => {
    saved()['port'] = 10021;
    const answer = await running.form('/config', { port: '10022', 'was.port': '10020' });
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        error: expect.objectContaining({
          code: 'conflict',
          fields: { port: expect.any(String) as unknown },
        }) as unknown,
      }),
    ]);
    expect((await running.form('/config', { port: '10022', 'was.port': '10021' })).status).toBe(200);
    expect((await running.form('/config', { 'was.nothing': '1' })).status).toBe(400);
  });
});

describe('the simple page', () => {
  /** Names of the fields that are shown. */
  const shown = ({ text }: Answer): string[] =>
    [...text.matchAll(/<div class="field[^"]*">\s*<label for="f-([a-z_]+)"/g)].map(([, name = '']) => name);
  const simple = ['inbox_path', 'pen_language', 'pen_auto_sync', 'password'];

  it('shows few settings, and all on request', async () => {
    const names = running.services.config.fields().map(({ name }) => name);
    expect(shown(await open()).sort()).toEqual([...simple].sort());
    const all = await running.ask('/config?all=true', { headers: browser });
    expect(shown(all).sort()).toEqual([...names].sort());
    expect((await open()).text).toContain('>All settings</a>');
    expect(all.text).toContain('<a href="/config">Fewer settings</a>');
  });

  it('sends the others unchanged, and shows those that were rejected', async () => {
    expect((await save(await open(), { pen_language: 'FRENCH' })).headers.location).toBe('/config');
    const answer = await save(await open(), { port: 'many', audio_format: 'ogg' });
    expect(shown(answer)).toEqual(expect.arrayContaining([...simple, 'audio_format']));
    expect(answer.text).toMatch(/<div class="field wrong">\s*<label for="f-port"/);
    expect(shown(answer)).not.toContain('max_upload_mb');
    const all = await running.form('/config?all=true', { port: '10021' }, browser);
    expect(all.headers.location).toBe('/config?all=true');
  });
});

describe('the card for the phone', () => {
  const card = ({ text }: Answer): string => /<section class="card phone"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  const ask = (fields: Record<string, string>, headers: Record<string, string> = browser): Promise<Answer> =>
    running.form('/config', { action: 'open', ...fields }, headers);

  it('stores the password and the address together, and says how to restart', async () => {
    expect(card(await open())).toMatch(/name="password"[^]*Then quit Tonstift and start it again/);
    const answer = await ask({ password: 'sesame street' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/config#phone']);
    expect(saved()).toMatchObject({ host: '0.0.0.0', password: 'sesame street' });
    expect(card(await open())).toContain('Saved. Quit Tonstift and start it again.');
  });

  it('restarts where something starts the program again', async () => {
    let restarts = 0;
    running.services.restart = () => void (restarts += 1);
    expect(card(await open())).toContain('Tonstift restarts, which takes about ten seconds.');
    expect((await ask({ password: 'sesame street' })).status).toBe(202);
    await running.ask('/healthz');
    expect(restarts).toBe(1);
    // Nothing has changed since.
    expect((await ask({ password: 'sesame street', current_password: '' })).status).not.toBe(202);
  });

  it('needs a first password, and later the current one', async () => {
    expect(card(await ask({}))).toMatch(/id="w-phone"[^>]*>Password must be at least 8 characters long\./);
    for (const password of ['', 'short'])
      expect((await ask({ password }, {})).json()).toMatchObject({
        error: { code: 'bad_field', fields: { password: 'must be at least 8 characters long.' } },
      });
    Object.assign(saved(), { password: 'right' });
    running.services.password = 'right';
    const headers = { ...browser, authorization: `Basic ${Buffer.from('x:right').toString('base64')}` };
    for (const current_password of ['', 'wrong'])
      expect(card(await ask({ current_password }, headers))).toMatch(/id="w-phone"/);
    expect(saved()['host']).toBe('127.0.0.1');
    expect((await ask({ current_password: 'right' }, headers)).status).toBe(303);
    expect(saved()).toMatchObject({ host: '0.0.0.0', password: 'right' });
  });

  it('is not for those who come by way of a proxy, while there is no password', async () => {
    running.services.anyAccount = true;
    expect((await ask({ password: 'sesame street' }, { via: '1.1 proxy' })).status).toBe(400);
    expect(saved()).toMatchObject({ host: '127.0.0.1', password: '' });
  });

  it('says so if it is open, but the computer has no address now', async () => {
    running.services.isOpen = true;
    const text = card(await open());
    expect(text).toContain('this computer has no network address now');
    expect(text).not.toContain('<form');
  });

  it('shows the addresses for other devices, the first as a code', async () => {
    running.services.atHome = ['http://192.168.178.20:10020/', 'http://203.0.113.7:10020/'];
    const text = card(await open());
    expect(text).toMatch(/<svg class="qr"[^]*href="http:\/\/192\.168\.178\.20:10020\/"[^]*href="http:\/\/203\.0/);
    expect(text).not.toContain('<form');
  });

  const addressesAt = async (headers: Record<string, string>): Promise<(string | undefined)[]> => {
    const text = card(await running.ask('/config', { headers: { ...browser, host: 'tonstift.home', ...headers } }));
    return [...text.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  };

  it('shows a name that this computer uses last, because the phone may not know it', async () => {
    expect(await addressesAt({})).toEqual([]);
    running.services.atHome = ['http://192.168.178.20:10020/'];
    expect(await addressesAt({})).toEqual(['http://192.168.178.20:10020/', 'http://tonstift.home/']);
  });

  it('shows the address that a device uses by way of a proxy', async () => {
    const away = { 'x-forwarded-for': '192.168.178.30' };
    expect(await addressesAt(away)).toEqual(['http://tonstift.home/']);
    running.services.atHome = ['http://172.17.0.2:10020/'];
    expect(await addressesAt({ ...away, 'x-forwarded-proto': 'https' })).toEqual(['https://tonstift.home/']);
  });
});

describe('a refused change', () => {
  it('tells a wrong password with all else, and changes nothing', async () => {
    Object.assign(saved(), { password: 'right' });
    running.services.password = 'right';
    const headers = { ...browser, authorization: `Basic ${Buffer.from('x:right').toString('base64')}` };
    const page = await running.ask('/config', { headers });
    const wrong = { current_password: 'wrong', port: 'many', allowed_hosts: 'a.home' };
    const answer = await save(page, wrong, headers);
    expect(answer.status).toBe(400);
    for (const name of Object.keys(wrong)) expect([name, whyOf(answer, name)]).toEqual([name, expect.any(String)]);
    const only = await save(page, { current_password: 'wrong', audio_format: 'ogg' }, headers);
    expect([only.status, saved()['audio_format']]).toEqual([400, 'mp3']);
    expect((await save(page, { current_password: 'right', allowed_hosts: 'a.home' }, headers)).status).toBe(303);
  });

  it('says which secrets have to be typed again', async () => {
    const answer = await save(await open(), { port: 'many', password: 'typed by hand' });
    expect(answer.text).not.toContain('typed by hand');
    expect(answer.text).toMatch(/Enter again \(never shown\): <a href="#f-password">Password<\/a>/);
    expect((await save(await open(), { port: 'many' })).text).not.toContain('typed again');
    const address = await save(await open(), { port: 'many', llm_backend_url: 'https://api.example/?api-key=KEY1' });
    expect(address.text).not.toContain('KEY1');
    expect(address.text).toMatch(/Enter again \(never shown\): <a href="#f-llm_backend_url">/);
  });
});

describe('the page in German', () => {
  it('has its labels, choices, help and outcome in it', async () => {
    const { text } = await running.ask('/config', { headers: german });
    for (const words of ['Ordner des Eingangs', 'Ordner', 'Voreinstellung: 2048.', 'Einstellungen speichern'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Default|Inbox folder|Takes effect/);
    const done = await save(await open(), { port: '10021' }, german);
    const [cookie = ''] = done.headers['set-cookie']?.[0]?.split(';') ?? [];
    const after = await running.ask('/config', { headers: { ...german, cookie } });
    expect(after.text).toContain('Die Einstellungen sind gespeichert.');
    expect(after.text).toContain('Gilt nach einem Neustart: Port.');
  });

  it('says what a field that the catalogue does not know says of itself', async () => {
    const [first, ...others] = running.services.config.fields();
    if (first === undefined) throw new Error('there is no field');
    running.services.config.fields = () => [
      { ...first, name: 'brand_new', group: 'things', help: 'Not known.' },
      ...others,
    ];
    const { text } = await running.ask('/config', { headers: german });
    for (const words of ['brand new', 'things', 'Not known.']) expect(text).toContain(words);
  });
});

describe('a restart', () => {
  let restarts = 0;
  beforeEach(() => {
    restarts = 0;
    running.services.restart = () => void (restarts += 1);
    saved()['port'] = 10021;
  });
  const ask = (fields: Record<string, string> = {}, headers: Record<string, string> = browser): Promise<Answer> =>
    running.form('/config', { action: 'restart', ...fields }, headers);
  /** Once the answer is out. */
  const begun = async (): Promise<number> => {
    await running.ask('/healthz');
    return restarts;
  };

  it('is offered where something starts the program again, and something waits for it', async () => {
    expect((await open()).text).toContain('Restart now');
    saved()['port'] = 10020;
    expect((await open()).text).not.toContain('Restart now');
    saved()['port'] = 10021;
    running.services.restart = null;
    expect((await open()).text).not.toContain('Restart now');
    expect([(await ask()).status, (await ask({}, {})).json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ code: 'unknown_action' }) as unknown }),
    ]);
  });

  it('begins when the answer is out, which says where the pages are then', async () => {
    const answer = await ask({}, { ...browser, host: `localhost:${running.port}` });
    expect([answer.status, await begun()]).toEqual([202, 1]);
    expect(answer.text).toContain('href="http://localhost:10021/config"');
    const behindProxy = await ask({}, { ...browser, host: 'tonstift.home' });
    expect(behindProxy.text).not.toContain('10021');
    expect((await ask({}, {})).json()).toEqual({ success: true, action: 'restart' });
  });

  it('needs the password where there is one', async () => {
    running.services.password = 'right';
    const headers = { ...browser, authorization: `Basic ${Buffer.from('x:right').toString('base64')}` };
    for (const given of [{}, { current_password: '' }, { current_password: 'wrong' }] as Record<string, string>[]) {
      const answer = await ask(given, headers);
      expect([answer.status, /id="w-restart"[^>]*>[^<]+</.test(answer.text)]).toEqual([400, true]);
    }
    expect(await begun()).toBe(0);
    expect((await ask({ current_password: 'right' }, headers)).status).toBe(202);
    running.services.commandToken = 'token';
    expect((await ask({}, { authorization: 'Bearer token' })).status).toBe(202);
    expect(await begun()).toBe(2);
  });

  it('is not for those who come by way of a proxy, while there is none', async () => {
    running.services.anyAccount = true;
    expect((await ask({}, { via: '1.1 proxy' })).status).toBe(400);
    expect(await begun()).toBe(0);
  });

  it.each<[Record<string, string>]>([[{ action: 'explode' }], [{ port: '5' }]])(
    'is all that is asked: %j',
    async (more) => {
      expect((await ask(more, {})).status).toBe(400);
      expect(await begun()).toBe(0);
    },
  );
});
