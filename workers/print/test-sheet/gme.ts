/**
 * The album that belongs to the test sheet: a tune where the pen reads a start field, a sound for each answer field.
 */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryName } from '../../base/files/durable.js';
import { orBuildFailure } from '../../build/build-file.js';
import type { MediaSource } from '../../build/media-source.js';
import { writeScriptedGme, type WrittenGme } from '../../build/write-gme.js';
import { testSheetProductId } from '../../gme/codes.js';
import { cancel, play, type Script } from '../../gme/script.js';
import { gmeComment } from '../../gme/header.js';
import { combinations } from './fields.js';
import { beeps, samplesOf, startTune, wavOf } from './sounds.js';

export interface TestSheetGme {
  /** As in an album's header; the pen ignores a file of another language than its own. */
  language: string;
  /** `YYYYMMDD`; the same day always, so that the file is the same. */
  date?: string;
  signal?: AbortSignal;
}

const day = '20260101';

/** The tune, then the answers in the order of the sheet. */
const sounds = (): Buffer[] =>
  [startTune, ...combinations.map(({ pitch, beeps: count }) => beeps(pitch, count))].map((tones) =>
    wavOf(samplesOf(tones)),
  );

const scripts = (): Map<number, Script> =>
  new Map(
    combinations.map(({ code }, index): [number, Script] => [
      code,
      [{ conditions: [], actions: [play(0), cancel], playlist: [index + 1] }],
    ]),
  );

/** Writes the sounds one behind the other, and says where each one is. */
async function store(path: string, wavs: readonly Buffer[]): Promise<MediaSource[]> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(Buffer.concat(wavs));
  } finally {
    await file.close();
  }
  let end = 0;
  return wavs.map(({ length }) => ({ path, start: end, end: (end += length) }));
}

/**
 * Makes `test-sheet.gme`. Its sounds lie beside the target while it is made, under a name that `isTemporaryName` knows.
 * @throws TonstiftError `bad_field`, `aborted`, `no_space`, `build_failed`; then nothing is left behind
 */
export async function writeTestSheetGme(
  target: string,
  { language, date = day, signal }: TestSheetGme,
): Promise<WrittenGme> {
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
    return await writeScriptedGme(target, gme, media, { signal });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
