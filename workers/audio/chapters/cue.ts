/** Reads cue sheets, which list the tracks of a CD that is one file (CDRWIN's user guide, appendix A). Pure. */
import { utf8OrWindows } from '../../base/text/encodings.js';
import { cleanText } from '../formats/tag-text.js';
import type { Chapter } from './stretches.js';

export interface CueSheet {
  /** Name of the audio file. Programs that convert it leave the former extension. */
  file: string;
  album: string | undefined;
  artist: string | undefined;
  tracks: Chapter[];
}

/** Returns null if it has not exactly one file, or no tracks. */
export function readCue(bytes: Uint8Array): CueSheet | null {
  const files: string[] = [];
  const sheet: Omit<CueSheet, 'file'> = { album: undefined, artist: undefined, tracks: [] };
  let track: Chapter | undefined;
  for (const line of utf8OrWindows(bytes).split(/[\r\n]+/)) {
    const [, command = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(line) ?? [];
    const text = cleanText(/^"([^"]*)"/.exec(rest)?.[1] ?? rest);
    switch (command.toUpperCase()) {
      case 'FILE':
        files.push(cleanText(/^"([^"]*)"/.exec(rest)?.[1] ?? withoutType(rest)) ?? '');
        break;
      case 'TRACK':
        track = { start: NaN, end: null, title: '' };
        sheet.tracks.push(track);
        break;
      case 'TITLE':
        if (track === undefined) sheet.album = text;
        else track.title = text ?? '';
        break;
      case 'PERFORMER':
        if (track === undefined) sheet.artist = text;
        break;
      case 'INDEX':
        if (track !== undefined && /^0?1\s/.test(rest)) track.start = timeOf(rest);
        break;
    }
  }
  const [file, second] = files;
  const isComplete = sheet.tracks.length > 0 && sheet.tracks.every(({ start }) => Number.isFinite(start));
  return file === undefined || second !== undefined || !isComplete ? null : { file, ...sheet };
}

/** Returns `A name.wav` for `A name.wav WAVE`. */
function withoutType(text: string): string {
  const words = text.trimEnd();
  const end = Math.max(words.lastIndexOf(' '), words.lastIndexOf('\t'));
  return end < 0 ? words : words.slice(0, end);
}

/** Parses minutes, seconds and frames of 1/75 s: `01 03:25:37`. */
function timeOf(text: string): number {
  const [, minutes, seconds, frames] = /^\d+\s+(\d{1,4}):(\d{1,2}):(\d{1,2})\s*$/.exec(text) ?? [];
  return Math.round((Number(minutes) * 60 + Number(seconds) + Number(frames) / 75) * 1000);
}
