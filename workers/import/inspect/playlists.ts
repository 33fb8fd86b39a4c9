/** Reads the order of tracks from playlists next to them: `.m3u`, `.m3u8`, `.pls`. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { naturally } from '../../audio/album/natural.js';
import { systemCodeOf } from '../../base/errors.js';
import { typedKey } from '../../base/files/names.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import { utf8OrWindows } from '../../base/text/encodings.js';
import { percentDecoded } from '../../base/text/percent-decoded.js';
import type { InspectedTrack } from '../types.js';
import { groupBy } from '../../base/group-by.js';

const playlistName = /\.(?:m3u8?|pls)$/i;
/** Bytes. A list of a thousand tracks has about 100 kB; larger ones are not read. */
const largest = 256 * 1024;

/**
 * Sets the place of each track in a playlist. For the tracks of a folder, the playlist with most of them counts,
 * and of several the nearest one. Throws as `openSeen`; the system's error on a broken disk.
 */
export async function withPlaylists(
  tracks: readonly InspectedTrack[],
  others: readonly FoundFile[],
): Promise<InspectedTrack[]> {
  const lists = others.filter(({ relativePath, size }) => playlistName.test(relativePath) && size <= largest);
  if (lists.length === 0) return [...tracks];
  const find = finder(tracks);
  const best = new Map<string, { places: Map<InspectedTrack, number>; distance: number }>();
  for (const list of lists.toSorted((a, b) => naturally(a.relativePath, b.relativePath))) {
    const text = utf8OrWindows(await withSeen(list, (path) => readFile(path)).catch(ifForbidden));
    const folders = new Map<string, Map<InspectedTrack, number>>();
    for (const [at, entry] of entriesOf(text).entries()) {
      const track = find(entry, folderOf(list.relativePath));
      if (track === undefined) continue;
      const places = folders.get(folderOf(track.relativePath)) ?? new Map<InspectedTrack, number>();
      if (!places.has(track)) places.set(track, at);
      folders.set(folderOf(track.relativePath), places);
    }
    for (const [folder, places] of folders) {
      const distance = steps(folderOf(list.relativePath), folder);
      const other = best.get(folder);
      const more = places.size - (other?.places.size ?? 0);
      if (more > 0 || (more === 0 && distance < (other?.distance ?? 0))) best.set(folder, { places, distance });
    }
  }
  return tracks.map((track) => ({
    ...track,
    listed: best.get(folderOf(track.relativePath))?.places.get(track) ?? null,
  }));
}

/** The tracks can be imported without their order. */
function ifForbidden(error: unknown): Buffer {
  if (!['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) throw error;
  return Buffer.alloc(0);
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Counts the folders between two folders: up, then down. */
const steps = (from: string, to: string): number =>
  posix
    .relative(`/${from}`, `/${to}`)
    .split('/')
    .filter((step) => step !== '').length;

/** Paths of an M3U are lines; those of a PLS are `File1=…`. */
function entriesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const isPls = lines.some((line) => /^\s*\[playlist\]\s*$/i.test(line));
  if (!isPls) return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return lines
    .map((line) => /^\s*File(\d{1,6})\s*=(.*)$/i.exec(line))
    .filter((match) => match !== null)
    .sort((a, b) => Number(a[1]) - Number(b[1]))
    .map((match) => (match[2] ?? '').trim());
}

type Find = (entry: string, folder: string) => InspectedTrack | undefined;

/** Finds a track by its path from the playlist, else by its name below the playlist, because the path may be old. */
function finder(tracks: readonly InspectedTrack[]): Find {
  const byPath = new Map(tracks.map((track) => [typedKey(track.relativePath), track]));
  const byName = groupBy(tracks, ({ relativePath }) => typedKey(posix.basename(relativePath)));
  return (entry, folder) => {
    for (const path of [entry, percentDecoded(entry)].map((one) => one.replaceAll('\\', '/'))) {
      const found = byPath.get(typedKey(posix.join(folder, path)));
      if (found !== undefined) return found;
      const near = (byName.get(typedKey(posix.basename(path))) ?? []).filter(
        ({ relativePath }) => folder === '' || relativePath.startsWith(`${folder}/`),
      );
      if (near.length === 1) return near[0];
    }
    return undefined;
  };
}
