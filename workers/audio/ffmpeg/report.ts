/** Parses ffmpeg's output: its progress, and the reason of a failure. */
import type { Progress } from '../../base/ports.js';

export interface FfmpegReport {
  /** Receives one line of ffmpeg's diagnostics. */
  line(text: string): void;
  /** Returns the last line with an error, for a person. */
  reason(): string;
  /** Reports whether ffmpeg produced no output. */
  isEmpty(): boolean;
}

const keptLines = 40;
const noise =
  /^(size=|frame=|video:|Conversion failed|Aborted\(|Exiting normally|Press \[q\]|Error marking filters|\s)/;
const complaint = /error|invalid|fail|no such|not |unable|cannot|denied|no space|could|missing|unknown|does/i;

/** @param progress in milliseconds of audio */
export function ffmpegReport(progress: Progress): FfmpegReport {
  const lines: string[] = [];
  let total = 0;
  let furthest = 0;
  let empty = false;
  return {
    line(text) {
      if (text.includes('Output file is empty')) empty = true;
      if (total === 0) total = timeIn(/^\s*Duration: ([\d:.]+)/, text) ?? 0;
      const done = timeIn(/\btime=([\d:.]+)/, text);
      if (done !== undefined && done > furthest) {
        furthest = done;
        progress(Math.min(done, total || done), total || done);
      }
      if (text === '' || noise.test(text)) return;
      lines.push(text.slice(0, 500));
      if (lines.length > keptLines) lines.shift();
    },
    reason() {
      const line = lines.findLast((text) => complaint.test(text)) ?? lines.at(-1) ?? 'it does not say why';
      // Removes `[mp3 @ 0x55…] ` and the path, which do not help a person.
      return line
        .replace(/^(\[[^\]]*\]\s*)+/, '')
        .replace(/'?file:\S.*?'?: /, '')
        .trim()
        .replace(/[.!]*$/, '');
    },
    isEmpty: () => empty,
  };
}

/** Parses `00:01:02.34` to milliseconds. */
export function timeIn(pattern: RegExp, text: string): number | undefined {
  const [hours, minutes, seconds] = pattern.exec(text)?.[1]?.split(':').map(Number) ?? [];
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000);
}
