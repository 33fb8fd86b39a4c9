/** The two formats of media inside a GME, and how ffmpeg makes them. */
import { resolve } from 'node:path';

/** Format of the media inside a GME. */
export type AudioFormat = 'mp3' | 'ogg';

/** Encoders that an ffmpeg must have. */
export const encoders: Record<AudioFormat, string> = { mp3: 'libmp3lame', ogg: 'libvorbis' };

/**
 * Whether a track must be made anew for the pen. Names are those of `AudioFacts`. MP3 in a WAV and Vorbis beside a
 * video are not what the pen knows by the same codec.
 */
export function needsTranscoding(codec: string, container: string, format: AudioFormat): boolean {
  const name = codec.toLowerCase();
  const inside = container.toLowerCase();
  if (format === 'mp3') return !(/^mpeg (1|2|2\.5) layer 3$/.test(name) && inside === 'mpeg');
  return !(/^vorbis( i)?$/.test(name) && inside === 'ogg');
}

/** What may be read: no playlists, no lists of files, nothing that names other files or addresses. */
const demuxers = 'mp3,ogg,flac,mov,aac,wav,asf,aiff';

/** Arguments in front of `-i`. */
export const inputArguments: readonly string[] = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers];

/** `file:` keeps ffmpeg from taking a name for an option, a protocol or a pattern. */
export const inputName = (path: string): string => `file:${resolve(path)}`;

const common = [
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  // Without these the encoder's version and a random number get into the file.
  '-fflags',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

/** Arguments between input and output. The output is never sought in, so it may be a pipe. */
export const outputArguments: Record<AudioFormat, readonly string[]> = {
  // The tables of Xing and ID3 are left out: the pen looks for a frame in the first 64 bytes.
  mp3: [
    ...common,
    '-af',
    'aformat=channel_layouts=stereo|mono',
    '-ar',
    '44100',
    '-c:a',
    encoders.mp3,
    '-b:a',
    '128k',
    '-write_xing',
    '0',
    '-id3v2_version',
    '0',
    '-write_id3v1',
    '0',
    '-f',
    'mp3',
  ],
  // As official products have it: mono, 22,050 Hz.
  ogg: [...common, '-ac', '1', '-ar', '22050', '-c:a', encoders.ogg, '-q:a', '4', '-f', 'ogg'],
};
