import { createCipheriv, createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isTemporaryName } from '../../../workers/base/files/durable.js';
import { writeGme } from '../../../workers/build/write-gme.js';
import { checksumOf } from '../../../workers/gme/read.js';
import { bytesSource } from '../../../workers/gme/source.js';
import type { GmeAlbum } from '../../../workers/gme/header.js';
import { assemble, goldenMedia } from '../gme/goldens.js';
import { mediaFiles, testFolder } from './folder.js';
import { openFiles } from '../../support/open-files.js';

const folder = testFolder();
const album: GmeAlbum = { productId: 920, language: 'GERMAN', date: '20240229', mode: 'music' };
const target = (): string => join(folder.path, 'album.gme');

/** The same bytes for the same seed. */
const noise = (length: number, seed: number): Uint8Array =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(new Uint8Array(length));

describe('writeGme', () => {
  it('writes what is put together in memory, out of the middle of files', async () => {
    const piece = 1024 * 1024;
    const media = [piece, 1, 200_000, piece - 1, 3 * piece + 1, 9 * piece].map(noise);
    const sources = await mediaFiles(folder.path, media, 77, 99);
    const written = await writeGme(target(), album, sources);
    const bytes = await readFile(target());
    const expected = assemble(album, media);
    expect(Buffer.compare(bytes, expected)).toBe(0);
    expect(written).toEqual({
      size: expected.length,
      sha256: createHash('sha256').update(expected).digest('hex'),
      checksum: checksumOf(bytesSource(expected)),
    });
    expect((await readdir(folder.path)).filter(isTemporaryName)).toEqual([]);
  });

  it('may take the same file twice', async () => {
    const [medium] = await mediaFiles(folder.path, [noise(300_000, 5)]);
    await writeGme(target(), album, [medium!, medium!]);
    expect(Buffer.compare(await readFile(target()), assemble(album, [noise(300_000, 5), noise(300_000, 5)]))).toBe(0);
  });

  it('writes many at once', async () => {
    const media = Array.from({ length: 8 }, (_, i) => noise(100_000 + i, i));
    const sources = await mediaFiles(folder.path, media);
    await Promise.all(sources.map((source, i) => writeGme(`${target()}.${i}`, album, [source])));
    for (const [i, medium] of media.entries()) {
      expect(Buffer.compare(await readFile(`${target()}.${i}`), assemble(album, [medium]))).toBe(0);
    }
  });

  it('leaves no file descriptor open', async () => {
    const sources = await mediaFiles(folder.path, goldenMedia(30));
    await writeGme(target(), album, sources);
    const before = openFiles();
    await writeGme(target(), album, sources);
    await writeGme(target(), album, [...sources, { path: join(folder.path, 'lost'), start: 0, end: 9 }]).catch(
      () => undefined,
    );
    expect(openFiles()).toEqual(before);
  });
});

describe('a build that fails', () => {
  /** The file of an earlier build stays as it was, and nothing is left beside it. */
  async function expectUntouched(build: () => Promise<unknown>, error: object): Promise<void> {
    await writeFile(target(), 'old');
    const before = await readdir(folder.path);
    await expect(build()).rejects.toMatchObject(error);
    expect(await readdir(folder.path)).toEqual(before);
    expect(await readFile(target(), 'utf8')).toBe('old');
  }

  it('because it was aborted before', async () => {
    const sources = await mediaFiles(folder.path, goldenMedia(3));
    await expectUntouched(() => writeGme(target(), album, sources, AbortSignal.abort()), { code: 'aborted' });
  });

  it('because it is aborted in the middle', async () => {
    const [first, second] = await mediaFiles(folder.path, [noise(2_000_000, 1), noise(2_000_000, 2)]);
    const stop = new AbortController();
    let written = 0;
    /** Its path is read when the first medium is written. */
    const aborting = {
      ...second!,
      get path() {
        const [temporary = ''] = readdirSync(folder.path).filter(isTemporaryName);
        written = statSync(join(folder.path, temporary)).size;
        stop.abort();
        return second!.path;
      },
    };
    await expectUntouched(() => writeGme(target(), album, [first!, aborting], stop.signal), { code: 'aborted' });
    expect(written).toBeGreaterThan(2_000_000);
  });

  it('because a source is shorter than its range', async () => {
    const sources = await mediaFiles(folder.path, [noise(3_000_000, 1), noise(3_000_000, 2), noise(500_000, 3)]);
    await truncate(sources[1]!.path, 2_999_999);
    await expectUntouched(() => writeGme(target(), album, sources), {
      code: 'build_failed',
      message: `${sources[1]!.path} ends after 2999999 bytes; 3000000 were expected.`,
    });
  });

  it('because a source is gone', async () => {
    const sources = await mediaFiles(folder.path, goldenMedia(3));
    await rename(sources[2]!.path, `${sources[2]!.path}.gone`);
    await expectUntouched(() => writeGme(target(), album, sources), {
      code: 'build_failed',
      message: expect.stringContaining(sources[2]!.path),
    });
  });

  it('because a source is a folder', async () => {
    const sources = [{ path: join(folder.path, 'sub'), start: 0, end: 10 }];
    await mkdir(sources[0]!.path);
    await expectUntouched(() => writeGme(target(), album, sources), { code: 'build_failed' });
  });

  it('because a range cannot be', async () => {
    const sources = [{ path: target(), start: 5, end: 2 }];
    await expectUntouched(() => writeGme(target(), album, sources), { code: 'bad_field' });
  });

  it('because the target’s folder is not there', async () => {
    const sources = await mediaFiles(folder.path, goldenMedia(1));
    await expect(writeGme(join(folder.path, 'no', 'album.gme'), album, sources)).rejects.toMatchObject({
      code: 'build_failed',
    });
  });

  it('because the target is a folder', async () => {
    const sources = await mediaFiles(folder.path, goldenMedia(1));
    await mkdir(target());
    await expect(writeGme(target(), album, sources)).rejects.toMatchObject({ code: 'build_failed' });
    expect((await readdir(folder.path)).filter(isTemporaryName)).toEqual([]);
    expect((await stat(target())).isDirectory()).toBe(true);
  });
});
