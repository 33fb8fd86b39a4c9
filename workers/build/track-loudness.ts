/** Measures the loudness of a track once: the figures are kept next to the transcoded tracks, by the track's hash. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/v4';
import type { MeasuredLoudness } from '../audio/ffmpeg/loudness.js';
import { writeDurably } from '../base/files/durable.js';
import { unlessGone } from '../base/files/walk.js';
import { jsonIn } from '../base/input/json.js';
import type { Library } from '../library/library.js';
import type { TrackRecord } from '../library/types.js';

const figures = z.object({ lufs: z.number(), peak: z.number() });

/** @throws whatever `measure` throws */
export async function loudnessOf(
  { sha256 }: Pick<TrackRecord, 'sha256'>,
  library: Library,
  measure: () => Promise<MeasuredLoudness>,
): Promise<MeasuredLoudness> {
  const name = `${sha256}.loudness.json`;
  return library.within('transcoded', async (folder) => {
    const text = await readFile(folder.at(name), 'utf8').catch(unlessGone(''));
    // Undefined for a damaged text: the track is measured again.
    const known = figures.safeParse(jsonIn(text)).data;
    if (known !== undefined) return known;
    const measured = await measure();
    await writeDurably(folder.at(name), JSON.stringify(measured));
    return measured;
  });
}
