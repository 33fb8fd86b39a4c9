import { expect, it } from '@jest/globals';
import { piecesIn, stretchesAtSilences, type Silence } from '../../../workers/audio/chapters/silences.js';
import { silenceReport } from '../../../workers/audio/ffmpeg/silences.js';

const minute = 60_000;
const silenceAt = (minutes: number, lengthMs: number): Silence => ({
  from: minutes * minute - lengthMs / 2,
  until: minutes * minute + lengthMs / 2,
});

it('cuts into equal pieces that are not longer than asked for', () => {
  expect([8, 8.1, 16, 45, 60].map((minutes) => piecesIn(minutes * minute, 8 * minute))).toEqual([1, 2, 2, 6, 8]);
});

it('cuts in the middle of the longest silence near the end of each piece', () => {
  const silences = [0.2, 6, 7.6, 8, 8.9, 10, 15.5, 16.2, 20].map((at) => silenceAt(at, at === 8.9 ? 900 : 400));
  expect(stretchesAtSilences(silences, 24 * minute, 3)).toEqual([
    { from: 0, until: 8.9 * minute },
    { from: 8.9 * minute, until: 15.5 * minute },
    { from: 15.5 * minute, until: null },
  ]);
});

it('leaves two pieces together if there is no silence between them', () => {
  expect(stretchesAtSilences([silenceAt(16, 500)], 24 * minute, 3)).toEqual([
    { from: 0, until: 16 * minute },
    { from: 16 * minute, until: null },
  ]);
  expect(stretchesAtSilences([silenceAt(4, 500)], 24 * minute, 3)).toEqual([{ from: 0, until: null }]);
});

it('reads the messages of the filter', () => {
  const report = silenceReport();
  for (const line of [
    '[silencedetect @ 0x5581] silence_start: -0.0113379',
    '[silencedetect @ 0x5581] silence_end: 0.61234 | silence_duration: 0.62',
    'size=N/A time=00:00:09.80 bitrate=N/A speed=16.4x',
    '[silencedetect @ 0x5581] silence_start: 12',
    '[silencedetect @ 0x5581] silence_end: 13.5 | silence_duration: 1.5',
    // At the end of the file, some versions write no end.
    '[silencedetect @ 0x5581] silence_start: 60.25',
  ])
    report.line(line);
  expect(report.silences).toEqual([
    { from: -11, until: 612 },
    { from: 12_000, until: 13_500 },
  ]);
});
