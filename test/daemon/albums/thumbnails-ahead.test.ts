/** Small pictures are made before anybody looks, when nothing else comes, and for the first page alone. */
import { expect, it } from '@jest/globals';
import { albumsAhead, makeThumbnailsAhead, quiet } from '../../../daemon/albums/thumbnails-ahead.js';
import { createEvents } from '../../../daemon/events.js';
import type { AlbumRecord, AlbumView } from '../../../workers/library/types.js';
import { manualClock } from '../../support/manual-clock.js';

const album = (oid: number, cover: string | null = 'cover.jpg') => ({ oid, cover, added_at: 0 }) as AlbumRecord;
const ticks = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};

function world(albums: AlbumRecord[]) {
  const [events, clock] = [createEvents(), manualClock()];
  const asked: number[] = [];
  let open = (): void => undefined;
  const file = ({ oid }: AlbumRecord) => {
    asked.push(oid);
    return new Promise<never>((_, failed) => (open = () => failed(new Error('It is broken.'))));
  };
  const stop = makeThumbnailsAhead({ library: { albums }, thumbnails: { file }, events, clock });
  return {
    ...{ asked, clock, stop },
    changed: () => events.emit('album.changed', { album: {} as AlbumView }),
    /** The one under way is done, however it ends. */
    next: async () => {
      open();
      await ticks();
    },
  };
}

it('makes those of the newest albums, one after the other, when it is quiet', async () => {
  const { asked, clock, next } = world([album(1), album(3), album(2, null), album(4)]);
  clock.advance(quiet - 1);
  await ticks();
  expect(asked).toEqual([]);
  clock.advance(1);
  await ticks();
  expect(asked).toEqual([4]);
  await next();
  await next();
  expect(asked).toEqual([4, 3, 1]);
});

it('lets what comes in go before, and begins again behind it', async () => {
  const { asked, clock, changed, next } = world([album(1), album(2)]);
  clock.advance(quiet);
  await ticks();
  changed();
  await next();
  expect(asked).toEqual([2]);
  clock.advance(quiet - 1);
  changed();
  clock.advance(quiet - 1);
  await ticks();
  expect(asked).toEqual([2]);
  clock.advance(1);
  await ticks();
  await next();
  await next();
  expect(asked).toEqual([2, 2, 1]);
});

it('makes no more than a page shows', async () => {
  const { asked, clock, next } = world(Array.from({ length: albumsAhead + 5 }, (_, n) => album(n)));
  clock.advance(quiet);
  await ticks();
  for (let n = 0; n < albumsAhead + 5; n++) await next();
  expect(asked).toHaveLength(albumsAhead);
});

it('ends with what it has begun', async () => {
  const { asked, clock, stop, changed, next } = world([album(1), album(2)]);
  clock.advance(quiet);
  await ticks();
  let ended = false;
  void stop().then(() => (ended = true));
  await ticks();
  expect(ended).toBe(false);
  await next();
  expect([ended, asked]).toEqual([true, [2]]);
  changed();
  expect(clock.waiting()).toBe(0);
});
