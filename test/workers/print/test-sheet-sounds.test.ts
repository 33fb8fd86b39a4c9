import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { patternProblems } from '../../../workers/oid/pattern.js';
import { answers, combinations, isDefault, registers, soundInWords } from '../../../workers/print/test-sheet/fields.js';
import {
  beeps,
  peak,
  pictureTune,
  sampleRate,
  samplesOf,
  startTune,
  wavOf,
  type Tone,
} from '../../../workers/print/test-sheet/sounds.js';

/** Strength of a frequency in samples, 0 to about the amplitude of a sine: Goertzel's algorithm. */
function strength(samples: Float64Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + coefficient * last - before];
  return (2 * Math.sqrt(before ** 2 + last ** 2 - coefficient * before * last)) / samples.length;
}

/** Stretches of sound between silences of 50 ms and more, as [from, to] in samples. */
function stretches(samples: Float64Array): [number, number][] {
  const found: [number, number][] = [];
  for (const [n, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.01) continue;
    const last = found.at(-1);
    if (last !== undefined && n - last[1] < sampleRate * 0.05) last[1] = n;
    else found.push([n, n]);
  }
  return found;
}

const sampled = (wav: Buffer): Float64Array =>
  Float64Array.from({ length: (wav.length - 44) / 2 }, (_, n) => wav.readInt16LE(44 + 2 * n) / 32_768);

const rows = combinations.map((one) => ({ ...one, name: String(soundInWords(one)) }));
const everySound: { name: string; tones: readonly Tone[] }[] = [
  { name: 'the start tune', tones: startTune },
  ...rows.map(({ name, pitch, beeps: count }) => ({ name, tones: beeps(pitch, count) })),
  { name: 'the tune of the row over a picture', tones: pictureTune },
];

describe('combinations', () => {
  it('can all be drawn, with a code and a sound each', () => {
    for (const one of combinations) expect(patternProblems({ width: 16, height: 10 }, one)).toEqual({});
    for (const keys of [
      rows.map(({ dpi, dotSize }) => `${dpi} ${dotSize}`),
      rows.map(({ code }) => code),
      rows.map(({ name }) => name),
    ]) {
      expect(new Set<string | number>(keys).size).toBe(rows.length);
    }
  });

  it('try every resolution, and leave out only what cannot be printed', () => {
    expect(rows.map(({ dpi, dotSize }) => `${dpi}/${dotSize}`)).toEqual([
      '300/1',
      '600/1',
      '600/2',
      '600/3',
      '1200/1',
      '1200/2',
      '1200/3',
      '1200/4',
      '2400/2',
      '2400/3',
      '2400/4',
    ]);
    expect(rows.filter(isDefault).map(({ dpi, dotSize }) => [dpi, dotSize])).toEqual([[1200, 2]]);
  });

  it('keep clear of the codes of albums and of product ids', () => {
    for (const { code } of answers) expect(code > 4022 && code < 4716).toBe(true);
  });

  it('are told apart in words', () => {
    expect(rows.slice(4, 6).map(({ name }) => name)).toEqual(['one high beep', 'two high beeps']);
  });
});

describe('the sound of each combination', () => {
  it.each(rows)('is heard as $name', ({ pitch, beeps: count }) => {
    const samples = sampled(wavOf(samplesOf(beeps(pitch, count))));
    const heard = stretches(samples);
    expect(heard.length).toBe(count);
    for (const [from, to] of heard) {
      const beep = samples.subarray(from, to + 1);
      const own = strength(beep, pitch);
      expect(own).toBeGreaterThan(0.3);
      for (const { hertz } of registers) if (hertz !== pitch) expect(strength(beep, hertz)).toBeLessThan(own / 10);
    }
  });
});

describe('every sound', () => {
  it.each(everySound)('$name lasts 0.4 to 2 seconds, at −6 dBFS, without a click', ({ tones }) => {
    const samples = sampled(wavOf(samplesOf(tones)));
    const seconds = samples.length / sampleRate;
    expect(seconds > 0.4 && seconds < 2).toBe(true);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeCloseTo(peak, 3);
    for (const [from, to] of stretches(samples)) {
      // Half a millisecond after silence and before it, a soft edge is still far below the loudest.
      for (const edge of [samples.subarray(from, from + 11), samples.subarray(to - 11, to)]) {
        expect(edge.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.06);
      }
    }
  });

  it.each([
    { name: 'the start tune rises', tune: startTune, wanted: [523.25, 659.26, 783.99, 1046.5] },
    { name: 'the tune over a picture falls', tune: pictureTune, wanted: [1046.5, 783.99, 659.26, 523.25] },
  ])('$name', ({ tune, wanted }) => {
    const samples = samplesOf(tune);
    const pitches = tune.map(({ start }) => {
      const part = samples.subarray(Math.round((start + 0.03) * sampleRate), Math.round((start + 0.13) * sampleRate));
      return tune.map(({ pitch }) => pitch).sort((a, b) => strength(part, b) - strength(part, a))[0];
    });
    expect(pitches).toEqual(wanted);
  });

  const ffprobe = spawnSync('ffprobe', ['-version']).status === 0;
  if (!ffprobe)
    process.stderr.write(
      'ffprobe is not installed, so the sounds of the test sheet are not shown to another program.\n',
    );
  (ffprobe ? it : it.skip)('is a WAV to another program', () => {
    const asked = [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,sample_rate,channels,duration',
      '-of',
      'json',
      '-',
    ];
    const { stdout, stderr } = spawnSync('ffprobe', asked, {
      input: wavOf(samplesOf(beeps(1320, 2))),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { streams } = JSON.parse(stdout) as {
      streams: { codec_name: string; sample_rate: string; channels: number; duration: string }[];
    };
    expect(streams).toMatchObject([{ codec_name: 'pcm_s16le', sample_rate: '22050', channels: 1 }]);
  });
});
