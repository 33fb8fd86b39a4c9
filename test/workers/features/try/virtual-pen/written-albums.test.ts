/**
 * Every album that is written, on the virtual pen: what is heard is what docs/gme.md, "What an album does" says.
 * What is expected comes from a model of those sentences below, which knows no scripts.
 */
import { describe, expect, it } from '@jest/globals';
import { controlCodes, generalTrackButtons, trackCode } from '../../../../../workers/gme/codes.js';
import { playerModes, type PlayerMode } from '../../../../../workers/gme/header.js';
import { assemble, goldenMedia } from '../../../gme/goldens.js';
import { seededRandom } from '../../../gme/random.js';
import { PaperPen } from './paper-pen.js';

const { next, prev, play, stop } = controlCodes;
const [own, other] = [920, 921];
const counts = [1, 2, 23, 24, 25, 98, 99];
const albums = counts.flatMap((tracks) => playerModes.map((mode) => ({ tracks, mode })));

/** First bytes of a medium in each format that goes into a file. */
const formats: Record<string, Uint8Array> = {
  ogg: Buffer.from('OggS'),
  wav: Buffer.from('RIFF'),
  mp3: Uint8Array.of(0xff, 0xfb, 0x90, 0x44),
};

const penWith = (tracks: number, mode: PlayerMode, media = goldenMedia(tracks)): PaperPen =>
  new PaperPen(assemble({ productId: own, language: 'GERMAN', date: '20240229', mode }, media));
const upTo = (from: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - from + 1) }, (_, n) => from + n);

/** What the sentences say; tracks count from 0. */
class Told {
  private isOn = false;
  /** Undefined where none was played in mode `single`. */
  private current: number | undefined;
  private readonly last: number;

  constructor(
    tracks: number,
    private readonly mode: PlayerMode,
  ) {
    this.last = tracks - 1;
  }

  tap(code: number): number[] {
    if (code === own) return this.start();
    if (code === other) this.isOn = false;
    if (!this.isOn) return [];
    const track = upTo(0, Math.max(this.last, generalTrackButtons - 1)).find((i) => trackCode(i) === code);
    if (track !== undefined) return this.from(Math.min(track, this.last));
    if (code === play) return this.from(this.current ?? 0);
    // A single track has no neighbours: its buttons play it.
    if (this.last === 0 && (code === next || code === prev)) return this.from(0);
    if (code === next) return this.neighbour(this.current === undefined ? 0 : this.current + 1);
    if (code === prev) return this.neighbour(this.current === undefined ? -1 : this.current - 1);
    return [];
  }

  private start(): number[] {
    if (this.isOn) return [];
    this.isOn = true;
    this.current = this.mode === 'single' ? undefined : 0;
    if (this.mode === 'single') return [];
    return this.mode === 'tiptoi' ? [0] : upTo(0, Math.min(this.last, 31));
  }

  private neighbour(track: number): number[] {
    return track < 0 || track > this.last ? [] : this.from(track);
  }

  private from(track: number): number[] {
    const heard = this.mode === 'music' ? upTo(track, this.last) : [track];
    this.current = heard.at(-1);
    return heard;
  }
}

/** Both hear the same, tap by tap; before the first the pen knows nothing. */
function expectAsTold(pen: PaperPen, told: Told, codes: readonly number[]): void {
  pen.tap(other);
  for (const [number, code] of codes.entries()) {
    const [heard, expected] = [pen.tap(code), told.tap(code)];
    if (heard.join() !== expected.join())
      expect({ taps: codes.slice(0, number + 1), heard }).toEqual({
        taps: codes.slice(0, number + 1),
        heard: expected,
      });
  }
}

const buttons = (tracks: number): number[] => upTo(0, Math.max(tracks, generalTrackButtons) - 1).map(trackCode);

describe.each(albums)('an album of $tracks in mode $mode', ({ tracks, mode }) => {
  const last = trackCode(tracks - 1);
  const pen = penWith(tracks, mode);
  const asTold = (codes: readonly number[], on = pen): void => expectAsTold(on, new Told(tracks, mode), codes);

  it('each field first, behind the start field', () => {
    for (const code of [play, next, prev, stop, ...buttons(tracks)]) asTold([own, code, play]);
  });

  it('each field without the start field is silent', () => {
    asTold([play, next, prev, stop, ...buttons(tracks), own, play]);
  });

  it('each track, and the buttons behind it', () => {
    for (const code of buttons(tracks)) asTold([own, code, play, next, code, prev, code, stop, play, code, code]);
  });

  it('forward to the end and beyond, back to the beginning and beyond', () => {
    const steps = Array<number>(tracks + 1);
    for (const begin of [[], [trackCode(0)], [last], [play]])
      asTold([own, ...begin, ...steps.fill(next), play, ...steps.slice().fill(prev), play]);
  });

  it('next at the last, back at the first', () => {
    asTold([own, last, next, next, play, trackCode(0), prev, prev, play]);
  });

  it('stop in between leaves the track that it is', () => {
    asTold([own, trackCode(0), stop, next, stop, stop, play, stop, prev, stop, play]);
  });

  it('the start field again does nothing; that of another album ends it, and ours begins again', () => {
    asTold([own, last, own, play, other, play, next, last, stop, other, own, play, next]);
  });

  it('a sheet’s general buttons do something, each of them', () => {
    asTold([own]);
    for (const code of buttons(1)) expect(pen.tap(code)).not.toEqual([]);
  });

  it.each(Object.entries(formats))('in %s is heard the same', (kind, opening) => {
    const media = goldenMedia(tracks);
    for (const medium of media) medium.set(opening);
    const itself = penWith(tracks, mode, media);
    expect(new Set(itself.pen.gme.media.map((medium) => medium.kind))).toEqual(new Set([kind]));
    asTold([own, play, next, prev, last, next, stop, play], itself);
  });

  it('no random taps lead to where a tap does nothing that should', () => {
    const random = seededRandom(tracks * 3 + playerModes.indexOf(mode));
    const fields = [own, other, play, next, next, prev, prev, stop, ...buttons(tracks)];
    // Some taps on other albums; most on this one's fields.
    const pick = (): number => fields[random(20) === 0 ? random(2) : 2 + random(fields.length - 2)] as number;
    asTold([own, ...Array.from({ length: 2000 }, pick)]);
  });

  it('does nothing that it cannot do, and leaves nothing to chance', () => {
    for (const code of [own, play, next, prev, stop, ...buttons(tracks)])
      expect(pen.hear(code)).toMatchObject({ unknown: [], isEndless: false });
  });
});
