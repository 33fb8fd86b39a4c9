/** The album of the test sheet: a tune for the start fields and a sound for each answer field. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryName } from '../../base/files/durable.js';
import { orBuildFailure } from '../../build/build-file.js';
import type { MediaSource } from '../../build/media-source.js';
import { writeScriptedGme, type WrittenGme } from '../../build/write-gme.js';
import { testSheetProductId } from '../../gme/codes.js';
import { cancel, play, type Script } from '../../gme/script.js';
import { gmeComment } from '../../gme/header.js';
import { answers, combinations } from './fields.js';
import { beeps, pictureTune, samplesOf, startTune, wavOf } from './sounds.js';

/** Always the same day, so that the file is reproducible. */
const date = '20260101';

/** Returns the tune, then the answers in the order of the sheet. */
const sounds = (): Buffer[] =>
  [startTune, ...combinations.map(({ pitch, beeps: count }) => beeps(pitch, count)), pictureTune].map((tones) =>
    wavOf(samplesOf(tones)),
  );

const scripts = (): Map<number, Script> =>
  new Map(
    answers.map(({ code }, index): [number, Script] => [
      code,
      [{ conditions: [], actions: [play(0), cancel], playlist: [index + 1] }],
    ]),
  );

/** Writes the sounds into one file and returns the position of each. */
async function store(path: string, wavs: readonly Buffer[]): Promise<MediaSource[]> {
  await writeFile(path, Buffer.concat(wavs), { flag: 'wx' });
  let end = 0;
  return wavs.map(({ length }) => ({ path, start: end, end: (end += length) }));
}

/**
 * Writes `test-sheet.gme`. Its sounds are stored next to the target while it is built, under a name that
 * `isTemporaryName` recognizes.
 * @param language as in an album's header; the pen ignores a file in another language than its own
 * @throws TonstiftError `bad_field`, `no_space`, `build_failed`; no files are left then
 */
export async function writeTestSheetGme(target: string, language: string): Promise<WrittenGme> {
  const path = join(dirname(target), temporaryName());
  try {
    const media = await orBuildFailure(`The sounds for ${target}`, () => store(path, sounds()));
    const gme = {
      productId: testSheetProductId,
      language,
      date,
      comment: gmeComment,
      scripts: scripts(),
      registers: [0],
      powerOn: [[0]],
    };
    return await writeScriptedGme(target, gme, media);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
