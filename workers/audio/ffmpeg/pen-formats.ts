/** The two media formats in a GME file, and the ffmpeg options for them. */
import { resolve } from 'node:path';

/** Format of the media in a GME file. */
export type AudioFormat = 'mp3' | 'ogg';

/** Encoders that an ffmpeg must have. */
export const encoders: Record<AudioFormat, string> = { mp3: 'libmp3lame', ogg: 'libvorbis' };

/**
 * Reports whether a track must be converted for the pen. Names are those of `AudioFacts`. The pen does not play MP3 in
 * a WAV or Vorbis next to a video, although the codec is right.
 */
export function needsTranscoding(codec: string, container: string, format: AudioFormat): boolean {
  const name = codec.toLowerCase();
  const inside = container.toLowerCase();
  if (format === 'mp3') return !(/^mpeg (1|2|2\.5) layer 3$/.test(name) && inside === 'mpeg');
  return !(/^vorbis( i)?$/.test(name) && inside === 'ogg');
}

/** Allowed input formats: no playlists or file lists, which could refer to other files or URLs. */
const demuxers =
  'mp3,ogg,flac,mov,aac,wav,asf,aiff,matroska,caf,amr,w64,au,ape,wv,tta,mpc,mpc8,ac3,dts,dsf,rm,avi,flv,mpeg,mpegts';

/** Arguments before `-i`. */
export const inputArguments: readonly string[] = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers];

/** `file:` prevents ffmpeg from reading a name as an option, a protocol or a pattern. */
export const inputName = (path: string): string => `file:${resolve(path)}`;

/** Arguments for an output that decodes the beginning, or all, and writes nothing. */
export const listenArguments = (seconds?: number): readonly string[] => [
  ...['-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...(seconds === undefined ? [] : ['-t', String(seconds)]),
  ...['-f', 'null'],
];

/** Arguments for an output that has the sound only. */
export const common: readonly string[] = [
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  // Without these, ffmpeg writes its version and a random number into the file.
  '-fflags',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

/** Omits the Xing and ID3 tables: the pen searches for a frame in the first 64 bytes. */
export const bareMp3: readonly string[] = ['-write_xing', '0', '-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'];
export const atMostStereo = 'aformat=channel_layouts=stereo|mono';
/** Same as official products. */
const mono: readonly string[] = ['-ac', '1', '-ar', '22050'];

/** How an output sounds. */
export interface OutputSound {
  /** kbit/s of speech; null, the default, for other sound. */
  speech?: number | null;
  /** Decibels by which the loudness changes; null, the default, for a track that is not levelled. */
  gain?: number | null;
}

/** Returns the arguments of an output. */
export function outputArguments(format: AudioFormat, { speech = null, gain = null }: OutputSound): readonly string[] {
  const isStereo = format === 'mp3' && speech === null;
  const filters = [
    ...(isStereo || gain !== null ? [atMostStereo] : []),
    // Two channels become one at half their levels. Without the limit, their sum could be clipped.
    ...(gain === null ? [] : [`volume=${gain}dB`, 'aresample=rematrix_maxval=1']),
  ];
  const sound = [...(filters.length > 0 ? ['-af', filters.join(',')] : []), ...(isStereo ? ['-ar', '44100'] : mono)];
  const encoder = ['-c:a', encoders[format]];
  if (format === 'ogg') {
    const quality = speech === null ? ['-q:a', '4'] : ['-b:a', `${speech}k`];
    return [...common, ...sound, ...encoder, ...quality, '-f', 'ogg'];
  }
  return [...common, ...sound, ...encoder, '-b:a', `${speech ?? 128}k`, ...bareMp3];
}
