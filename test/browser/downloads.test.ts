/** What is downloaded by a real browser, on a line that breaks. */
import { afterEach, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';
import { portOf } from '../support/servers.js';

/** What a browser has asked for the file, and what it was told. */
interface Asked {
  headers: IncomingHttpHeaders;
  status: number;
  answer: IncomingHttpHeaders;
}

let line: Server | undefined;
afterEach(async () => {
  line?.closeAllConnections();
  await new Promise((done) => (line === undefined ? done(0) : line.close(done)));
  line = undefined;
});

/**
 * A line to the daemon that breaks once: the first download ends after so many bytes.
 * @param then is done before the browser sees it
 */
async function brittleLine(to: string, after: number, then: () => Promise<void>): Promise<[string, Asked[]]> {
  const asked: Asked[] = [];
  line = createServer((inward, outward) => {
    const { method, headers, url = '' } = inward;
    const onward = request(to + url, { method, headers }, (answer) => {
      const { statusCode: status = 0 } = answer;
      outward.writeHead(status, answer.headers);
      if (!url.startsWith('/download_gme/')) return void answer.pipe(outward);
      asked.push({ headers, status, answer: answer.headers });
      if (asked.length > 1) return void answer.pipe(outward);
      let sent = 0;
      answer.on('data', (piece: Buffer) => {
        if (sent === after) return;
        const part = piece.subarray(0, after - sent);
        outward.write(part);
        if ((sent += part.length) < after) return;
        answer.destroy();
        // As a server ends it that is stopped: the length is all that tells.
        void then().then(() => outward.socket?.end());
      });
      answer.on('end', () => outward.end()).on('error', () => undefined);
    });
    inward.pipe(onward);
  });
  return [`http://127.0.0.1:${await portOf(line)}`, asked];
}

inBrowser('downloads in a browser', [], ({ daemon, visit }) => {
  const ready = (): Promise<AlbumView> =>
    until('the file for the pen', async () => {
      const [album] = await daemon().albums();
      return album?.gme_state === 'ready' && album;
    });
  async function upload(): Promise<void> {
    if ((await daemon().albums()).length > 0) return;
    const files: Record<string, Buffer> = {};
    for (const n of [1, 2, 3, 4])
      files[`${n}.mp3`] = await mp3({ frames: 2000, offset: n * 50, tags: { TALB: 'Meer', TRCK: String(n) } });
    await daemon().upload(files);
    await ready();
  }
  async function gme(): Promise<Buffer> {
    const folder = join(daemon().home, 'library', 'gme');
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    return readFile(join(folder, names[0] ?? ''));
  }
  /** The saved file. The page is one that may ask the line, which is another host. */
  async function download(url: string): Promise<Buffer> {
    const page = await (await visit('/')).context().newPage();
    await page.goto(`${url}/library`);
    const coming = page.waitForEvent('download');
    await page.evaluate(`location.href = '/download_gme/920'`);
    return readFile(await (await coming).path());
  }

  it('goes on by itself where the line broke, with the bytes that were missing', async () => {
    await upload();
    const [url, asked] = await brittleLine(daemon().url, 700_000, () => Promise.resolve());
    const saved = await download(url);
    expect(saved.equals(await gme())).toBe(true);
    const [first, next] = asked;
    expect(asked).toHaveLength(2);
    expect(first?.headers['accept-encoding']).toContain('gzip');
    expect(first?.answer).toMatchObject({ 'content-length': String(saved.length), 'accept-ranges': 'bytes' });
    expect(next?.headers).toMatchObject({ range: 'bytes=700000-', 'if-range': first?.answer.etag });
    expect([next?.status, next?.answer['content-length']]).toEqual([206, String(saved.length - 700_000)]);
  });

  it('begins again where the file was made again meanwhile', async () => {
    await upload();
    const before = await gme();
    const [url, asked] = await brittleLine(daemon().url, 700_000, async () => {
      const edit = await daemon().post('/library', { action: 'update', uid: '920', player_mode: 'tiptoi' });
      expect(edit.status).toBe(200);
      await ready();
    });
    const saved = await download(url);
    const after = await gme();
    expect(after.equals(before)).toBe(false);
    expect(saved.equals(after)).toBe(true);
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(asked[1]?.headers).toMatchObject({ range: 'bytes=700000-', 'if-range': asked[0]?.answer.etag });
  });
});
