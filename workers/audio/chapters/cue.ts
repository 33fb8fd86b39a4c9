/** Reads cue sheets, which list the tracks of a CD that is one file (CDRWIN's user guide, appendix A). Pure. */
import { utf8OrWindows } from '../../base/text/encodings.js';
import { albumText, artistText, cleanText } from '../formats/tag-text.js';
import type { Chapter } from './stretches.js';

export interface CueSheet {
  album: string | undefined;
  artist: string | undefined;
  year: number | undefined;
  /** Each has at least one track. */
  files: CueFile[];
}

export interface CueFile {
  /** Name of the audio file; may be empty. Programs that convert it leave the former extension. */
  name: string;
  tracks: Chapter[];
}

/** Returns null if it has no file, no tracks, or a track without a time. */
export function readCue(bytes: Uint8Array): CueSheet | null {
  const sheet: Omit<CueSheet, 'files'> = { album: undefined, artist: undefined, year: undefined };
  const files = new Map<string, CueFile>();
  const tracks: Chapter[] = [];
  let file: CueFile | undefined;
  let track: Chapter | undefined;
  for (const line of utf8OrWindows(bytes).split(/[\r\n]+/)) {
    const [, command = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(line) ?? [];
    const text = /^"([^"]*)"/.exec(rest)?.[1] ?? rest;
    switch (command.toUpperCase()) {
      case 'FILE': {
        const name = cleanText(/^"([^"]*)"/.exec(rest)?.[1] ?? withoutType(rest)) ?? '';
        file = files.get(name) ?? { name, tracks: [] };
        files.set(name, file);
        break;
      }
      case 'TRACK':
        track = { start: NaN, end: null, title: '' };
        tracks.push(track);
        break;
      case 'TITLE':
        if (track === undefined) sheet.album = albumText(text);
        else track.title = cleanText(text) ?? '';
        break;
      case 'PERFORMER':
        (track ?? sheet).artist = artistText(text);
        break;
      case 'REM':
        if (track === undefined) sheet.year ??= yearOf(rest);
        break;
      case 'INDEX':
        if (track === undefined || !/^0?1\s/.test(rest)) break;
        track.start = timeOf(rest);
        // The pause before a track, its INDEX 00, may be in the file before.
        if (file?.tracks.at(-1) !== track) file?.tracks.push(track);
        break;
    }
  }
  const used = [...files.values()].filter((one) => one.tracks.length > 0);
  const isComplete = used.length > 0 && tracks.every(({ start }) => Number.isFinite(start));
  return isComplete ? { ...sheet, files: used } : null;
}

/** Reads `DATE 1999`, which programs write as a remark. */
const yearOf = (remark: string): number | undefined => Number(/^DATE\s+"?(\d{4})\b/i.exec(remark)?.[1]) || undefined;

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
