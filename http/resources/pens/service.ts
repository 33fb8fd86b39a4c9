import type { AlbumView } from '../../../workers/library/types.js';
import type { Words } from '../../../workers/base/language/sentence.js';

/** A pen that is or was connected. */
export interface PenView {
  /** The serial number, or another unique name. */
  id: string;
  /** The given name, or the name of the volume; with the id if another pen has the same name. */
  name: string;
  /** The name that a person has given it. */
  given_name: string | null;
  /** The mount point; null while it is not connected. */
  path: string | null;
  serial: string | null;
  firmware: string | null;
  language: string | null;
  generation: string | null;
  plugged_in: boolean;
  read_only: boolean;
  /** `looking` also while files for it are built; `ready` if everything is copied. */
  state: 'away' | 'looking' | 'copying' | 'ready' | 'problem';
  /** Progress of the current copy in bytes. */
  progress: { done: number; total: number } | null;
  free_bytes: number | null;
  total_bytes: number | null;
  /** OIDs of the albums that the daemon copied to it. */
  albums: number[];
  /** Problems with copying; `oid` is null if the whole pen is affected. */
  problems: { oid: number | null; reason: Words }[];
  /** Other files with the product id of an album; the pen may play them instead. */
  shadowed: { oid: number; path: string }[];
  safe_to_unplug: boolean;
  /** The daemon has unmounted it, and it was not mounted since. */
  unmounted: boolean;
  /** True if it was not plugged in for three months. Choices of pens then leave it out. */
  long_away: boolean;
  /** ISO 8601, UTC. */
  last_seen: string;
}

/**
 * `pen` is an id or a serial number; without it, all connected pens. Each function throws `no_pen` if there is none.
 * `rename` and `forget` also find pens that are not connected.
 */
export interface PenService {
  /** Connected pens first. */
  list(): PenView[];
  /**
   * Waits for the album's file, copies it, and assigns the album to these pens. Throws `no_space`, `conflict`,
   * `build_failed`.
   */
  copy(oid: number, pen?: string): Promise<AlbumView>;
  /** Removes our file, and unassigns the album from these pens. */
  remove(oid: number, pen?: string): Promise<AlbumView>;
  /**
   * Copies all assigned albums now, even if this is not automatic. Files that are still being built are copied later.
   * Resolves when everything is copied; if `waits` is false, when all finished files are copied.
   */
  sync(pen?: string, options?: { waits?: boolean }): Promise<PenView[]>;
  /** Unmounts each pen, then throws the first failure: `not_now` if the system refuses, `conflict` for a folder. */
  eject(pen?: string): Promise<PenView[]>;
  /** Gives it a name; null is the default name. */
  rename(pen: string, name: string | null): Promise<PenView[]>;
  /**
   * Removes it from the list until it is plugged in again. Nothing on the pen changes, and albums keep their choice.
   * Throws `conflict` if it is connected.
   */
  forget(pen: string): Promise<PenView[]>;
}
