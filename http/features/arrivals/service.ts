import type { Arrival } from '../../resources/upload/arrival.js';

export type { Arrival };

export interface ArrivalService {
  /** Newest first. */
  list(): Arrival[];
  /** Number of arrivals that were not seen yet. */
  unseen(): number;
  /** Marks this and all older arrivals as seen; without an id, all. */
  see(upTo?: number): void;
  /**
   * Removes it from the list. Files that were set aside stay there.
   * @throws TonstiftError `not_found`
   */
  dismiss(id: number): Promise<void>;
  /** Removes this and all older arrivals from the list. Files that were set aside stay there. */
  clear(upTo: number): Promise<void>;
  /**
   * Replaces the tracks of the album by those that were set aside: the same ones in another quality. Number, order,
   * titles and sheet stay. Removes the arrival from the list.
   * @throws TonstiftError `not_found`, also if the files are gone; `conflict` if they are other tracks by now
   */
  replace(id: number): Promise<void>;
  /**
   * Moves the files that were set aside back to the inbox, and removes the arrival from the list.
   * @throws TonstiftError `not_found`, also if the files are gone; `conflict` if a symbolic link is in the way
   */
  again(id: number): Promise<void>;
  /**
   * Like `again`, but they become a new album even if the library has the same tracks.
   * @throws TonstiftError as `again`; `conflict` also without `can_add`
   */
  anyway(id: number): Promise<void>;
}

declare module '../../services.js' {
  interface Services {
    arrivals: ArrivalService;
  }
}
