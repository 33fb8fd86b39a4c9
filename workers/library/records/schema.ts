/**
 * The schema of an album's record. An invalid record is repaired field by field. If that fails, only this record is
 * rejected, so that the other albums can still be read.
 */
import * as z from 'zod/v4';
import { isRecord } from '../../base/input/record.js';
import { playerModes } from '../../gme/header.js';
import { spokenTitles } from '../spoken-title.js';
import { loudnesses } from '../../audio/ffmpeg/loudness.js';
import { sounds } from '../../audio/ffmpeg/speech.js';
import { highestOid, lowestOid } from '../oids.js';
import type { AlbumRecord } from '../types.js';
import { isPlain, isPlainPath } from './plain-names.js';

const plain = z.string().refine(isPlain, 'must be a name in its folder');
const below = z.string().refine((path) => isPlainPath(path, { least: 1, most: 9 }), 'must be a path in its folder');
const whole = z.int().nonnegative();
/** Milliseconds since 1970, of the system's clock or a file's. */
const time = z.number();
/** A time that a date can be made of. */
const moment = time.min(0).max(8.64e15);

const track = z.object({
  id: z.int().positive(),
  track_number: whole,
  track_title: z.string(),
  filename: plain,
  source_path: z.string(),
  duration: z.number().nonnegative(),
  artist: z.string(),
  disc: whole,
  genre: z.string(),
  codec: z.string(),
  container: z.string(),
  channels: z.number().optional(),
  sample_rate: z.number().optional(),
  // Converted audio is cached under the hash of its track.
  sha256: plain,
  size: whole,
  mtime_ms: time,
  // Records from before track pictures have no such field, and are valid.
  picture: plain.nullable().default(null),
});

const file = z.object({
  fingerprint: z.string(),
  filename: plain,
  size: whole,
  sha256: z.string(),
  mtime_ms: time.optional(),
  built_at: time,
});

const failure = z.object({
  fingerprint: z.string(),
  reason: z.string(),
  words: z.object({ key: z.string(), gaps: z.record(z.string(), z.unknown()) }).optional(),
});

const origin = z.object({
  kind: z.enum(['inbox', 'upload', 'command']),
  source: z.string().nullable(),
  payload: z.string().optional(),
  folder_identity: z.string().nullable(),
  album_tag: z.string().nullable(),
  at: time,
});

const sheet = z.object({ oid: z.int().min(lowestOid).max(highestOid), at: moment, by: z.enum(['page', 'http']) });

const pending = z.object({
  staging: plain.nullable(),
  sources: z.array(
    z.object({
      path: z.string(),
      size: whole,
      mtime_ms: time,
      identity: z.string().optional(),
      sha256: z.string().optional(),
    }),
  ),
  copies: z.array(z.object({ filename: below, source: z.string(), size: whole, sha256: z.string() })).optional(),
  moves: z
    .object({ from: plain, files: z.array(z.object({ filename: below, as: below })), goes: z.boolean() })
    .optional(),
});

const album = z.object({
  oid: z.int().min(lowestOid).max(highestOid),
  album_title: z.string(),
  album_artist: z.string(),
  album_year: z.int().nullable(),
  player_mode: z.enum(playerModes),
  // Records of an older version have no such field.
  sound: z.enum(sounds).default('automatic'),
  // Their files for the pen were built without levelling, and stay as they are.
  loudness: z.enum(loudnesses).default('keep'),
  spoken_title: z.enum(spokenTitles).default('off'),
  on_pens: z.union([z.enum(['all', 'none']), z.array(z.string())]),
  cover: plain.nullable(),
  cover_kind: z.enum(['picture', 'embedded', 'chosen']).nullable(),
  folder: plain,
  tracks: z.array(track),
  added_at: moment,
  changed_at: moment,
  files: z.array(file),
  failures: z.array(failure),
  gme_paused: z.string().nullable(),
  order_edited: z.boolean(),
  origin,
  // Facts of an older version have no sheets.
  printed: z.array(sheet).default([]),
  pending: pending.nullable(),
}) satisfies z.ZodType<AlbumRecord>;

/** Substitutes for values that cannot be read. `oid` 0 means no number. */
export const substitutes = (folder: string): Record<string, unknown> => ({
  oid: 0,
  album_title: folder.replace(/ \[[^\]]*\]$/, ''),
  album_artist: '',
  album_year: null,
  player_mode: 'music',
  sound: 'automatic',
  loudness: 'keep',
  spoken_title: 'off',
  on_pens: 'all',
  cover: null,
  cover_kind: null,
  added_at: 0,
  changed_at: 0,
  gme_paused: null,
  order_edited: false,
  origin: { kind: 'command', source: null, folder_identity: null, album_tag: null, at: 0 },
  printed: [],
  pending: null,
});

/** Substitutes for a track. A track without id, file name or hash is dropped, and found again in the folder. */
const substitutesOfTrack: Record<string, unknown> = {
  track_number: 0,
  track_title: '',
  source_path: '',
  duration: 0,
  artist: '',
  disc: 1,
  genre: '',
  codec: '',
  container: '',
  // This differs from the file's size, so the file is read again.
  size: 0,
  mtime_ms: 0,
  picture: null,
};

export interface ReadAlbum {
  /** Undefined if it cannot be repaired. If `oid` is 0, assign a number. */
  album: AlbumRecord | undefined;
  /** The fields that were wrong: `album_year`, `tracks.3.size`. */
  problems: string[];
}

/** Drops unknown fields. */
export function readAlbum(value: unknown): ReadAlbum {
  const sound = album.safeParse(value);
  if (sound.success) return { album: sound.data, problems: [] };
  const problems = sound.error.issues.map(({ path }) => path.join('.') || 'all of it');
  if (!isRecord(value) || !isPlain(value['folder'])) return { album: undefined, problems };
  const mended = album
    .extend({ oid: z.int().max(highestOid) })
    .safeParse({ ...mend(value, sound.error, substitutes(value['folder'])), ...listsOf(value) });
  return { album: mended.success ? mended.data : undefined, problems };
}

/** Replaces each wrong field that has a substitute. */
function mend(value: Record<string, unknown>, { issues }: z.ZodError, all: Record<string, unknown>): object {
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(
    [...new Set([...Object.keys(value), ...Object.keys(all)])].map((field) => [
      field,
      wrong.has(field) && field in all ? all[field] : value[field],
    ]),
  );
}

/** Returns the valid entries of each list. */
function listsOf(value: Record<string, unknown>): object {
  const entries = (field: string): unknown[] => (Array.isArray(value[field]) ? (value[field] as unknown[]) : []);
  const tracks = entries('tracks').map((entry) => {
    const read = track.safeParse(entry);
    return read.success || !isRecord(entry) ? entry : mend(entry, read.error, substitutesOfTrack);
  });
  return {
    tracks: tracks.filter((entry) => track.safeParse(entry).success),
    files: entries('files').filter((entry) => file.safeParse(entry).success),
    failures: entries('failures').filter((entry) => failure.safeParse(entry).success),
  };
}
