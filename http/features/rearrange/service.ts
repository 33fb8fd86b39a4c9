import type { AlbumView, JoinPlace, SplitPart, SplitProposal } from '../../../workers/library/types.js';

export interface SplitResult {
  /** The first part, which keeps the number. */
  album: AlbumView;
  /** All parts, including the first. */
  albums: AlbumView[];
}

export interface RearrangeService {
  /**
   * Proposals for splitting the album, best first; may be empty.
   * @param after numbers of tracks after which to cut; that proposal is then the first. Throws `bad_field` (`after`)
   */
  splits(oid: number, after?: readonly number[]): Promise<SplitProposal[]>;
  /**
   * The first part keeps number, cover and all other files. Each other part becomes a new album.
   * @param parts must contain each track once. Throws `bad_field` (`parts`), `no_free_oid`
   */
  split(oid: number, parts: readonly SplitPart[]): Promise<SplitResult>;
  /**
   * Adds the tracks of another album as further discs, and its cover if this one has none. The other album is removed
   * and its number is reserved. Throws `bad_field` (`other`) if both are the same, or have too many tracks together.
   */
  join(oid: number, other: number, place: JoinPlace): Promise<AlbumView>;
}

declare module '../../services.js' {
  interface Services {
    rearranging: RearrangeService;
  }
}
