import { expect, it } from '@jest/globals';
import { gainOf, loudnessReport, type Loudness } from '../../../workers/audio/ffmpeg/loudness.js';
import { penSound } from '../../../workers/audio/ffmpeg/pen-sound.js';
import { fingerprintOf } from '../../../workers/library/fingerprint.js';
import type { TrackRecord } from '../../../workers/library/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

it.each([
  ['quiet sound up to the target', { lufs: -22, peak: -12 }, 6],
  ['quiet sound with high peaks up to the highest peak', { lufs: -22, peak: -3.5 }, 2.5],
  ['sound that is clipped down to the highest peak', { lufs: -16.5, peak: 0.4 }, -1.4],
  ['loud sound down to the target', { lufs: -8.3, peak: -0.1 }, -7.7],
  ['noise by 20 dB at most', { lufs: -60, peak: -50 }, 20],
  ['silence by nothing', { lufs: -70, peak: -70 }, 0],
])('levels %s', (_, measured, gain) => {
  expect(gainOf(measured)).toBeCloseTo(gain);
});

it.each([
  ['-25.9', '-21.5', { lufs: -25.9, peak: -21.5 }],
  ['-70.0', '-inf', { lufs: -70, peak: -70 }],
  ['nan', '-inf', { lufs: -70, peak: -70 }],
])('reads the summary of the filter: %s LUFS, %s dBFS', (lufs, peak, measured) => {
  const report = loudnessReport();
  const summary = [`    I:         ${lufs} LUFS`, '    LRA:         1.0 LU', `    Peak:      ${peak} dBFS`];
  for (const line of ['[Parsed_ebur128_1 @ 0xdefd90] Summary:', ...summary]) report.line(line);
  expect(report.measured()).toEqual(measured);
});

const flac = aTrack(1, { codec: 'flac', container: 'flac', duration: 60_000, size: 128 * 7500 });

it.each([
  ['automatic', [true, undefined]],
  ['level', [true, true]],
  ['keep', [false, undefined]],
] as [Loudness, unknown[]][])('levels converted tracks, all, or none: %s', (loudness, expected) => {
  const isLevelled = (track: TrackRecord) => penSound(track, { sound: 'automatic', loudness }, 'mp3')?.isLevelled;
  expect([isLevelled(flac), isLevelled(aTrack(2))]).toEqual(expected);
});

it('changes the fingerprints of albums with levelled tracks only', () => {
  const of = (track: TrackRecord, loudness: Loudness): string =>
    fingerprintOf(anAlbum(920, { tracks: [track], loudness }), { language: 'GERMAN', format: 'mp3' });
  expect(of(aTrack(1), 'automatic')).toBe(of(aTrack(1), 'keep'));
  expect(of(aTrack(1), 'level')).not.toBe(of(aTrack(1), 'keep'));
  expect(of(flac, 'automatic')).not.toBe(of(flac, 'keep'));
  expect(of(flac, 'automatic')).toBe(of(flac, 'level'));
});
