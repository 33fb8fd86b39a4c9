/** What someone has changed by hand in an album's folder. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAudioName, probe, type AudioFacts } from '../audio/probe.js';
import { orderAlbum } from '../audio/album/order.js';
import { sha256OfFile } from '../base/files/hash.js';
import { inFolder, type HeldFolder } from '../base/files/held-folder.js';
import { isIgnored } from '../base/files/names.js';
import { withSeen } from '../base/files/seen-file.js';
import { sameTime } from '../base/files/same-time.js';
import { unlessGone } from '../base/files/walk.js';
import { renumber } from './edit.js';
import type { Library } from './library.js';
import type { AlbumRecord, TrackRecord } from './types.js';

/** The audio files of an album's folder as they are now; null where the folder itself is gone. */
export interface FolderState {
  files: { filename: string; size: number; mtime_ms: number }[];
}

/**
 * Looks, without opening a file. An absent folder is a disk that is not there rather than an empty album.
 * @throws TonstiftError `conflict` where a link stands in the place of the folder; the system's error
 */
export async function folderState({ path }: Library, { folder }: AlbumRecord): Promise<FolderState | null> {
  return inFolder(path, `albums/${folder}`, filesIn).catch(unlessGone(null));
}

async function filesIn(folder: HeldFolder): Promise<FolderState> {
  const files: FolderState['files'] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    if (!entry.isFile() || isIgnored(entry.name) || !isAudioName(entry.name)) continue;
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    if (facts !== null) files.push({ filename: entry.name, size: facts.size, mtime_ms: facts.mtimeMs });
  }
  return { files };
}

const sameFile = (track: TrackRecord, file: FolderState['files'][number]): boolean =>
  track.size === file.size && sameTime(track.mtime_ms, file.mtime_ms);

/** True where the folder holds other files than the record says. Pure. */
export function differs(album: AlbumRecord, state: FolderState): boolean {
  const files = new Map(state.files.map((file) => [file.filename.normalize('NFC'), file]));
  return (
    files.size !== album.tracks.length ||
    album.tracks.some((track) => {
      const file = files.get(track.filename.normalize('NFC'));
      return file === undefined || !sameFile(track, file);
    })
  );
}

/**
 * The tracks as the folder has them: replaced files are read again and keep their title and place, missing ones
 * are gone, new ones come in their order at the end. A new file that cannot be read is left out and named in
 * `unreadable`; a replaced one stays, with a codec that no build takes, so that the album says what is wrong.
 * @throws TonstiftError `not_now` where a file has changed since the look; the system's error
 */
export async function rescannedTracks(
  album: AlbumRecord,
  state: FolderState,
  library: Library,
  signal?: AbortSignal,
): Promise<{ tracks: TrackRecord[]; unreadable: string[] }> {
  const read = (file: FolderState['files'][number]) => readIn(library, album, file, signal);
  const files = new Map(state.files.map((file) => [file.filename.normalize('NFC'), file]));
  const unreadable: string[] = [];
  const tracks: TrackRecord[] = [];
  for (const track of album.tracks) {
    const key = track.filename.normalize('NFC');
    const file = files.get(key);
    files.delete(key);
    if (file === undefined) continue;
    if (sameFile(track, file)) {
      tracks.push(track);
      continue;
    }
    const { facts, sha256 } = await read(file);
    if (facts === null) unreadable.push(file.filename);
    const { size, mtime_ms } = file;
    const sound = facts === null ? { codec: 'unreadable', container: 'unreadable', duration: 0 } : soundOf(facts);
    tracks.push({ ...track, ...sound, size, mtime_ms, sha256 });
  }
  const added = [];
  for (const file of files.values()) {
    const { facts, sha256 } = await read(file);
    if (facts === null) unreadable.push(file.filename);
    else added.push({ relativePath: file.filename, facts, file, sha256 });
  }
  for (const { file, facts, sha256, track_title, artist, disc, genre } of orderAlbum(added).tracks) {
    tracks.push({
      id: library.freeTrackId(),
      track_number: 0,
      track_title,
      artist,
      disc,
      genre,
      picture: null,
      source_path: file.filename,
      sha256,
      ...file,
      ...soundOf(facts),
    });
  }
  return { tracks: renumber(tracks), unreadable };
}

/** What is in a file of an album's folder; no link is followed on the way. */
async function readIn(
  library: Library,
  album: AlbumRecord,
  { filename, size }: FolderState['files'][number],
  signal?: AbortSignal,
): Promise<{ facts: AudioFacts | null; sha256: string }> {
  const seen = { root: library.path, path: join(library.folderOf(album), filename), relativePath: filename, size };
  return withSeen(seen, async (path) => ({
    facts: await probe(path, { signal }).catch(() => null),
    sha256: await sha256OfFile(path, signal),
  }));
}

const soundOf = ({
  codec,
  container,
  durationMs,
}: AudioFacts): Pick<TrackRecord, 'codec' | 'container' | 'duration'> => ({ codec, container, duration: durationMs });
