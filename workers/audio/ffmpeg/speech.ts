/** Decides which tracks are converted as speech, which needs fewer bytes. Pure. */

/** How an album is converted. `automatic` decides for each track. */
export const sounds = ['automatic', 'music', 'speech'] as const;
export type Sound = (typeof sounds)[number];

/** The facts of a track's file. */
export interface SoundFile {
  codec: string;
  container: string;
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  duration: number;
  /** Undefined if it was read by an older version. */
  channels?: number;
  /** Hertz; undefined if it was read by an older version. */
  sample_rate?: number;
}

/** Maximum kbit/s of a source that counts as speech: 64, and what containers add. */
const lowRate = 68;
/** Maximum hertz of a source that counts as speech. */
const lowSampleRate = 24_000;
/** Rates of MP3 at 22,050 Hz, kbit/s. One that is half as high again as a better codec's sounds the same. */
const rates = [24, 32, 40] as const;
const highestRate = 48;

/** Returns the bit rate for a converted track that is speech, in kbit/s; null for other sound. */
export function speechRate(
  { size, duration, channels = 2, sample_rate = Infinity }: SoundFile,
  sound: Sound,
): number | null {
  if (sound === 'music') return null;
  // Bits per millisecond.
  const rate = duration > 0 ? (8 * size) / duration : Infinity;
  if (sound === 'automatic' && channels > 1 && sample_rate > lowSampleRate && rate > lowRate) return null;
  return rates.find((one) => one >= 1.5 * rate) ?? highestRate;
}
