import { expect, it } from '@jest/globals';
import { penSound } from '../../../workers/audio/ffmpeg/pen-sound.js';
import type { AudioFormat } from '../../../workers/audio/ffmpeg/pen-formats.js';
import type { Sound } from '../../../workers/audio/ffmpeg/speech.js';
import { fingerprintOf } from '../../../workers/library/fingerprint.js';
import type { TrackRecord } from '../../../workers/library/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

const speechRate = (track: TrackRecord, sound: Sound, format: AudioFormat): number | null =>
  penSound(track, { sound, loudness: 'keep' }, format)?.speech ?? null;

/** A minute of AAC. */
const aac = (rate: number, more: Partial<TrackRecord> = {}): TrackRecord =>
  aTrack(1, { codec: 'mpeg-4/aac', container: 'm4a', duration: 60_000, size: rate * 7500, ...more });

it.each([
  ['low rates', aac(32), 48],
  ['the rate of common audiobooks', aac(64, { channels: 2, sample_rate: 44_100 }), 48],
  ['one channel', aac(128, { channels: 1, sample_rate: 44_100 }), 48],
  ['low sample rates', aac(128, { channels: 2, sample_rate: 22_050 }), 48],
  ['no more than a source of 24 kbit/s needs', aac(24), 40],
  ['no more than a source of 16 kbit/s needs', aac(16), 24],
  ['music', aac(128, { channels: 2, sample_rate: 44_100 }), null],
  ['music of an older version, whose channels are unknown', aac(128), null],
  ['a file of unknown length', aac(32, { duration: 0 }), null],
  ['a file that the pen plays', aTrack(1, { duration: 60_000, size: 32 * 7500, channels: 1 }), null],
])('converts as speech automatically: %s', (_, track, rate) => {
  expect(speechRate(track, 'automatic', 'mp3')).toBe(rate);
});

it('converts as the album says', () => {
  expect(speechRate(aac(32, { channels: 1 }), 'music', 'mp3')).toBeNull();
  expect(speechRate(aac(256, { channels: 2, sample_rate: 44_100 }), 'speech', 'mp3')).toBe(48);
  expect(speechRate(aTrack(1), 'speech', 'mp3')).toBeNull();
  expect(speechRate(aTrack(1, { duration: 60_000, size: 32 * 7500 }), 'automatic', 'ogg')).toBe(48);
});

it('changes the fingerprints of those albums only', () => {
  const target = { language: 'GERMAN', format: 'mp3' } as const;
  const of = (track: TrackRecord, sound: 'automatic' | 'music' = 'automatic'): string =>
    fingerprintOf(anAlbum(920, { tracks: [track], sound }), target);
  // The fingerprints of the versions that knew no speech.
  expect(fingerprintOf(anAlbum(920), target)).toBe('51ed6074bb0e86769ea78db551a6cb37');
  expect(of(aac(128))).toBe('da2ad88303cb01f8fc132635ff98e5dc');
  expect(of(aac(32), 'music')).toBe('da2ad88303cb01f8fc132635ff98e5dc');
  expect(of(aac(32))).not.toBe('da2ad88303cb01f8fc132635ff98e5dc');
});
