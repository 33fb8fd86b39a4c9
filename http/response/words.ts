/** Numbers and states as a person reads them. */
import type { AlbumView, GmeState } from '../../workers/library/types.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { PlayerMode } from '../../workers/gme/header.js';

/** `3:07`, `1:02:09`. */
export function runningTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const units = ['size.bytes', 'size.kB', 'size.MB', 'size.GB', 'size.TB'] as const;

/** Decimal units, as file managers show them: `69.3 MB`. */
export function fileSize(bytes: number): Sentence {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return say(units[step] ?? 'size.bytes', { count: bytes, size: bytes / 1000 ** step });
}

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

export const modeWords = (mode: PlayerMode): Sentence => say(`mode.${mode}`);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Settings whose name says too little to someone who meets them for the first time. */
const labels: Readonly<Record<string, string>> = {
  inbox_path: 'Inbox folder',
  inbox_settle_seconds: 'Seconds of quiet before an album is taken',
  library_path: 'Library folder',
  max_upload_mb: 'Largest upload, in MB',
  pen_detect: 'Find pens by itself',
  pen_auto_sync: 'Copy as soon as a pen is plugged in',
  pen_follow: 'Files in each pen’s own language and sound',
  pen_eject: 'Unmount a pen when everything is on it',
  pen_paths: 'Folders that are pens',
  paper_db: 'Paper database',
  embedding_db: 'Vector database',
  collection_name: 'Collection in the vector database',
  llm_backend_url: 'Server that makes embeddings',
  llm_backend_auth_token: 'Token for that server',
  embed_schedule: 'When papers are embedded',
  embed_batch_size: 'Texts in one request',
  requests_per_minute: 'Requests in a minute, at most',
  limiter_redis_url: 'Redis server of a shared limit',
  audio_format: 'Sound format',
  ffmpeg_path: 'Program that converts audio',
  host: 'Address to listen on',
  allow_unauthenticated: 'Other machines without a password',
  allowed_hosts: 'Other names of this machine',
  open_browser: 'Open the pages at start',
  log_level: 'What the log keeps',
};

/** `inbox_path` → `Inbox folder`, `pen_language` → `Pen language`. */
export const labelOf = (name: string): string => labels[name] ?? capitalised(name.replaceAll('_', ' '));

/** A choice as a person reads it: `GERMAN` → `German`. */
export function choiceWords(choice: string): string {
  if (choice === '') return 'any';
  if (choice === 'RUSSIA') return 'Russian';
  return /^[A-Z]+$/.test(choice) ? capitalised(choice.toLowerCase()) : choice;
}
