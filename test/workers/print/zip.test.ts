import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { TonstiftError } from '../../../workers/base/errors.js';
import { zipOf, type ZippedContent } from '../../../workers/print/output/zip.js';
import { temporaryFolders } from '../../support/folder.js';
import { inPieces } from '../../support/pieces.js';

const newFolder = temporaryFolders();
const modified = new Date(2026, 2, 4, 5, 6, 8);
const noise = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, n) => (n * n * 31 + (n >> 5)) & 0xff));
/** Named a, b, c … */
const zipped = (...contents: ZippedContent[]): Readable =>
  zipOf(
    contents.map((content, n) => ({ name: 'abc'.charAt(n), content })),
    modified,
  );

describe('zipOf', () => {
  it('holds its files in order, from memory, from pieces and from disk', async () => {
    const contents = [noise(300_000), noise(500_001), noise(70_000)];
    const [first, second, third] = contents as [Buffer, Buffer, Buffer];
    const path = join(await newFolder(), 'x.gme');
    await writeFile(path, third);
    const bytes = await buffer(zipped(first, inPieces(second, 1000), path));
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      const at = names.push(entry.fileName) - 1;
      expect(entry.getLastModDate()).toEqual(modified);
      const unpacked = await buffer(await zip.openReadStreamPromise(entry));
      expect(unpacked.equals(contents[at] as Buffer)).toBe(true);
    }
    expect(names).toEqual(['a', 'b', 'c']);
  });

  it.each(['at once', 'midway'])('ends in the error of a file that fails %s', async (when) => {
    const failure = new TonstiftError('build_failed', 'The page cannot be drawn.');
    async function* failing(): AsyncGenerator<Buffer> {
      if (when === 'midway') yield noise(100_000);
      throw failure;
    }
    await expect(buffer(zipped(noise(10), failing(), noise(10)))).rejects.toBe(failure);
  });

  it('ends in an error where a file is gone', async () => {
    const path = join(await newFolder(), 'gone.gme');
    await expect(buffer(zipped(noise(10), noise(10), path))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('harms nobody where it fails before anybody reads', async () => {
    const failing: AsyncIterable<Buffer> = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new TonstiftError('aborted', 'The reader has left.')),
      }),
    };
    const zip = zipped(failing, noise(10), noise(10));
    await new Promise((resolve) => zip.on('close', resolve));
    expect(zip.errored).toMatchObject({ code: 'aborted' });
  });

  it('closes what is open when the reader goes away, and makes no more of it', async () => {
    let made = 0;
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          made++;
          await setImmediate();
          yield noise(65_536);
        }
      } finally {
        closed();
      }
    }
    const zip = zipped(noise(10), endless(), noise(10));
    await once(zip, 'readable');
    zip.resume();
    while (made < 5) await setImmediate();
    zip.destroy();
    await gone;
    const before = made;
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    expect(made).toBe(before);
  });

  it('waits for a slow reader', async () => {
    let made = 0;
    async function* much(): AsyncGenerator<Buffer> {
      for (; made < 400; made++) yield noise(65_536).map((byte, n) => byte ^ ((made * n) & 0xff)) as Buffer;
    }
    const zip = zipped(noise(10), much(), noise(10));
    for (let turn = 0; turn < 300; turn++) await setImmediate();
    expect(made).toBeLessThan(100);
    zip.destroy();
  });
});
