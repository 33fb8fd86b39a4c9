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
    const written = await writeTestSheetGme(target, { language: 'ITALIAN' });
    expect(await readdir(folder)).toEqual(['test-sheet.gme']);
    expect((await stat(target)).size).toBe(written.size);

    const file = readGmeFile(target);
    try {
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
    } finally {
      file.close();
    }

    const rows = combinations.map(({ pitch, beeps: count }) => beeps(pitch, count));
    const wavs = [startTune, ...rows, pictureTune].map((tones) => wavOf(samplesOf(tones)));
    for (const [index, wav] of wavs.entries()) {
      const medium = join(folder, `${index}.wav`);
      await extractMedia(target, index, medium);
      if (!(await readFile(medium)).equals(wav)) throw new Error(`medium ${index} differs`);
    }
  });

  it('is the same file each time, but for a date that is asked for', async () => {
    const folder = await newFolder();
    const [one, two, three] = [
      await writeTestSheetGme(join(folder, 'a'), { language: 'GERMAN' }),
      await writeTestSheetGme(join(folder, 'b'), { language: 'GERMAN' }),
      await writeTestSheetGme(join(folder, 'c'), { language: 'GERMAN', date: '20260228' }),
    ];
    expect(one.sha256).toBe(two.sha256);
    expect(one.sha256).not.toBe(three.sha256);
  });

  it('leaves nothing behind when it is aborted, or asked for what cannot be', async () => {
    const folder = await newFolder();
    const target = join(folder, 'test-sheet.gme');
    await expect(writeTestSheetGme(target, { language: 'GERMAN', signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    await expect(writeTestSheetGme(target, { language: 'deutsch' })).rejects.toMatchObject({ code: 'bad_field' });
    await expect(writeTestSheetGme(target, { language: 'GERMAN', date: 'today' })).rejects.toMatchObject({
      code: 'bad_field',
    });
    expect(await readdir(folder)).toEqual([]);
    await mkdir(target);
    await expect(writeTestSheetGme(target, { language: 'GERMAN' })).rejects.toMatchObject({ code: 'build_failed' });
    expect(await readdir(folder)).toEqual(['test-sheet.gme']);
  });

  it('says so where the folder is gone', async () => {
    const folder = await newFolder();
    await rm(folder, { recursive: true });
    await expect(writeTestSheetGme(join(folder, 'x.gme'), { language: '' })).rejects.toMatchObject({
      code: 'build_failed',
      message: expect.stringContaining('x.gme') as unknown,
    });
  });
});
