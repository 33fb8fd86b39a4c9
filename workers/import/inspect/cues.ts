/** Finds the cue sheets of audio files. */
import { posix, win32 } from 'node:path';
import { readCue, type CueSheet } from '../../audio/chapters/cue.js';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { nameKey } from '../../base/files/names.js';
import { openSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';

/** Maximum bytes of a cue sheet. It has 99 tracks at most. */
const largest = 64 << 10;

/**
 * Maps audio files to the cue sheets next to them. A sheet belongs to the file that it names, with any extension, else
 * to the file with the name of the sheet. If it names none, it belongs to the only audio file of its folder.
 * @throws the system's error of a failing disk
 */
export async function cuesOf<Track extends { relativePath: string }>(
  tracks: readonly Track[],
  others: readonly FoundFile[],
): Promise<Map<Track, CueSheet>> {
  const found = new Map<Track, CueSheet>();
  for (const file of others) {
    const { dir, name, ext } = posix.parse(file.relativePath);
    if (ext.toLowerCase() !== '.cue' || file.size > largest) continue;
    const cue = await readCueFile(file);
    if (cue === null) continue;
    const beside = tracks.filter(({ relativePath }) => posix.dirname(relativePath) === (dir || '.'));
    const named = (stem: string): Track | undefined =>
      beside.find(({ relativePath }) => nameKey(posix.parse(relativePath).name) === nameKey(stem));
    const track =
      named(win32.parse(cue.file).name) ??
      named(name) ??
      (cue.file === '' && beside.length === 1 ? beside[0] : undefined);
    if (track !== undefined) found.set(track, cue);
  }
  return found;
}

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
