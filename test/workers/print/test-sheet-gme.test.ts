import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extractMedia, readGmeFile } from '../../../workers/build/read-gme.js';
import { checksumOf, readGme } from '../../../workers/gme/read.js';
import { lineText } from '../../../workers/gme/notation.js';
import { answers, combinations } from '../../../workers/print/test-sheet/fields.js';
import { writeTestSheetGme } from '../../../workers/print/test-sheet/gme.js';
import { beeps, pictureTune, samplesOf, startTune, wavOf } from '../../../workers/print/test-sheet/sounds.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

describe('writeTestSheetGme', () => {
  it('starts with the tune, and answers each code with its sound', async () => {
    const folder = await newFolder();
    const target = join(folder, 'test-sheet.gme');
    const written = await writeTestSheetGme(target, 'ITALIAN');
    expect(await readdir(folder)).toEqual(['test-sheet.gme']);
    expect((await stat(target)).size).toBe(written.size);

    using file = readGmeFile(target);
    const gme = readGme(file);
    expect(gme).toMatchObject({
      productId: 993,
      language: 'ITALIA',
      powerOn: [[0]],
      firstCode: 4601,
      lastCode: 4612,
    });
    expect(checksumOf(file)).toBe(gme.checksum.stored);
    expect([...gme.scripts].map(([code, script]) => [code, script.map((line) => lineText(line))])).toEqual(
      answers.map(({ code }, n) => [code, [`P(${n + 1}) C`]]),
    );
    expect(gme.media.map(({ kind }) => kind)).toEqual(['wav', ...answers.map(() => 'wav')]);

    const rows = combinations.map(({ pitch, beeps: count }) => beeps(pitch, count));
    const wavs = [startTune, ...rows, pictureTune].map((tones) => wavOf(samplesOf(tones)));
    for (const [index, wav] of wavs.entries()) {
      const medium = join(folder, `${index}.wav`);
      await extractMedia(target, index, medium);
      if (!(await readFile(medium)).equals(wav)) throw new Error(`medium ${index} differs`);
    }
  });

  it('is the same file each time', async () => {
    const folder = await newFolder();
    const one = await writeTestSheetGme(join(folder, 'a'), 'GERMAN');
    expect(await writeTestSheetGme(join(folder, 'b'), 'GERMAN')).toEqual(one);
  });

  it('leaves nothing behind when it is asked for what cannot be', async () => {
    const folder = await newFolder();
    const target = join(folder, 'test-sheet.gme');
    await expect(writeTestSheetGme(target, 'deutsch')).rejects.toMatchObject({ code: 'bad_field' });
    expect(await readdir(folder)).toEqual([]);
    await mkdir(target);
    await expect(writeTestSheetGme(target, 'GERMAN')).rejects.toMatchObject({ code: 'build_failed' });
    expect(await readdir(folder)).toEqual(['test-sheet.gme']);
  });

  it('says so where the folder is gone', async () => {
    const folder = await newFolder();
    await rm(folder, { recursive: true });
    await expect(writeTestSheetGme(join(folder, 'x.gme'), '')).rejects.toMatchObject({
      code: 'build_failed',
      message: expect.stringContaining('x.gme') as unknown,
    });
  });
});
