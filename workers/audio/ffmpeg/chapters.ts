/** Arguments for ffmpeg that read the chapters of a file and cut it, and the parser of its output. */
import type { Chapter, Stretch } from '../chapters/stretches.js';
import { bareMp3, common } from './pen-formats.js';

/** `-v error` hides the warning that the output has no sound. */
export const chapterArguments: readonly string[] = ['-v', 'error', '-f', 'ffmetadata'];

/** Parses ffmpeg's metadata format: `[CHAPTER]`, then `TIMEBASE=1/1000`, `START=0`, `END=6000`, `title=…`. */
export function chaptersIn(text: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const section of text.split(/^\[/m).slice(1)) {
    if (!section.startsWith('CHAPTER]')) continue;
    const valueOf = (name: string): string | undefined =>
      new RegExp(`^${name}=((?:\\\\[^]|[^\\\\\\n])*)`, 'm').exec(section)?.[1]?.replace(/\\([^])/g, '$1');
    const [, over = '1', under = '1000'] = /^(\d+)\/(\d+)$/.exec(valueOf('TIMEBASE') ?? '') ?? [];
    const timeOf = (name: string): number => Math.round((Number(valueOf(name)) * 1000 * Number(over)) / Number(under));
    const [start, end] = [timeOf('START'), timeOf('END')];
    if (Number.isFinite(start) && Number.isFinite(end)) chapters.push({ start, end, title: valueOf('title') ?? '' });
  }
  return chapters;
}

/** The extension of a format that keeps every sample. */
export type CutFormat = 'mp3' | 'aac' | 'ogg' | 'flac';

/**
 * Returns the format for cutting a file without loss; null if there is none. Names are those of `AudioFacts`. MP3, AAC,
 * Vorbis and Opus are copied; lossless formats become FLAC.
 */
export function cutFormat(codec: string, container: string): CutFormat | null {
  if (/^mpeg (1|2|2\.5) layer 3$/.test(codec) && container === 'mpeg') return 'mp3';
  if (/aac/.test(codec)) return 'aac';
  if (/^(vorbis|opus)/.test(codec) && /^(ogg$|matroska)/.test(container)) return 'ogg';
  return /^(flac|alac|pcm|ape|wavpack|tta)/.test(codec) ? 'flac' : null;
}

const formats: Record<CutFormat, readonly string[]> = {
  mp3: ['-c:a', 'copy', ...bareMp3],
  // MPEG-4 would need an output in which ffmpeg can seek.
  aac: ['-c:a', 'copy', '-f', 'adts'],
  ogg: ['-c:a', 'copy', '-f', 'ogg'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
};

/**
 * Also copies all of the audio to nowhere. ffmpeg reports how far its outputs are, so a run whose pieces begin late
 * would look stuck.
 */
export const wholeArguments: readonly string[] = ['-map', '0:a:0', '-c', 'copy', '-f', 'null'];

export const cutArguments = (format: CutFormat, { from, until }: Stretch): readonly string[] => [
  ...common,
  '-ss',
  String(from / 1000),
  ...(until === null ? [] : ['-t', String((until - from) / 1000)]),
  ...formats[format],
];
