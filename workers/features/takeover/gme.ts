/** Compares their GME files with the ones we will build: printed sheets must work with both. */
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import { readGmeFile } from '../../build/read-gme.js';
import { albumScripts } from '../../gme/album-script.js';
import { trackCode } from '../../gme/codes.js';
import type { PlayerMode } from '../../gme/header.js';
import { readGme, type Gme } from '../../gme/read.js';
import type { Line } from '../../gme/script.js';

/** The compared parts of a file. */
export type TheirGme = Pick<Gme, 'productId' | 'scripts'> & {
  /** Bytes of each medium. */
  media: readonly { length: number }[];
};

/** @returns the file, or the reason why it cannot be read */
export async function readTheirGme(file: FoundFile): Promise<TheirGme | string> {
  try {
    return await withSeen(file, async (path) => {
      using source = readGmeFile(path);
      return readGme(source);
    });
  } catch (error) {
    return messageOf(error);
  }
}

export interface Expected {
  /** Number of their album. */
  number: string;
  mode: PlayerMode;
  tracks: readonly Pick<FoundFile, 'size'>[];
}

/** Returns sentences about differences that matter for sheets printed for their file. Pure. */
export function differences(gme: TheirGme, { number, mode, tracks }: Expected): string[] {
  const notes: string[] = [];
  if (String(gme.productId) !== number)
    notes.push(
      `its GME has the product id ${gme.productId} and not ${number}, because the album was renumbered later: ` +
        `a sheet with ${gme.productId} will not start it.`,
    );
  if (gme.media.length !== tracks.length)
    return [
      ...notes,
      `its GME has ${gme.media.length} sounds, the album ${tracks.length} tracks: older sheets may not work.`,
    ];
  const media = mediaOf(gme, tracks.length);
  if (
    isMoved(
      media.map((n) => gme.media[n]?.length ?? 0),
      tracks,
    )
  )
    notes.push('its GME plays its tracks in another order: older sheets will not work.');
  return [...notes, ...scriptDifferences(gme, media, mode)];
}

/**
 * Returns the medium of each track, from the scripts of their buttons: the assembler sorts media by name, so `track_10`
 * precedes `track_2`. Falls back to the order in the file.
 */
function mediaOf({ scripts }: TheirGme, count: number): number[] {
  const tracks = [...Array(count).keys()];
  const played = tracks.map((track) => scripts.get(trackCode(track))?.[0]?.playlist[0] ?? -1);
  return played.toSorted((a, b) => a - b).every((medium, n) => medium === n) ? played : tracks;
}

/** MP3s are stored unchanged, so their lengths identify them. Converted tracks cannot be compared. */
function isMoved(inside: readonly number[], tracks: Expected['tracks']): boolean {
  const beside = tracks.map(({ size }) => size);
  const sorted = (sizes: readonly number[]): number[] => sizes.toSorted((a, b) => a - b);
  return !isDeepStrictEqual(inside, beside) && isDeepStrictEqual(sorted(inside), sorted(beside));
}

function scriptDifferences({ scripts }: TheirGme, media: readonly number[], mode: PlayerMode): string[] {
  const withMedia = (line: Line): Line => ({ ...line, playlist: line.playlist.map((track) => media[track] ?? track) });
  const ours = new Map(albumScripts(media.length, mode).map(({ code, script }) => [code, script.map(withMedia)]));
  const missing = [...scripts.keys()].filter((code) => !ours.has(code));
  const others = [...scripts].flatMap(([code, script]) => {
    const own = ours.get(code);
    return own === undefined || isDeepStrictEqual(script, own) ? [] : [code];
  });
  return [
    ...(missing.length === 0 ? [] : [`its GME has codes that ours lacks: ${shown(missing)}.`]),
    ...(others.length === 0 ? [] : [`its GME behaves differently at the codes ${shown(others)}.`]),
  ];
}

const shown = (codes: readonly number[]): string => `${codes.slice(0, 8).join(', ')}${codes.length > 8 ? ' …' : ''}`;
