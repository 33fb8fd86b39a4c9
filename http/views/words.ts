/** Numbers and states as a person reads them. */
import type { AlbumView, GmeState, PlayerMode } from '../../workers/library/types.js';

/** `3:07`, `1:02:09`. */
export function runningTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Decimal units, as file managers show them: `69.3 MB`. */
export function fileSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(step === 1 ? 0 : 1)} ${units[step] ?? ''}`;
}

/** `1 album`, `3 albums`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

export const totalTime = (album: AlbumView): string => runningTime(album.tracks.reduce((sum, track) => sum + track.duration, 0));

export const stateWords: Readonly<Record<GmeState, string>> = {
  missing: 'waiting to be made',
  building: 'being made',
  ready: 'ready',
  failed: 'problem',
};

export const modeWords: Readonly<Record<PlayerMode, string>> = {
  music: 'plays on to the next track',
  tiptoi: 'one track a tap',
};

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `inbox_settle_seconds` → `Inbox settle seconds`. */
export const labelOf = (name: string): string => capitalised(name.replaceAll('_', ' '));
