/** The scripts of an album: its tracks, five kinds of buttons, and register 0 for the current track. */
import type { GmeAlbum, PlayerMode } from './header.js';
import { controlCodes, generalTrackButtons, limits, trackCode } from './codes.js';
import type { Action, Line, Script, Scripts } from './script.js';
import { cancel, equals, jump, play, set } from './script.js';

/** Register that holds the current track, counted from 0. */
const currentTrack = 0;
/** Value of the register if the start field has played no track. */
const noTrack = 0xffff;

export interface NamedScript {
  /** `play`, `next`, `prev`, `stop`, `t0` … */
  readonly name: string;
  readonly code: number;
  readonly script: Script;
}

/** Returns all scripts of an album, in reading order. */
export function albumScripts(trackCount: number, mode: PlayerMode): NamedScript[] {
  const last = trackCount - 1;
  const tracks = [...Array(trackCount).keys()];
  const buttons = [...Array(Math.max(trackCount, generalTrackButtons)).keys()];

  const then = (track: number): Action => (mode === 'music' && track < last ? jump(trackCode(track + 1)) : cancel);
  const playTrack = (track: number): Line => ({ conditions: [], actions: [play(0), then(track)], playlist: [track] });
  const goTo = (track: number): Line => ({
    ...playTrack(track),
    actions: [set(currentTrack, track), play(0), then(track)],
  });
  const when = (track: number, line: Line): Line => ({ ...line, conditions: [equals(currentTrack, track)] });
  // Without this line, next and prev of a single track would be empty scripts.
  const only = trackCount === 1 ? [goTo(0)] : [];
  const begin = mode === 'single' && trackCount > 1 ? [when(noTrack, goTo(0))] : only;

  return [
    { name: 'play', code: controlCodes.play, script: [...tracks.map((i) => when(i, playTrack(i))), ...begin] },
    {
      name: 'next',
      code: controlCodes.next,
      script: [...tracks.slice(0, -1).map((i) => when(i, goTo(i + 1))), ...begin],
    },
    { name: 'prev', code: controlCodes.prev, script: [...tracks.slice(1).map((i) => when(i, goTo(i - 1))), ...only] },
    { name: 'stop', code: controlCodes.stop, script: [{ conditions: [], actions: [cancel, cancel], playlist: [] }] },
    ...buttons.map((i) => ({ name: `t${i}`, code: trackCode(i), script: [goTo(Math.min(i, last))] })),
  ];
}

export const byCode = (scripts: readonly NamedScript[]): Scripts =>
  new Map(scripts.map(({ code, script }) => [code, script]));

/** Returns the current track before the first tap. */
export const initialTrack = (mode: PlayerMode): number => (mode === 'single' ? noTrack : 0);

/**
 * Returns the media that play when the pen is tapped on the album: the spoken title, and then as many tracks as fit
 * into a playlist, the first one, or none.
 */
export function powerOnPlaylist(
  trackCount: number,
  { mode, hasSpokenTitle = false }: Pick<GmeAlbum, 'mode' | 'hasSpokenTitle'>,
): number[] {
  const title = hasSpokenTitle ? [trackCount] : [];
  const counts: Readonly<Record<PlayerMode, number>> = {
    music: Math.min(trackCount, limits.playlist - title.length),
    tiptoi: 1,
    single: 0,
  };
  return [...title, ...Array(counts[mode]).keys()];
}
