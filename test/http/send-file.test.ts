/** A file on its way: in parts, to whoever leaves, and while others change it. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { lstat, rename, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import Koa from 'koa';
import { httpServer } from '../../http/server.js';
import { sendFile } from '../../http/response/files/send-file.js';
import type { ServedFile } from '../../http/response/files/served-file.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { until } from '../support/patience.js';
import { temporaryFolders } from '../support/folder.js';
import { closeServer, portOf } from '../support/servers.js';

const folder = temporaryFolders();
let root: string;
let path: string;
let server: Server;
let port: number;
let broken: string[];
/** How often the file was looked for. */
let looks: number;
let find: () => Promise<ServedFile>;

beforeEach(async () => {
  root = await folder();
  path = join(root, 'file.gme');
  [broken, looks] = [[], 0];
  find = async () => {
    looks += 1;
    const facts = await lstat(path);
    const etag = createHash('sha256').update(`${facts.ino} ${facts.mtimeMs}`).digest('hex');
    return { root, path, size: facts.size, identity: fileIdentity(facts), etag, type: 'application/octet-stream' };
  };
  const app = new Koa();
  app.on('error', (thrown: Error) => broken.push(thrown.message));
  app.use((ctx) => sendFile(ctx, () => find(), 'inline'));
  server = httpServer(app);
  port = await portOf(server);
});
afterEach(() => closeServer(server));

const address = (): string => `http://127.0.0.1:${port}/`;

/** The head of an answer; nothing is read of its body yet, so all of a large one cannot have been sent. */
const begun = (headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(address(), { headers, agent: false }, resolve).on('error', reject));

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const asked = async (headers: Record<string, string> = {}): Promise<Buffer> => bodyOf(await begun(headers));

/** More than the sockets of both sides hold. */
const large = 48_000_000;
const open = (): number => readdirSync('/proc/self/fd').length;

describe('a file', () => {
  it('arrives byte for byte, in any part, and to many at once', async () => {
    const bytes = randomBytes(1_200_003);
    await writeFile(path, bytes);
    expect((await asked()).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [524_287, 524_288],
      [524_288, 1_048_576],
      [100, 1_100_000],
      [1_200_002, 1_200_002],
    ] as const)
      expect((await asked({ range: `bytes=${start}-${end}` })).equals(bytes.subarray(start, end + 1))).toBe(true);
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        (await asked({ range: `bytes=${n * 7}-` })).equals(bytes.subarray(n * 7)),
      ),
    );
    expect(new Set(all)).toEqual(new Set([true]));
    expect(broken).toEqual([]);
  });

  it('may be empty', async () => {
    await writeFile(path, '');
    const answer = await begun();
    expect([answer.headers['content-length'], (await bodyOf(answer)).length]).toEqual(['0', 0]);
  });

  it('is closed when its client leaves, which is no fault', async () => {
    await writeFile(path, Buffer.alloc(large));
    const before = open();
    for (let n = 0; n < 5; n++) {
      const answer = await begun();
      answer.on('error', () => undefined);
      if (n % 2 === 0) await once(answer, 'data');
      answer.destroy();
    }
    await until('the file to be closed', () => Promise.resolve(open() <= before));
    expect(broken.filter((message) => !/ECONNRESET|EPIPE/.test(message))).toEqual([]);
  });
});

describe('a file that changes while it is sent', () => {
  it('is sent as it was where another takes its name', async () => {
    const bytes = Buffer.alloc(large, 'old');
    await writeFile(path, bytes);
    const answer = await begun();
    await writeFile(`${path}.new`, Buffer.alloc(large, 'new'));
    await rename(`${path}.new`, path);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
  });

  it('is broken off where it becomes shorter, so that nobody takes it for the whole', async () => {
    await writeFile(path, Buffer.alloc(large));
    const answer = await begun();
    await truncate(path, 1);
    await expect(bodyOf(answer)).rejects.toThrow();
    expect(broken).toEqual(['The file became shorter while it was sent.']);
  });

  it('is looked for again where another of its size takes its name before it is opened', async () => {
    await writeFile(path, 'old');
    await writeFile(`${path}.new`, 'new');
    const plain = find;
    find = async () => {
      const file = await plain();
      if (looks === 1) await rename(`${path}.new`, path);
      return file;
    };
    const answer = await begun();
    expect((await bodyOf(answer)).toString()).toBe('new');
    expect([looks, answer.headers.etag]).toEqual([2, `"${(await plain()).etag}"`]);
  });
});

describe('a download that was broken off', () => {
  /** The first bytes, and what stands in the head about the file. */
  async function half(): Promise<{ part: Buffer; etag: string }> {
    const answer = await begun();
    const [part] = (await once(answer, 'data')) as [Buffer];
    answer.on('error', () => undefined).destroy();
    return { part, etag: answer.headers.etag ?? '' };
  }

  it('goes on with the bytes that are missing', async () => {
    const bytes = randomBytes(2_000_000);
    await writeFile(path, bytes);
    const { part, etag } = await half();
    const answer = await begun({ range: `bytes=${part.length}-`, 'if-range': etag });
    expect(answer.statusCode).toBe(206);
    expect(Buffer.concat([part, await bodyOf(answer)]).equals(bytes)).toBe(true);
  });

  it('begins again where the file was made again, also of the same size', async () => {
    await writeFile(path, randomBytes(2_000_000));
    const { part, etag } = await half();
    const bytes = randomBytes(2_000_000);
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    const answer = await begun({ range: `bytes=${part.length}-`, 'if-range': etag });
    expect([answer.statusCode, answer.headers['content-length'], answer.headers['content-range']]).toEqual([
      200,
      '2000000',
      undefined,
    ]);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
  });
});
