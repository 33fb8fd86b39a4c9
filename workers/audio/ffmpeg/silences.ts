/** Finds silences of a file with ffmpeg. */
import type { Silence } from '../chapters/silences.js';

/** Arguments for an output that is searched and not written. Silence is below −40 dB for at least 0.4 s. */
export const silenceArguments: readonly string[] = [
  ...['-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-af', 'silencedetect=noise=-40dB:duration=0.4'],
  ...['-f', 'null'],
];

/** Reads the messages of the filter: `silence_start: 12.3`, then `silence_end: 13.1 | silence_duration: 0.8`. */
export function silenceReport(): { line(text: string): void; silences: readonly Silence[] } {
  const silences: Silence[] = [];
  let from: number | null = null;
  return {
    silences,
    line(text) {
      const [, name, seconds] = /\bsilence_(start|end): (-?[\d.]+)/.exec(text) ?? [];
      if (name === undefined) return;
      const at = Math.round(Number(seconds) * 1000);
      if (name === 'end' && from !== null) silences.push({ from, until: at });
      from = name === 'start' ? at : null;
    },
  };
}
