/** Converts rows of their tables to albums. Pure. */
import { bareName } from '../../audio/album/names.js';
import { playerModes, type PlayerMode } from '../../gme/header.js';
import { naturally } from '../../audio/album/natural.js';
import { highestOid, lowestOid } from '../../library/oids.js';
import type { TheirDatabase } from './database.js';
import { line, whole, year } from './texts.js';
import type { Row, TheirAlbum, TheirTrack } from './types.js';
import { groupBy } from '../../base/group-by.js';

/** Returns the albums in the order of their numbers, one per row. */
export function theirAlbums({ gme_library, tracks }: Pick<TheirDatabase, 'gme_library' | 'tracks'>): TheirAlbum[] {
  const rows = groupBy(tracks, (row) => key(row['parent_oid']));
  return gme_library
    .map((row) => albumOf(row, rows.get(key(row['oid'])) ?? []))
    .sort((a, b) => naturally(a.number, b.number));
}

/** `920` and `920.0` are the same number. */
const key = (text: string | null | undefined): string => String(whole(text ?? null, 0, 1e9) ?? line(text ?? null));

function albumOf(row: Row, rows: readonly Row[]): TheirAlbum {
  const number = key(row['oid']);
  const mode = line(row['player_mode'] ?? null).toLowerCase() || 'music';
  const written = line(row['album_year'] ?? null);
  const sorted = inOrder(rows);
  return {
    number,
    oid: whole(number, lowestOid, highestOid),
    title: line(row['album_title'] ?? null),
    artist: line(row['album_artist'] ?? null),
    year: year(written),
    mode: isMode(mode) ? mode : 'music',
    path: row['path'] ?? '',
    picture: row['picture_filename'] || null,
    gmeFile: row['gme_file'] || null,
    tracks: sorted.map(trackOf),
    notes: [
      ...(isMode(mode) ? [] : [`its mode ${JSON.stringify(mode)} is unknown; it gets the mode music.`]),
      ...(written === '' || written === '0' || year(written) !== null
        ? []
        : [`its year ${JSON.stringify(written)} is invalid and is left out.`]),
      ...notesOnOrder(sorted),
    ],
  };
}

const isMode = (mode: string): mode is PlayerMode => (playerModes as readonly string[]).includes(mode);

const placeOf = (row: Row): number => whole(row['track'] ?? null, 0, 1e9) ?? Infinity;

/** Sorts by number; rows without one follow in their original order. */
const inOrder = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => compare(placeOf(a), placeOf(b)) || compare(idOf(a), idOf(b)));

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const idOf = (row: Row): number => whole(row['id'] ?? null, 0, 1e9) ?? Infinity;

/** Version 1 stores the button of each track in the GME; it counts from 0. */
function notesOnOrder(rows: readonly Row[]): string[] {
  const notes: string[] = [];
  const places = rows.map(placeOf);
  if (new Set(places).size < places.length)
    notes.push('some of its tracks have the same number; they keep the order in which they were added.');
  const moved = rows.flatMap(({ tt_script }, n) => {
    const was = /^t(\d+)$/.exec(tt_script ?? '')?.[1];
    return was === undefined || Number(was) === n ? [] : [n + 1];
  });
  if (moved.length > 0)
    notes.push(
      `its order was changed after its GME was built: on older sheets, ${tracksNamed(moved)} had another field.`,
    );
  return notes;
}

/** Formats `track 3`, `tracks 3 and 4` … */
function tracksNamed(numbers: readonly number[]): string {
  const [last] = numbers.slice(-1);
  return numbers.length < 2 ? `track ${last}` : `tracks ${numbers.slice(0, -1).join(', ')} and ${last}`;
}

const trackOf = (row: Row): TheirTrack => {
  const filename = row['filename'] ?? '';
  return {
    filename,
    title: line(row['title'] ?? null) || line(bareName(filename)) || 'Track',
    artist: line(row['artist'] ?? null),
    disc: whole(row['disc'] ?? null, 1, 999) ?? 1,
    genre: line(row['genre'] ?? null),
  };
};
