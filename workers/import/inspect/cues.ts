/** Finds the cue sheets of audio files. */
import { posix, win32 } from 'node:path';
import { naturally } from '../../audio/album/natural.js';
import { readCue, type CueFile, type CueSheet } from '../../audio/chapters/cue.js';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { typedKey } from '../../base/files/names.js';
import { openSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';

/** Maximum bytes of a cue sheet. It has 99 tracks at most. */
const largest = 64 << 10;

/** The part of a sheet about one audio file. */
export interface Cue extends Pick<CueSheet, 'album' | 'artist' | 'year'> {
  tracks: CueFile['tracks'];
  /** Place of the file in the order of the sheets. */
  place: number;
}

/**
 * Maps audio files to the cue sheets next to them. A sheet belongs to the files that it names, with any extension. One
 * of a single file belongs else to the file with the name of the sheet. If it names none, it belongs to the only audio
 * file of its folder.
 * @throws the system's error of a failing disk
 */
export async function cuesOf<Track extends { relativePath: string }>(
  tracks: readonly Track[],
  others: readonly FoundFile[],
): Promise<Map<Track, Cue>> {
  const found = new Map<Track, Cue>();
  for (const file of others.toSorted((a, b) => naturally(a.relativePath, b.relativePath))) {
    const { dir, name, ext } = posix.parse(file.relativePath);
    if (ext.toLowerCase() !== '.cue' || file.size > largest) continue;
    const sheet = await readCueFile(file);
    if (sheet === null) continue;
    const beside = tracks.filter(({ relativePath }) => posix.dirname(relativePath) === (dir || '.'));
    const byName = new Map(beside.toReversed().map((track) => [typedKey(posix.parse(track.relativePath).name), track]));
    const named = (stem: string): Track | undefined => byName.get(typedKey(stem));
    const { files, ...about } = sheet;
    for (const one of files) {
      const only = files.length > 1 ? undefined : (named(name) ?? (one.name === '' ? onlyOf(beside) : undefined));
      const track = named(win32.parse(one.name).name) ?? only;
      if (track !== undefined && !found.has(track))
        found.set(track, { ...about, tracks: one.tracks, place: found.size });
    }
  }
  return found;
}

const onlyOf = <Track>(tracks: readonly Track[]): Track | undefined => (tracks.length === 1 ? tracks[0] : undefined);

/** Returns null for a file that is unreadable: it stays an extra. */
async function readCueFile(file: FoundFile): Promise<CueSheet | null> {
  try {
    const open = await openSeen(file);
    return readCue(await open.readFile().finally(() => open.close()));
  } catch (error) {
    if (error instanceof TonstiftError || !['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) throw error;
    return null;
  }
}
