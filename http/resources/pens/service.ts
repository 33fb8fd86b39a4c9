import type * as z from 'zod/v4';
import type { AlbumView } from '../../../workers/library/types.js';
import type { penAnswer } from './answers.js';

/** A pen that is or was connected. */
export type PenView = z.output<typeof penAnswer>;

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
