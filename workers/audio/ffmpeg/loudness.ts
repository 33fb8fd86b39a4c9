/** Measures how loud a track is (EBU R128), and decides how much louder or quieter it becomes. Pure. */

import { atMostStereo } from './pen-formats.js';

/** Which tracks of an album are levelled: those that are converted anyway, all, or none. */
export const loudnesses = ['automatic', 'level', 'keep'] as const;
export type Loudness = (typeof loudnesses)[number];

export interface MeasuredLoudness {
  /** Integrated loudness in LUFS. One channel counts as two equal ones. */
  lufs: number;
  /** True peak in dBTP. */
  peak: number;
}

/** Recommended for voice-activated speakers (Google Assistant), and for music by AES TD1008. */
export const targetLufs = -16;
const highestPeak = -1;
/** Quieter sound counts as silence (EBU R128, absolute gate). */
const silence = -70;
/** Decibels. More would make the noise of a nearly silent track loud. */
const mostGain = 20;

/** Returns decibels. It is one factor for the whole track, so the highest peak limits it. */
export function gainOf({ lufs, peak }: MeasuredLoudness): number {
  if (lufs <= silence) return 0;
  return Math.floor(10 * Math.min(targetLufs - lufs, highestPeak - peak, mostGain)) / 10;
}

/** Arguments for an output that is measured and not written. */
export const loudnessArguments: readonly string[] = [
  ...['-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-af', `${atMostStereo},ebur128=peak=true:dualmono=true:framelog=verbose`],
  // Without a number of channels, ffmpeg cannot choose one after this filter if the source has more than two.
  ...['-ac', '2', '-f', 'null'],
];

/** Reads the summary of the filter: `    I:         -25.9 LUFS`, `    Peak:      -21.5 dBFS`. */
export function loudnessReport(): { line(text: string): void; measured(): MeasuredLoudness } {
  const found: MeasuredLoudness = { lufs: NaN, peak: NaN };
  return {
    line(text) {
      const [, name, level] = /^\s+(I|Peak):\s+(\S+) (?:LUFS|dBFS)/.exec(text) ?? [];
      if (name !== undefined) found[name === 'I' ? 'lufs' : 'peak'] = Number(level);
    },
    // Without any sound, the filter writes `-inf` or `nan`.
    measured: () => (Number.isFinite(found.lufs + found.peak) ? found : { lufs: silence, peak: silence }),
  };
}
