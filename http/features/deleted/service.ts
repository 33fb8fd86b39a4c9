import type { AlbumView } from '../../../workers/library/types.js';

export interface DeletedAlbumView {
  /** Identifies the album: the name of its folder. */
  folder: string;
  /** The former number of the album. */
  oid: number;
  album_title: string;
  album_artist: string;
  num_tracks: number;
  /** ISO 8601, UTC. */
  deleted_at: string;
  /** When its files are removed permanently. ISO 8601, UTC. */
  kept_until: string;
}

/**
 * Every function throws `not_found` if there is no such album, and `library_unavailable` if the library is not
 * available.
 */
export interface DeletedService {
  /** The most recently deleted first. */
  list(): DeletedAlbumView[];
  /** Names of folders in the library that belong to no album. */
  orphans(): Promise<readonly string[]>;
  /** Restores an album, under its number if that is free. Throws `no_free_oid`. */
  restore(folder: string): Promise<AlbumView>;
  /** Removes its files permanently. */
  discard(folder: string): Promise<void>;
}

declare module '../../services.js' {
  interface Services {
    deleted: DeletedService;
  }
}
