/** What the pages need of albums that were deleted. */
import type { AlbumView } from '../../../workers/library/types.js';

export interface DeletedAlbumView {
  /** Tells it from others: the name of its folder. */
  folder: string;
  /** The number that it had. */
  oid: number;
  album_title: string;
  album_artist: string;
  num_tracks: number;
  /** ISO 8601, UTC. */
  deleted_at: string;
  /** When it goes for good. ISO 8601, UTC. */
  kept_until: string;
}

/** Each throws `not_found` where there is no such album, `library_unavailable` while the library is away. */
export interface DeletedService {
  /** The one that was deleted last comes first. */
  list(): DeletedAlbumView[];
  /** Names of folders in the library that belong to no album. */
  orphans(): Promise<readonly string[]>;
  /** Puts an album back, under its number where that is free. Throws `no_free_oid`. */
  restore(folder: string): Promise<AlbumView>;
  /** Removes its files for good. */
  discard(folder: string): Promise<void>;
}
