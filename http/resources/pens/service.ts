/** What the pages need of the pens. */
import type { AlbumView } from '../../../workers/library/types.js';
import type { Words } from '../../../workers/base/language/sentence.js';

/** A pen that is plugged in, or was once. */
export interface PenView {
  /** Serial number, or what else tells it from others. */
  id: string;
  name: string;
  /** Where it is mounted; null while it is not plugged in. */
  path: string | null;
  serial: string | null;
  firmware: string | null;
  language: string | null;
  generation: string | null;
  plugged_in: boolean;
  read_only: boolean;
  /** `looking` while files for it are made too, `ready` when everything is on it. */
  state: 'away' | 'looking' | 'copying' | 'ready' | 'problem';
  /** Bytes of what is being copied. */
  progress: { done: number; total: number } | null;
  free_bytes: number | null;
  total_bytes: number | null;
  /** OIDs of the albums that we put on it. */
  albums: number[];
  /** What could not be put on it; `oid` is null where it concerns the pen. */
  problems: { oid: number | null; reason: Words }[];
  /** Files of others with the product id of an album: the pen may play them instead. */
  shadowed: { oid: number; path: string }[];
  safe_to_unplug: boolean;
  /** We have unmounted it, and it was not mounted again since. */
  unmounted: boolean;
  /** ISO 8601, UTC. */
  last_seen: string;
}

/**
 * `pen` is an id or a serial number; without one, all that are plugged in. Each throws `no_pen` where there is none.
 */
export interface PenService {
  /** Those that are plugged in first. */
  list(): PenView[];
  /**
   * Waits for the album's file, copies it, and chooses the album for these pens.
   * Throws `no_space`, `conflict`, `build_failed`.
   */
  copy(oid: number, pen?: string): Promise<AlbumView>;
  /** Takes our file off, and no longer chooses the album for these pens. */
  remove(oid: number, pen?: string): Promise<AlbumView>;
  /**
   * Everything that is chosen, now, also where that does not happen by itself. Files that are still being made are
   * copied when they are there. Answers when all is on the pen; with `waits` false when all is that is ready.
   */
  sync(pen?: string, options?: { waits?: boolean }): Promise<PenView[]>;
  /** Unmounts each, then throws the first failure: `not_now` where the system refuses, `conflict` for a folder. */
  eject(pen?: string): Promise<PenView[]>;
}
