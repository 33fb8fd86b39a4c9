/** Decides what happens to a track on its way into the file for the pen. Pure. */
import type { Loudness } from './loudness.js';
import { needsTranscoding, type AudioFormat } from './pen-formats.js';
import { speechRate, type Sound, type SoundFile } from './speech.js';

/** How a track is converted. */
export interface PenSound {
  /** The pen does not play the track as it is. */
  isNeeded: boolean;
  /** kbit/s of speech; null for other sound. */
  speech: number | null;
  isLevelled: boolean;
}

/** Returns null for a track that goes into the file unchanged. */
export function penSound(
  track: SoundFile,
  { sound, loudness }: { sound: Sound; loudness: Loudness },
  format: AudioFormat,
): PenSound | null {
  const isNeeded = needsTranscoding(track.codec, track.container, format);
  const isLevelled = loudness === 'level' || (loudness === 'automatic' && isNeeded);
  // A track that the pen plays keeps its quality, unless a person says that it is speech.
  const speech = isNeeded || sound === 'speech' ? speechRate(track, sound) : null;
  return isNeeded || isLevelled ? { isNeeded, speech, isLevelled } : null;
}
