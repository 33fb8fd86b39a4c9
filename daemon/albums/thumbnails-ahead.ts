/**
 * The small pictures of the first page, before anybody looks at it: at the start, and when an album has changed and
 * nothing more has come for a moment. Those of other pages are made when they are looked at.
 */
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Clock } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import type { Thumbnails } from './thumbnails.js';

/** Albums on a page, the newest first. */
export const albumsAhead = 60;
/** Milliseconds without an event of an album: what comes in goes before. */
export const quiet = 1000;

export interface AheadParts {
  library: { readonly albums: readonly AlbumRecord[] };
  thumbnails: Pick<Thumbnails, 'file'>;
  events: Pick<EventBus, 'subscribe'>;
  clock: Clock;
}

/** @returns what ends it, when the picture under way is made */
export function makeThumbnailsAhead({ library, thumbnails, events, clock }: AheadParts): () => Promise<void> {
  let cancel = (): void => undefined;
  let running = Promise.resolve();
  /** Counts what has come; a round ends where it is no longer the last. */
  let last = 0;

  const make = async (own: number): Promise<void> => {
    const newest = [...library.albums].sort((a, b) => b.added_at - a.added_at || b.oid - a.oid).slice(0, albumsAhead);
    for (const album of newest) {
      if (own !== last) return;
      // Who asks for it is told what is wrong with it.
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
