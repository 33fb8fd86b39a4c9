/** Finds changes that someone made by hand in an album's folder. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAudioName, isOfFile, probe, type AudioFacts, type ProbeOptions } from '../audio/probe.js';
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

/** The audio files of an album's folder as they are now; null if the folder itself is missing. */
export interface FolderState {
  files: { filename: string; size: number; mtime_ms: number }[];
}

/**
 * Lists the folder without opening a file. A missing folder means a missing disk, not an empty album.
 * @throws TonstiftError `conflict` if a link has the name of the folder; the system's error
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

/** True if the folder has other files than the record. Pure. */
export function differs(album: AlbumRecord, state: FolderState): boolean {
  const files = new Map(state.files.map((file) => [file.filename.normalize('NFC'), file]));
  return (
    files.size !== album.tracks.length ||
    album.tracks.some((track) => {
      const file = files.get(track.filename.normalize('NFC'));
      return file?.filename !== track.filename || !sameFile(track, file);
    })
  );
}

/** True if all files of an album with tracks are gone: a tagger or a sync program may move them for a moment. */
export const isEmptied = (album: AlbumRecord, { files }: FolderState): boolean =>
  files.length === 0 && album.tracks.length > 0;

/**
 * True if an album's folder is missing, or all its files are. The disk may be away, so its record must stay as it is.
 * @throws as `folderState`; TonstiftError `library_unavailable` if the whole library is
 */
export async function isGone(library: Library, album: AlbumRecord): Promise<boolean> {
  if (album.pending !== null) return false;
  const state = await folderState(library, album);
  if (state === null) await library.verify();
  return state === null || isEmptied(album, state);
}

interface ReadFile {
  file: FolderState['files'][number];
  facts: AudioFacts | null;
  sha256: string;
}

/**
 * Returns the tracks as they are in the folder. A renamed file has the digest of its track and stays that track. A
 * replaced file is read again and keeps the title and position of its name. Missing tracks are dropped, new ones are
 * appended in their order. A new file that cannot be read is dropped and listed in `unreadable`. A replaced file that
 * cannot be read stays, with a codec that no build accepts, so that the album shows the error.
 * @throws TonstiftError `not_now` if a file has changed since it was listed; the system's error
 */
export async function rescannedTracks(
  album: AlbumRecord,
  state: FolderState,
  library: Library,
  options: ProbeOptions = {},
): Promise<{ tracks: TrackRecord[]; unreadable: string[] }> {
  const same = new Map(state.files.map((file) => [nameOf(file), file]));
  const unchanged = new Map(
    album.tracks.flatMap((track) => {
      const file = same.get(nameOf(track));
      const isSame = file !== undefined && sameFile(track, file) && same.delete(nameOf(track));
      // A copy of the library may spell the name in decomposed form (NFD).
      return isSame ? [[track, { ...track, filename: file.filename }]] : [];
    }),
  );
  const read: ReadFile[] = [];
  for (const file of same.values()) read.push({ file, ...(await readIn(library, album, file, options)) });
  const fileOf = filesOfTracks(
    album.tracks.filter((track) => !unchanged.has(track)),
    read,
  );
  const tracks = album.tracks.flatMap((track) => {
    const found = fileOf.get(track);
    return found === undefined ? (unchanged.get(track) ?? []) : [{ ...track, ...recordOf(found) }];
  });
  const matched = new Set(fileOf.values());
  const added = read.filter((one) => !matched.has(one) && one.facts !== null);
  return {
    tracks: renumber([...tracks, ...newTracks(added, library)]),
    unreadable: read.filter(({ facts }) => facts === null).map(({ file }) => file.filename),
  };
}

const nameOf = ({ filename }: Pick<TrackRecord, 'filename'>): string => filename.normalize('NFC');

/** Maps each track to its file: by digest first, then by name. */
function filesOfTracks(tracks: readonly TrackRecord[], read: readonly ReadFile[]): Map<TrackRecord, ReadFile> {
  const found = new Map<TrackRecord, ReadFile>();
  const left = new Set(read);
  const match = (isSame: (track: TrackRecord, one: ReadFile) => boolean): void => {
    for (const track of tracks) {
      const one = found.has(track) ? undefined : [...left].find((other) => isSame(track, other));
      if (one !== undefined && left.delete(one)) found.set(track, one);
    }
  };
  const isNamed = (track: TrackRecord, { file }: ReadFile): boolean => nameOf(track) === nameOf(file);
  const hasBytes = (track: TrackRecord, { sha256 }: ReadFile): boolean => track.sha256 === sha256;
  // If two tracks have the same bytes, each keeps the file with its name.
  match((track, one) => hasBytes(track, one) && isNamed(track, one));
  match(hasBytes);
  match(isNamed);
  return found;
}

function recordOf({ file, facts, sha256 }: ReadFile): Partial<TrackRecord> {
  const sound = facts === null ? { codec: 'unreadable', container: 'unreadable', duration: 0 } : soundOf(facts);
  return { ...file, sha256, ...sound };
}

function newTracks(read: readonly ReadFile[], library: Library): TrackRecord[] {
  const added = read.flatMap(({ facts, ...one }) =>
    facts === null ? [] : [{ ...one, facts, relativePath: one.file.filename }],
  );
  return orderAlbum(added).tracks.map(({ file, facts, sha256, track_title, artist, disc, genre }) => ({
    id: library.freeTrackId(),
    track_number: 0,
    ...{ track_title, artist, disc, genre },
    picture: null,
    source_path: file.filename,
    sha256,
    ...file,
    ...soundOf(facts),
  }));
}

/** Reads a file of an album's folder. Follows no links on the way. */
async function readIn(
  library: Library,
  album: AlbumRecord,
  { filename, size }: FolderState['files'][number],
  options: ProbeOptions,
): Promise<{ facts: AudioFacts | null; sha256: string }> {
  const seen = { root: library.path, path: join(library.folderOf(album), filename), relativePath: filename, size };
  return withSeen(seen, async (path) => ({
    facts: await probe(path, options).catch((error: unknown) => {
      if (!isOfFile(error)) throw error;
      return null;
    }),
    sha256: await sha256OfFile(path, options.signal),
  }));
}

export const soundOf = ({
  codec,
  container,
  durationMs: duration,
  channels,
  sampleRate: sample_rate,
}: AudioFacts): SoundOfTrack => ({ codec, container, duration, channels, sample_rate });

type SoundOfTrack = Pick<TrackRecord, 'codec' | 'container' | 'duration' | 'channels' | 'sample_rate'>;
