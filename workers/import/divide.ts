/** Divides a batch into parts, one for each album. */
import { albumsIn } from '../audio/album/tree/albums-in.js';
import type { FoundFile } from '../base/files/walk.js';
import { isPictureName } from '../library/pictures/cover.js';
import { nothingReadable, type Inspected } from './inspect/inspect.js';
import type { Batch, ComparedTrack, InspectedTrack, KnownAlbum } from './types.js';

/** The files of a batch that belong to one album. */
export interface Part {
  /** Name of its folder; may be empty. */
  name: string;
  /** The folder's name is a better title than the tags. */
  isMixed: boolean;
  tracks: InspectedTrack[];
  pictures: FoundFile[];
  /** Booklets, texts, playlists: stored with the tracks. */
  extras: FoundFile[];
  /** Pictures next to several albums, used as cover by those without one. */
  shared: FoundFile[];
  /** Albums of the library that it may belong to. */
  candidates: KnownAlbum[];
}

export interface Parts {
  parts: Part[];
  /** Files that are not audio and fit no album better than the others. */
  loose: FoundFile[];
}

/** A track of an existing album, as a position in the tree. */
interface KnownTrack extends ComparedTrack {
  known: KnownAlbum;
}

/** Paths in the batch. */
export const filesOf = ({ tracks, pictures, extras }: Part): string[] =>
  [...tracks, ...pictures, ...extras].map(({ relativePath }) => relativePath);

/** Returns the files to store with the tracks. From an upload, these are only the files that were cut. */
export function extrasOf({ tracks, pictures, extras }: Part, { origin }: Batch): FoundFile[] {
  if (origin.kind === 'inbox') return [...pictures, ...extras];
  const wholes = new Set(origin.kind === 'upload' ? tracks.flatMap(({ chapter }) => chapter?.whole ?? []) : []);
  return [...wholes].map((whole) => ({ ...whole, special: false }));
}

/**
 * @param inspected all files of the batch; the content of a ZIP is in a folder of its name
 * @param candidates albums of the library that it may continue
 * @throws TonstiftError `unreadable_audio` if a track of a given album is missing: the codes of all later tracks would
 *   be wrong
 */
export function divide(batch: Batch, inspected: Inspected, candidates: KnownAlbum[]): Parts {
  const { name, given, continues } = batch;
  const { tracks, pictures, extras, rejected } = inspected;
  const found = new Set(tracks.map(({ relativePath }) => relativePath));
  if (given?.tracks.some(({ relativePath }) => !found.has(relativePath)) === true)
    throw nothingReadable(batch, rejected);
  if (given !== undefined || continues?.kind === 'album' || continues?.kind === 'picture') {
    const part = { name, isMixed: false, tracks, pictures, extras, shared: [], candidates };
    return { parts: [part], loose: [] };
  }
  const inFolder = continues?.kind === 'folder';
  const all: (InspectedTrack | KnownTrack)[] = [...tracks, ...(inFolder ? candidates.flatMap(tracksOf) : [])];
  const { albums, loose } = albumsIn(name, all, [...pictures, ...extras]);
  const isPicture = ({ relativePath }: FoundFile): boolean => isPictureName(relativePath);
  const parts = new Map(
    albums.map((album): [typeof album, Part] => [
      album,
      {
        name: album.name,
        isMixed: album.isMixed,
        tracks: album.tracks.filter((track): track is InspectedTrack => !('known' in track)),
        pictures: album.others.filter(isPicture),
        extras: album.others.filter((file) => !isPicture(file)),
        shared: [],
        // An album of the same folder fits where its tracks are in the tree.
        candidates: inFolder
          ? [...new Set(album.tracks.flatMap((track) => ('known' in track ? track.known : [])))]
          : candidates,
      },
    ]),
  );
  for (const { file, albums: beside } of loose)
    if (isPicture(file)) for (const album of beside) parts.get(album)?.shared.push(file);
  return { parts: [...parts.values()], loose: loose.map(({ file }) => file) };
}

const tracksOf = (known: KnownAlbum): KnownTrack[] => known.tracks.map((track) => ({ ...track, known }));
