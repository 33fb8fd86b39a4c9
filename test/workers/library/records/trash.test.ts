import { expect, it } from '@jest/globals';
import { expired, trashDays, withDay } from '../../../../workers/library/records/trash.js';
import type { TrashedAlbum } from '../../../../workers/library/data.js';
import { anAlbum } from '../../../support/records.js';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 22, 7);

/** What is left after a look each hour, by clocks that say what `clock` makes of the hours that have passed. */
function lookedAt(hours: number, clock: (hour: number) => number): number {
  let trash: readonly TrashedAlbum[] = [{ album: anAlbum(1), deleted_at: start }];
  for (let n = 0; n <= hours; n++) {
    trash = withDay(trash, clock(n));
    const gone = expired(trash, clock(n));
    trash = trash.filter((entry) => !gone.includes(entry));
    if (trash.length === 0) return n;
  }
  return Infinity;
}

it('a deleted album goes after thirty days', () =>
  expect(lookedAt(31 * 24, (n) => start + n * hour)).toBe(trashDays * 24));

it('not earlier by a clock that is years ahead for a day', () =>
  expect(lookedAt(29 * 24, (n) => start + n * hour + (n < 24 ? 3650 * day : 0))).toBe(Infinity));

it('nor by one that stays years ahead', () =>
  expect(lookedAt(40 * 24, (n) => start + 3650 * day + n * hour)).toBeGreaterThan(28 * 24));

it('days are noted once each', () => {
  const once = withDay([{ album: anAlbum(1), deleted_at: start }], start);
  expect(withDay(once, start + hour)).toBe(once);
  expect(withDay(once, start + day)[0]?.days?.number).toBe(2);
});
