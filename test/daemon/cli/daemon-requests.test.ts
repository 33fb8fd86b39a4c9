/** How commands ask a daemon, against a real server that answers, refuses, breaks off and keeps silent. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Unreachable } from '../../../daemon/cli/daemon-client.js';
import { fileForm } from '../../../daemon/cli/file-form.js';
import { daemonClient } from '../../../daemon/cli/daemon-requests.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { closeServer, portOf } from '../../support/servers.js';
import { suiteFolder } from '../../support/folder.js';

let server: Server;
const folder = suiteFolder();
let answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
let port: number;
const address = (): string => `http://127.0.0.1:${port}`;
const client = () => daemonClient(address(), 'Bearer token');

beforeEach(async () => {
  server = createServer((request, response) => void answer(request, response));
  port = await portOf(server);
});
afterEach(() => closeServer(server));

const formOf = async (path: string) => {
  const { size } = await stat(path);
  return fileForm([{ field: 'backup', filename: basename(path), size, open: () => open(path) }]);
};

/** Says what was asked. */
const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
};
type Echo = { method: string; url: string; headers: Record<string, string>; body: string };

describe('a daemon that answers', () => {
  beforeEach(() => {
    answer = echo;
  });

  it('is asked for JSON, with the token', async () => {
    const { method, url, headers } = await client().ask<Echo>('/papers?q=%C3%A4');
    expect([method, url]).toEqual(['GET', '/papers?q=%C3%A4']);
    expect(headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer token' });
  });

  it('is asked without a token where there is none', async () => {
    expect((await daemonClient(address(), undefined).ask<Echo>('/')).headers).not.toHaveProperty('authorization');
  });

  it('gets the fields of a form', async () => {
    const { method, headers, body } = await client().ask<Echo>('/pens', {
      method: 'POST',
      body: new URLSearchParams({ action: 'sync', pen: 'Grün & rot' }),
    });
    expect([method, body]).toEqual(['POST', 'action=sync&pen=Gr%C3%BCn+%26+rot']);
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('gets a text of a kind', async () => {
    const headers = { 'content-type': 'application/json' };
    const found = await client().ask<Echo>('/config', { method: 'POST', headers, body: '{"a":"ä"}' });
    expect(found).toMatchObject({ body: '{"a":"ä"}', headers: { ...headers, 'content-length': '10' } });
  });

  it('gets bytes as they come', async () => {
    const pieces = async function* () {
      for (let i = 0; i < 1000; i++) yield Buffer.from(`${i};`.repeat(100));
    };
    const { body } = await client().ask<Echo>('/papers', { method: 'POST', body: pieces() });
    expect(body.length).toBe(Array.from({ length: 1000 }, (_, i) => `${i};`.length * 100).reduce((a, b) => a + b));
  });

  it('gets a file in a form, and is told before how long it is', async () => {
    const path = join(folder, 'library "ä".zip');
    await writeFile(path, 'what is kept');
    const { headers, body } = await client().ask<Echo>('/backup', {
      method: 'POST',
      ...(await formOf(path)),
    });
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    const parsed = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const file = parsed.get('backup') as File;
    expect([file.name, await file.text()]).toEqual(['library "ä".zip', 'what is kept']);
  });

  it('gets an empty file in a form', async () => {
    const path = join(folder, 'empty.zip');
    await writeFile(path, '');
    const { body } = await client().ask<Echo>('/backup', { method: 'POST', ...(await formOf(path)) });
    expect(body).toMatch(/filename="empty\.zip"[^]*\r\n\r\n\r\n--/);
  });

  it('gets texts and several files in a form', async () => {
    const files = ['CD 1/01.mp3', 'CD 1/02.mp3'].map((filename) => ({ field: 'files', filename }));
    const sent = await Promise.all(
      files.map(async (file, n) => {
        const path = join(folder, `sent-${n}`);
        await writeFile(path, `sound ${n}`);
        return { ...file, size: 7, open: () => open(path) };
      }),
    );
    const { headers, body } = await client().ask<Echo>('/import', {
      method: 'POST',
      ...fileForm(sent, { name: 'Größe' }),
    });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    const parsed = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const parts = parsed.getAll('files') as File[];
    expect(parsed.get('name')).toBe('Größe');
    expect(parts.map(({ name }) => name)).toEqual(['CD 1/01.mp3', 'CD 1/02.mp3']);
    expect(await Promise.all(parts.map((file) => file.text()))).toEqual(['sound 0', 'sound 1']);
  });

  it('is not sent a file that has become shorter', async () => {
    const path = join(folder, 'shorter.zip');
    await writeFile(path, 'what is kept');
    const form = await formOf(path);
    await truncate(path, 5);
    answer = (request) => void request.on('error', () => undefined).resume();
    const thrown = await failure(client().ask('/backup', { method: 'POST', ...form }));
    expect(thrown).toMatchObject({ code: 'not_now', message: expect.stringMatching(/^shorter\.zip /) });
  });

  it('hands on what it sends as it comes', async () => {
    answer = (_, response) => {
      response.write('one, ');
      setTimeout(() => response.end('two'), 20);
    };
    let received = '';
    await client().receive('/backup/download', async (bytes) => {
      received = await text(bytes);
    });
    expect(received).toBe('one, two');
  });

  it('answers an empty body, or what is no JSON, as nothing', async () => {
    answer = (_, response) => void response.writeHead(204).end();
    expect(await client().ask('/')).toEqual({});
    answer = (_, response) => void response.end('<p>');
    expect(await client().ask('/')).toEqual({});
  });
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );

describe('a daemon that does not', () => {
  it('says why in its own words', async () => {
    answer = (_, response) =>
      void response.writeHead(409).end('{"error":{"code":"no_pen","message":"No pen is plugged in."}}');
    const thrown = await failure(client().ask('/pens'));
    expect(thrown).toMatchObject({ code: 'no_pen', message: 'No pen is plugged in.' });
  });

  it('says which fields are wrong', async () => {
    const error = { code: 'bad_field', message: 'a: must be b.', fields: { a: 'must be b.' } };
    answer = (_, response) => void response.writeHead(400).end(JSON.stringify({ error }));
    expect(await failure(client().ask('/config'))).toMatchObject(error);
  });

  it.each(['unauthorized', 'forbidden_account'])('says which account may ask, for %s', async (code) => {
    answer = (_, response) => void response.writeHead(401).end(JSON.stringify({ error: { code, message: 'No.' } }));
    const thrown = await failure(client().ask('/pens'));
    expect(thrown).toMatchObject({ code, message: 'No. Run the command as the account of the daemon.' });
  });

  it.each([
    [500, 'not_now'],
    [429, 'not_now'],
    [404, 'conflict'],
    [303, 'conflict'],
  ])('answers %i without words', async (status, code) => {
    answer = (_, response) => void response.writeHead(status).end('<h1>');
    const thrown = await failure(client().ask('/'));
    expect(thrown).toMatchObject({ code, message: `The daemon at ${address()} answered ${status}.` });
  });

  it('refuses before all is sent', async () => {
    answer = (_, response) =>
      void response
        .writeHead(413, { connection: 'close' })
        .end('{"error":{"code":"too_large","message":"The file is too large."}}');
    let pieces = 0;
    const endless = async function* () {
      for (; pieces < 100_000; pieces++) yield Buffer.alloc(65_536);
    };
    const thrown = await failure(client().ask('/papers', { method: 'POST', body: endless() }));
    expect(thrown).toMatchObject({ code: 'too_large', message: 'The file is too large.' });
    expect(pieces).toBeLessThan(10_000);
  });

  it('refuses a file while it is read from the disk, and reads on so that it is seen', async () => {
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(30 * 1024 ** 2));
    answer = (request, response) => {
      response.writeHead(413).end('{"error":{"code":"too_large","message":"The file is too large."}}');
      request.resume();
    };
    for (let n = 0; n < 8; n++) {
      const thrown = await failure(client().ask('/papers', { method: 'POST', body: createReadStream(path) }));
      expect(thrown).toMatchObject({ code: 'too_large', message: 'The file is too large.' });
      expect(await failure(client().ask('/backup', { method: 'POST', ...(await formOf(path)) }))).toMatchObject({
        code: 'too_large',
      });
    }
  });

  it('breaks off before it answers', async () => {
    answer = (request) => void request.socket.destroy();
    const thrown = await failure(client().ask('/'));
    expect(thrown).toBeInstanceOf(TonstiftError);
    expect(thrown).not.toBeInstanceOf(Unreachable);
    expect(String(thrown)).toMatch(/^\S+: The daemon at http\S+ does not answer: /);
  });

  it('breaks off in the middle of its answer', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"a":');
      setTimeout(() => request.socket.destroy(), 20);
    };
    expect(await failure(client().ask('/'))).toMatchObject({ code: 'not_now' });
    expect(await failure(client().receive('/', async (bytes) => void (await text(bytes))))).toMatchObject({
      code: 'not_now',
    });
  });

  it('keeps silent, and is waited for no longer than is said', async () => {
    answer = () => undefined;
    const thrown = await failure(client().ask('/pens', {}, 50));
    expect(thrown).toMatchObject({ code: 'not_now', message: expect.stringContaining('no data for 0.05 s') });
  });

  it('keeps silent in the middle of its answer', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('{"a":');
    expect(await failure(client().ask('/pens', {}, 50))).toMatchObject({
      ...{ code: 'not_now', message: expect.stringContaining('no data for 0.05 s') as unknown },
    });
  });

  it('takes no more connections, and is waited for no longer than a while', async () => {
    const script = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
      console.log(this.address().port);
    })`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const waiting: Socket[] = [];
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const port = Number(String(said));
      child.kill('SIGSTOP');
      for (let n = 0; n < 8; n++) waiting.push(connect(port, '127.0.0.1').on('error', () => undefined));
      const thrown = await failure(daemonClient(`http://127.0.0.1:${port}`, undefined, 200).ask('/'));
      expect(thrown).toBeInstanceOf(Unreachable);
      expect(String(thrown)).toContain('no connection within 0.2 seconds');
    } finally {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    }
  });

  it('is not there', async () => {
    const gone = client();
    server.close();
    await once(server, 'close');
    expect(await failure(gone.ask('/'))).toBeInstanceOf(Unreachable);
  });
});

describe('what is ours', () => {
  it('is thrown as it is where the bytes to be sent cannot be read', async () => {
    answer = echo;
    const broken = async function* () {
      yield Buffer.from('a');
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    };
    expect(await failure(client().ask('/papers', { method: 'POST', body: broken() }))).toMatchObject({ code: 'EIO' });
  });

  it('is thrown as it is where what came cannot be written', async () => {
    answer = (_, response) => void response.end('bytes');
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(await failure(client().receive('/', () => Promise.reject(full)))).toBe(full);
  });
});
