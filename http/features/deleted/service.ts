import * as z from 'zod/v4';
import type { AlbumView } from '../../../workers/library/types.js';
import { time } from '../../operations/answers.js';

export const deletedAlbum = z
  .object({
    folder: z.string().describe('Identifies the album.'),
    oid: z.int().describe('The former number of the album.'),
    album_title: z.string(),
    album_artist: z.string(),
    num_tracks: z.int(),
    deleted_at: time,
    kept_until: time,
  })
  .meta({ id: 'DeletedAlbum' });

/** `folder` is the name of its folder; after `kept_until`, its files are removed permanently. */
export type DeletedAlbumView = z.output<typeof deletedAlbum>;

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
