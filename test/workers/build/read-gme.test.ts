import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { extractMedia, readGmeFile } from '../../../workers/build/read-gme.js';
import { isTemporaryName } from '../../../workers/base/files/durable.js';
import { writeGme } from '../../../workers/build/write-gme.js';
import { checksumOf, readGme } from '../../../workers/gme/read.js';
import { assemble, goldenMedia, goldens } from '../gme/goldens.js';
import { mediaFiles, testFolder } from './folder.js';

const folder = testFolder();
const file = (): string => join(folder.path, 'album.gme');
const build = async (): Promise<unknown> =>
  writeGme(file(), goldens[0]!.album, await mediaFiles(folder.path, goldenMedia(3)));

describe('readGmeFile', () => {
  it('reads a file at any place', async () => {
    await build();
    using source = readGmeFile(file());
    const gme = readGme(source);
    expect(gme).toMatchObject({ productId: 920, size: goldens[0]!.size });
    expect(checksumOf(source)).toBe(gme.checksum.stored);
  });

  it('says what cannot be opened', async () => {
    expect(() => readGmeFile(join(folder.path, 'lost.gme'))).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => readGmeFile(folder.path)).toThrow('is not a file');
  });

  it('notices a file that shrinks', async () => {
    await build();
    const source = readGmeFile(file());
    await truncate(file(), 100);
    expect(() => readGme(source)).toThrow('it ends at 100 bytes');
    source.close();
  });
});

describe('extractMedia', () => {
  it('gives every medium as it was', async () => {
    await build();
    for (const [index, medium] of goldenMedia(3).entries()) {
      const target = join(folder.path, `out-${index}.ogg`);
      expect(await extractMedia(file(), index, target)).toMatchObject({ length: medium.length, kind: 'ogg' });
      expect(Buffer.compare(await readFile(target), medium)).toBe(0);
    }
  });

  it.each([-1, 3, 1.5, NaN])('refuses medium %d', async (index) => {
    await build();
    await expect(extractMedia(file(), index, join(folder.path, 'out'))).rejects.toMatchObject({ code: 'bad_field' });
  });

  it('refuses a file whose key nothing tells, and leaves nothing', async () => {
    const out = join(folder.path, 'out');
    const bytes = assemble(
      goldens[0]!.album,
      goldenMedia(1).map((medium) => medium.fill(1)),
    );
    bytes[0x1c] = 7;
    await writeFile(file(), bytes);
    await expect(extractMedia(file(), 0, out)).rejects.toMatchObject({ code: 'bad_field' });
    expect((await readdir(folder.path)).filter((name) => name === 'out' || isTemporaryName(name))).toEqual([]);
  });
});
