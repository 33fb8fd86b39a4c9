/** Divides a batch into albums. */
import { albumsIn } from '../audio/album/tree/albums-in.js';
import type { OrderInput } from '../audio/album/order.js';
import type { FoundFile } from '../base/files/walk.js';
import { isPictureName } from '../library/pictures/cover.js';
import type { AlbumRecord } from '../library/types.js';
import type { Inspected } from './inspect.js';
import type { Batch, InspectedTrack } from './types.js';

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
  /** Albums of the library with tracks among these. */
  known: AlbumRecord[];
}

export interface Parts {
  parts: Part[];
  /** Files that are not audio and fit no album better than the others. */
  loose: FoundFile[];
}

/** A track of an existing album, as a position in the tree. */
interface KnownTrack extends OrderInput {
  album: AlbumRecord;
}

/** @param inspected all files of the batch; the content of a ZIP is in a folder of its name */
export function partsOf(batch: Pick<Batch, 'name' | 'goesOn'>, inspected: Inspected): Parts {
  const known = (batch.goesOn?.with ?? []).flatMap(tracksOf);
  const all: (InspectedTrack | KnownTrack)[] = [...inspected.tracks, ...known];
  const { albums, loose } = albumsIn(batch.name, all, [...inspected.pictures, ...inspected.extras]);
  const isPicture = ({ relativePath }: FoundFile): boolean => isPictureName(relativePath);
  const parts = new Map(
    albums.map((album): [typeof album, Part] => [
      album,
      {
        name: album.name,
        isMixed: album.isMixed,
        tracks: album.tracks.filter((track) => 'sha256' in track),
        pictures: album.others.filter(isPicture),
        extras: album.others.filter((file) => !isPicture(file)),
        shared: [],
        known: [...new Set(album.tracks.flatMap((track) => ('album' in track ? track.album : [])))],
      },
    ]),
  );
  for (const { file, albums: beside } of loose)
    if (isPicture(file)) for (const album of beside) parts.get(album)?.shared.push(file);
  return { parts: [...parts.values()], loose: loose.map(({ file }) => file) };
}

const tracksOf = (album: AlbumRecord): KnownTrack[] =>
  album.tracks.map(({ source_path, disc }) => ({
    album,
    relativePath: source_path,
    facts: {
      ...{ title: undefined, artist: undefined, albumArtist: undefined, trackText: undefined, genre: undefined },
      ...{ album: album.origin.album_tag ?? undefined, year: null, disc },
    },
  }));
