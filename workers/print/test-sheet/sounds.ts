/**
 * The sounds of the test sheet, built from sines. WAV files, PCM 16 bits, mono, 22,050 Hz: every generation of pens
 * plays them (docs/gme.md, "Sounds that the pen plays").
 */

/** Samples per second. */
export const sampleRate = 22_050;
/** −6 dBFS: loud on a pen, and far from clipping. */
export const peak = 0.501;

export interface Tone {
  /** Hertz. */
  pitch: number;
  /** Seconds. */
  start: number;
  length: number;
}

/** Silence before and after, in seconds: pens skip the start of a sound and click at a hard end. */
const [lead, tail] = [0.05, 0.15];
const beep = { length: 0.22, gap: 0.14 };
/** Fade-in and fade-out of a tone in seconds, along half a cosine. */
const [attack, decay] = [0.015, 0.06];
/**
 * Strength of the third harmonic. It makes low tones audible on a small loudspeaker that hardly plays the fundamental.
 */
const third = 0.2;

/** Returns `count` beeps of one pitch. */
export const beeps = (pitch: number, count: number): Tone[] =>
  Array.from({ length: count }, (_, n) => ({ pitch, start: lead + n * (beep.length + beep.gap), length: beep.length }));

/** A major chord: C, E, G, and C an octave above. */
const chord = [523.25, 659.26, 783.99, 1046.5];
const tune = (pitches: readonly number[]): readonly Tone[] =>
  pitches.map((pitch, n) => ({ pitch, start: lead + n * 0.16, length: n === 3 ? 0.45 : 0.18 }));

/** The pen plays it at a start field. It rises. */
export const startTune = tune(chord);
/** The pen plays it at the answer field over a picture. It falls. */
export const pictureTune = tune(chord.toReversed());

function loudness(seconds: number, length: number): number {
  const edge = Math.min(1, seconds / attack, (length - seconds) / decay);
  return edge <= 0 ? 0 : 0.5 - 0.5 * Math.cos(Math.PI * edge);
}

/** Mixes the tones into samples from −1 to 1; the loudest reaches the peak. */
export function samplesOf(tones: readonly Tone[]): Float64Array {
  const seconds = Math.max(0, ...tones.map(({ start, length }) => start + length)) + tail;
  const samples = new Float64Array(Math.round(seconds * sampleRate));
  for (const { pitch, start, length } of tones) {
    const end = Math.min(samples.length, Math.ceil((start + length) * sampleRate));
    for (let n = Math.ceil(start * sampleRate); n < end; n++) {
      const at = n / sampleRate - start;
      const phase = 2 * Math.PI * pitch * at;
      samples[n] = (samples[n] ?? 0) + (Math.sin(phase) + third * Math.sin(3 * phase)) * loudness(at, length);
    }
  }
  let loudest = 0;
  for (let n = 0; n < samples.length; n++) loudest = Math.max(loudest, Math.abs(samples[n] ?? 0));
  if (loudest > 0) for (let n = 0; n < samples.length; n++) samples[n] = ((samples[n] ?? 0) * peak) / loudest;
  return samples;
}

/** Source: Multimedia Programming Interface and Data Specifications 1.0 (1991), "Waveform Audio File Format". */
export function wavOf(samples: Float64Array): Buffer {
  const bytes = samples.length * 2;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16); // length of the format chunk
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // channels
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28); // bytes per second
  wav.writeUInt16LE(2, 32); // bytes per sample of all channels
  wav.writeUInt16LE(16, 34); // bits per sample
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(bytes, 40);
  for (let n = 0; n < samples.length; n++) wav.writeInt16LE(Math.round((samples[n] ?? 0) * 32_767), 44 + 2 * n);
  return wav;
}
