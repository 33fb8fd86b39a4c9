/**
 * Makes the thumbnails of the first page in advance: at the start, and when no album has changed for a moment after a
 * change. Thumbnails of other pages are made on demand.
 */
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Clock } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import type { Thumbnails } from './thumbnails.js';

/** Albums on a page, newest first. */
export const albumsAhead = 60;
/** Milliseconds without an album event: imports have priority. */
export const quiet = 1000;

export interface AheadParts {
  library: { readonly albums: readonly AlbumRecord[] };
  thumbnails: Pick<Thumbnails, 'file'>;
  events: Pick<EventBus, 'subscribe'>;
  clock: Clock;
}

/** @returns a function that stops it, and resolves when the current picture is made */
export function makeThumbnailsAhead({ library, thumbnails, events, clock }: AheadParts): () => Promise<void> {
  let cancel = (): void => undefined;
  let running = Promise.resolve();
  /** Counts the changes; a round ends if a newer one has begun. */
  let last = 0;

  const make = async (own: number): Promise<void> => {
    const newest = [...library.albums].sort((a, b) => b.added_at - a.added_at || b.oid - a.oid).slice(0, albumsAhead);
    for (const album of newest) {
      if (own !== last) return;
      // The error is reported when the thumbnail is requested.
      if (album.cover !== null) await thumbnails.file(album).catch(() => undefined);
    }
  };
  const wake = (): void => {
    const own = ++last;
    cancel();
    cancel = clock.after(quiet, () => {
      running = running.then(() => make(own));
    });
  };

  const unsubscribe = events.subscribe(({ type }) => {
    if (type === 'album.added' || type === 'album.changed') wake();
  });
  wake();
  return async () => {
    unsubscribe();
    cancel();
    last++;
    await running;
  };
}
