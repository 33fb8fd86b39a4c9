/** Formats numbers and states for people. */
import type { AlbumView, GmeState, TrackView } from '../../workers/library/types.js';
import type { SpokenTitle } from '../../workers/library/spoken-title.js';
import type { Loudness } from '../../workers/audio/ffmpeg/loudness.js';
import type { Sound } from '../../workers/audio/ffmpeg/speech.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { PlayerMode } from '../../workers/gme/header.js';

/** `3:07`, `1:02:09`. */
export function runningTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Pens switch off after ten minutes without a tap (ttmp32gme, issue 57; tip-toi-reveng, issue 271). */
export const isLong = ({ duration }: Pick<TrackView, 'duration'>): boolean => duration > 600_000;

/** 2026-03-01T10:11:12.345Z → `2026-03-01`, `11:11:12` in the time zone of this machine. */
export function localTime(time: string): readonly [string, string] {
  const at = new Date(time);
  const two = (n: number): string => String(n).padStart(2, '0');
  return [
    [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-'),
    [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':'),
  ];
}

export const totalTime = (album: AlbumView): string =>
  runningTime(album.tracks.reduce((sum, track) => sum + track.duration, 0));

export const stateWords = (state: GmeState): Sentence => say(`state.${state}`);

export const playerModes = ['music', 'tiptoi', 'single'] as const satisfies readonly PlayerMode[];

export const sounds = ['automatic', 'music', 'speech'] as const satisfies readonly Sound[];

export const loudnesses = ['automatic', 'level', 'keep'] as const satisfies readonly Loudness[];

export const loudnessWords = (loudness: Loudness): Sentence => say(`loudness_kind.${loudness}`);

export const spokenTitles = ['off', 'en', 'de', 'fr', 'nl'] as const satisfies readonly SpokenTitle[];

const spokenLanguages = { en: 'ENGLISH', de: 'GERMAN', fr: 'FRENCH', nl: 'DUTCH' } as const;

export const spokenTitleWords = (one: SpokenTitle): Sentence =>
  one === 'off' ? say('spoken_title.off') : say(`setting.pen_language.${spokenLanguages[one]}`);

export const soundWords = (sound: Sound): Sentence => say(`sound_kind.${sound}`);

export const modeWords = (mode: PlayerMode): Sentence => say(`mode.${mode}`);
